package nb

import (
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

// The speed of drawing, each beside the same with gonum's own line in the same style (plotter.Line
// and the same canvas, 1280 pixels wide, or 1680 for a grid):
//
//	go test ./nb -run - -bench 'Trace|Grid' -benchtime 3x
//
// The goals are 0.15 s for 10 000 draws as PNG, 0.25 s for four parameters × four chains × 1000
// draws in all formats, and 0.2 s for a million draws in all formats.

func noise(chains, n int, labels ...string) *sampler.Trace {
	tr := &sampler.Trace{}
	for _, label := range labels {
		if err := tr.Add(label, autoregression(chains, n, 0.5, 0, 1)); err != nil {
			panic(err)
		}
	}
	return tr
}

// plainTrace is a trace plot as gonum/plot draws it.
func plainTrace(tr *sampler.Trace, label string) *plot.Plot {
	p := paint.NewPlot("Trace of "+label, "draw", label)
	for c, draws := range chainsOf(tr, label) {
		xys := make(plotter.XYs, len(draws))
		for i, d := range draws {
			xys[i] = plotter.XY{X: float64(i + 1), Y: d}
		}
		l, err := plotter.NewLine(xys)
		if err != nil {
			panic(err)
		}
		l.LineStyle = paint.Stroke(paint.ChainColour(c), 0.6)
		p.Add(l)
	}
	return p
}

// BenchmarkTrace is a trace of 10 000 draws, drawn and written as PNG.
func BenchmarkTrace(b *testing.B) {
	tr := noise(1, 10_000, "x")
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			paint.EncodePNG(render(TracePlot(tr, "x")))
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			paint.EncodePNG(render(plainTrace(tr, "x")))
		}
	})
}

// BenchmarkGrid is the traces of 4 parameters × 4 chains × 1000 draws: ours in all formats, and the
// plain ones as PNG.
func BenchmarkGrid(b *testing.B) {
	tr := noise(4, 1000, "a", "b", "c", "d")
	grid := func(f func(*sampler.Trace, string) *plot.Plot) Grid {
		return Grid{Plots: []*plot.Plot{f(tr, "a"), f(tr, "b"), f(tr, "c"), f(tr, "d")}}
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			g := grid(TracePlot)
			g.PNG()
			g.SVG(picture.LargestSVG)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			g := grid(plainTrace)
			_, _, width, height := g.Layout()
			img := vgimg.NewWith(vgimg.UseWH(paint.Points(width), paint.Points(height)),
				vgimg.UseDPI(paint.PngDPI))
			g.Draw(draw.New(img))
			paint.EncodePNG(img.Image())
		}
	})
}

// BenchmarkMillionDraws is a trace of a million draws in all formats.
func BenchmarkMillionDraws(b *testing.B) {
	tr := noise(1, 1_000_000, "x")
	size := 0
	for b.Loop() {
		size = len(Grid{Plots: []*plot.Plot{TracePlot(tr, "x")}}.SVG(picture.LargestSVG))
	}
	b.ReportMetric(float64(size)/1000, "kB/SVG")
}

// A picture is as large as it has pixels, however many draws there are: a million are an SVG that
// is small enough to be shown.
func TestMillionDraws(t *testing.T) {
	tr := &sampler.Trace{}
	draws := make([]float64, 1_000_000)
	for i := range draws {
		// Knuth's multiplicative hash: as uneven as noise
		draws[i] = float64(uint32(i)*2654435761>>8) / (1 << 24)
	}
	if err := tr.Add("x", [][]float64{draws}); err != nil {
		t.Fatal(err)
	}
	g := Grid{Plots: []*plot.Plot{TracePlot(tr, "x")}}
	n := len(paint.SvgOf(paint.PlotWidth, paint.PlotHeight, picture.LargestSVG, g.Draw))
	if n < 10_000 {
		t.Errorf("the SVG of a million draws has %d bytes", n)
	}
}
