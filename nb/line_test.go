package nb

import (
	"image"
	"image/color"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
)

// In each column of pixels the thinned line reaches exactly as low and as high as the whole line,
// wherever in a column the line begins, and on a logarithmic axis too.
func TestEnvelope(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	whole := make(plotter.XYs, 5000)
	for i := range whole {
		whole[i] = plotter.XY{X: 1 + float64(i)/50, Y: r.NormFloat64()}
	}
	type span struct{ low, high float64 }
	reach := func(xys plotter.XYs, column func(float64) int) map[int]span {
		spans := map[int]span{}
		last := xys[0].X
		for _, p := range xys {
			s, ok := spans[column(p.X)]
			if !ok {
				s = span{p.Y, p.Y}
			}
			spans[column(p.X)] = span{min(s.low, p.Y), max(s.high, p.Y)}
			if p.X < last {
				t.Fatalf("the line goes back from %v to %v", last, p.X)
			}
			last = p.X
		}
		return spans
	}
	for name, column := range map[string]func(x float64) int{
		"from the edge of a column":   func(x float64) int { return int(math.Floor(x)) },
		"from the middle of a column": func(x float64) int { return int(math.Floor(x - 0.37)) },
		"logarithmic":                 func(x float64) int { return int(math.Floor(20 * math.Log(x))) },
	} {
		thin, want := paint.Envelope(whole, column), reach(whole, column)
		if got := reach(thin, column); !maps.Equal(got, want) || len(thin) > 2*len(want) {
			t.Errorf("%s: %d points are left for %d columns, and reach elsewhere than the whole",
				name, len(thin), len(want))
		}
		// columns that are not those of the picture
		shifted := func(x float64) int { return column(x + 0.5) }
		if maps.Equal(reach(paint.Envelope(whole, shifted), column), want) {
			t.Errorf("%s: the check does not tell one place of the columns from another", name)
		}
	}
	for name, xys := range map[string]plotter.XYs{
		"a short line":       whole[:8:8],
		"a line going back":  append(append(plotter.XYs{}, whole...), whole[0], whole[4999]),
		"a line of no width": {{X: 1, Y: 1}},
		"none":               nil,
	} {
		got := paint.Envelope(xys, func(x float64) int { return int(math.Floor(50 * x)) })
		if len(got) != len(xys) {
			t.Errorf("%s: %d of %d points are left", name, len(got), len(xys))
		}
	}
}

// The picture of a noisy line shows ink where there are draws and none elsewhere. One check of
// pixels, for all that lies between the drawing calls and the picture.
func TestPixels(t *testing.T) {
	tr := &sampler.Trace{}
	draws := autoregression(1, 10_000, 0, 0, 1)
	if err := tr.Add("x", draws); err != nil {
		t.Fatal(err)
	}
	p := TracePlot(tr, "x")
	// standard deviations: each column is full in the middle, and empty beyond 5
	p.Y.Min, p.Y.Max = -8, 8
	img := render(p)
	b := img.Bounds()
	blue := func(from, to float64) (n int) {
		for y := int(from * float64(b.Dy())); y < int(to*float64(b.Dy())); y++ {
			for x := b.Dx() / 4; x < b.Dx()*3/4; x++ {
				if color.NRGBAModel.Convert(img.At(x, y)) == paint.Posterior {
					n++
				}
			}
		}
		return n
	}
	if above, middle, below := blue(0.2, 0.28), blue(0.5, 0.53), blue(0.74, 0.82); above > 0 ||
		below > 0 || middle < b.Dx()/2*b.Dy()*3/100*9/10 {
		t.Errorf("ink above %d, in the middle %d, below %d", above, middle, below)
	}
}

func render(p *plot.Plot) image.Image {
	c := vgimg.NewWith(vgimg.UseWH(paint.Points(paint.PlotWidth), paint.Points(paint.PlotHeight)),
		vgimg.UseDPI(paint.PngDPI))
	paint.DrawPlot(p, draw.New(c))
	return c.Image()
}

// A smooth curve keeps few points and its shape; a zigzag keeps all.
func TestSimplify(t *testing.T) {
	var curve, zigzag []vg.Point
	for i := range 512 {
		x := float64(i) / 511
		curve = append(curve, vg.Point{X: vg.Length(400 * x),
			Y: vg.Length(200 * math.Exp(-32*(x-0.5)*(x-0.5)))})
		zigzag = append(zigzag, vg.Point{X: vg.Length(i), Y: vg.Length(i % 2)})
	}
	kept := paint.Simplify(curve)
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
	if got := paint.Simplify(zigzag); len(got) != len(zigzag) {
		t.Errorf("of a zigzag %d of %d points kept", len(got), len(zigzag))
	}
	if there := []vg.Point{{X: 0}, {X: 9}, {X: 3}, {X: 5}}; len(paint.Simplify(there)) < 3 {
		t.Error("a line that turns back loses its end")
	}
}
