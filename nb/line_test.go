package nb

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gibbslab/sampler"
)

// In each column of pixels the thinned line reaches exactly as low and as high as the whole line.
func TestEnvelope(t *testing.T) {
	const columns = 100
	r := rand.New(rand.NewPCG(1, 1))
	whole := make([]vg.Point, 5000)
	for i := range whole {
		whole[i] = vg.Point{X: vg.Length(i) / 50, Y: vg.Length(r.NormFloat64())}
	}
	thin := envelope(whole, 1)
	if len(thin) > 2*columns {
		t.Errorf("%d points are left, for %d columns", len(thin), columns)
	}
	type span struct{ low, high vg.Length }
	reach := func(pts []vg.Point) (spans [columns]span) {
		for c := range spans {
			spans[c] = span{vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))}
		}
		last := pts[0].X
		for _, p := range pts {
			s := &spans[int(p.X)]
			s.low, s.high = min(s.low, p.Y), max(s.high, p.Y)
			if p.X < last {
				t.Fatalf("the line goes back from %v to %v", last, p.X)
			}
			last = p.X
		}
		return spans
	}
	if reach(thin) != reach(whole) {
		t.Error("the thinned line does not reach as far as the whole")
	}
	for name, pts := range map[string][]vg.Point{
		"a short line":       whole[:150:150],
		"a line going back":  append(append([]vg.Point{}, whole...), whole[0], whole[4999]),
		"a line of no width": {{X: 1, Y: 1}},
		"none":               nil,
	} {
		columns := 2.
		if name == "a short line" {
			columns = 50
		}
		if got := envelope(pts, columns); len(got) != len(pts) {
			t.Errorf("%s: %d of %d points are left", name, len(got), len(pts))
		}
	}
}

// The picture of a noisy line shows ink where there are draws and none elsewhere. One check of pixels, for all
// that lies between the drawing calls and the picture.
func TestPixels(t *testing.T) {
	tr := &sampler.Trace{}
	draws := autoregression(1, 10_000, 0, 0, 1)
	if err := tr.Add("x", draws); err != nil {
		t.Fatal(err)
	}
	p := TracePlot(tr, "x")
	p.Y.Min, p.Y.Max = -8, 8 // standard deviations: each column is full in the middle, and empty beyond 5
	img := render(p)
	b := img.Bounds()
	blue := func(from, to float64) (n int) {
		for y := int(from * float64(b.Dy())); y < int(to*float64(b.Dy())); y++ {
			for x := b.Dx() / 4; x < b.Dx()*3/4; x++ {
				if color.NRGBAModel.Convert(img.At(x, y)) == posterior {
					n++
				}
			}
		}
		return n
	}
	if above, middle, below := blue(0.2, 0.28), blue(0.5, 0.53), blue(0.74, 0.82); above > 0 || below > 0 || middle < b.Dx()/2*b.Dy()*3/100*9/10 {
		t.Errorf("ink above %d, in the middle %d, below %d", above, middle, below)
	}
}

func render(p *plot.Plot) image.Image {
	c := vgimg.NewWith(vgimg.UseWH(points(plotWidth), points(plotHeight)), vgimg.UseDPI(pngDPI))
	drawPlot(p, draw.New(c))
	return c.Image()
}

func longTrace() *sampler.Trace {
	tr := &sampler.Trace{}
	if err := tr.Add("x", autoregression(1, 10_000, 0.5, 0, 1)); err != nil {
		panic(err)
	}
	return tr
}

// BenchmarkTrace is a trace of 10 000 draws, drawn and written as PNG.
func BenchmarkTrace(b *testing.B) {
	tr := longTrace()
	for b.Loop() {
		encodePNG(render(TracePlot(tr, "x")))
	}
}

// BenchmarkPlainTrace is the same with gonum's own line.
func BenchmarkPlainTrace(b *testing.B) {
	chains, _ := longTrace().Chains("x")
	xys := make(plotter.XYs, len(chains[0]))
	for i, d := range chains[0] {
		xys[i] = plotter.XY{X: float64(i), Y: d}
	}
	for b.Loop() {
		p := newPlot("", "", "")
		l, err := plotter.NewLine(xys)
		if err != nil {
			b.Fatal(err)
		}
		p.Add(l)
		encodePNG(render(p))
	}
}

// BenchmarkGrid is all formats of the traces of 4 parameters × 4 chains × 1000 draws.
func BenchmarkGrid(b *testing.B) {
	tr := &sampler.Trace{}
	for _, name := range []string{"a", "b", "c", "d"} {
		if err := tr.Add(name, autoregression(4, 1000, 0.5, 0, 1)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		Grid{Plots: []*plot.Plot{TracePlot(tr, "a"), TracePlot(tr, "b"), TracePlot(tr, "c"), TracePlot(tr, "d")}}.message()
	}
}

// A smooth curve keeps few points and its shape; a zigzag keeps all.
func TestSimplify(t *testing.T) {
	var curve, zigzag []vg.Point
	for i := range 512 {
		x := float64(i) / 511
		curve = append(curve, vg.Point{X: vg.Length(400 * x), Y: vg.Length(200 * math.Exp(-32*(x-0.5)*(x-0.5)))})
		zigzag = append(zigzag, vg.Point{X: vg.Length(i), Y: vg.Length(i % 2)})
	}
	kept := simplify(curve)
	if len(kept) > 150 || kept[0] != curve[0] || kept[len(kept)-1] != curve[511] {
		t.Errorf("%d of 512 points kept", len(kept))
	}
	k := 1
	for _, p := range curve { // how far the kept polyline is from each point, in height
		for kept[k].X < p.X {
			k++
		}
		a, b := kept[k-1], kept[k]
		if d := a.Y + (b.Y-a.Y)*(p.X-a.X)/(b.X-a.X) - p.Y; math.Abs(float64(d)) > 0.2 {
			t.Errorf("at %v off by %v points", p.X, d)
		}
	}
	if got := simplify(zigzag); len(got) != len(zigzag) {
		t.Errorf("of a zigzag %d of %d points kept", len(got), len(zigzag))
	}
	if there := []vg.Point{{X: 0}, {X: 9}, {X: 3}, {X: 5}}; len(simplify(there)) < 3 {
		t.Error("a line that turns back loses its end")
	}
}
