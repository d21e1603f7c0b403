package nb

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

var update = flag.Bool("update", false, "write testdata/*.golden; look at the pictures "+
	"before you do")

// golden plots, of few draws, so that a change can be read in the diff.
var golden = map[string]func(tr *sampler.Trace) *plot.Plot{
	"trace":     func(tr *sampler.Trace) *plot.Plot { return TracePlot(tr, "mu") },
	"autocorr":  func(tr *sampler.Trace) *plot.Plot { return Autocorr(tr, "mu", 8) },
	"histogram": func(tr *sampler.Trace) *plot.Plot { return Histogram(drawsOf(tr, "mu"), "mu") },
	"shares": func(tr *sampler.Trace) *plot.Plot {
		return Histogram([]float64{0, 1, 1, 1, 2, 2, 3, 1, 0, 2, 1, 1}, "K")
	},
	"predictive": func(tr *sampler.Trace) *plot.Plot {
		return Predictive([]float64{84, 85.5, 86, 86.2, 87, 88.1, 90}, drawsOf(tr, "mu"))
	},
	"rankecdf": func(tr *sampler.Trace) *plot.Plot {
		return RankECDF("mu", []int{0, 3, 1, 1, 7, 2, 9, 4, 4, 0, 5, 8, 2, 1, 0, 6, 1, 3, 0, 2}, 9)
	},
	"density": func(tr *sampler.Trace) *plot.Plot {
		p := Density(tr, "mu")
		p.X.Label.Text = "μ (points)"
		p.X.Min, p.X.Max = 78, 92
		AddPrior(p, "prior", distuv.Normal{Mu: 80, Sigma: 4}.Prob)
		AddExact(p, "exact", distuv.Normal{Mu: 86.3, Sigma: 1.5}.Prob)
		AddMark(p, "exact mean", 86.3)
		return p
	},
	"bounded": func(tr *sampler.Trace) *plot.Plot {
		p := DensityBetween(tr, "sigma2", 0, math.Inf(1))
		p.Title.Text = "A title that is too long for the width of its plot goes on in a second " +
			"line, and pushes the rest down"
		return p
	},
}

func drawsOf(tr *sampler.Trace, label string) []float64 {
	draws, err := tr.Draws(label)
	if err != nil {
		panic(err)
	}
	return draws
}

// goldenTrace is what the golden plots draw.
func goldenTrace(t *testing.T) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	mu := autoregression(2, 40, 0.5, 86.3, 1.5)
	sigma2 := autoregression(2, 40, 0, 4, 1)
	for _, chain := range sigma2 {
		for i, v := range chain {
			chain[i] = v * v
		}
	}
	if err := tr.Add("mu", mu); err != nil {
		t.Fatal(err)
	}
	if err := tr.Add("sigma2", sigma2); err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestGolden(t *testing.T) {
	tr := goldenTrace(t)
	for name, f := range golden {
		p := f(tr)
		var rec recorder.Canvas
		paint.DrawPlot(p, draw.NewCanvas(&rec, paint.Points(paint.PlotWidth),
			paint.Points(paint.PlotHeight)))
		got := picture.Describe(p) + "\n" + written(rec.Actions)
		file := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v: look at the new picture, then run make goldens", err)
			continue
		}
		if at, ok := sameDrawing(got, string(want)); !ok {
			t.Errorf("%s: the drawing differs at %s. See what has changed; if it is right, run "+
				"make goldens", name, at)
		}
	}
}

// written are drawing calls as text, coordinates in tenths of a point.
func written(actions []recorder.Action) string {
	var b strings.Builder
	for _, a := range actions {
		switch a := a.(type) {
		case *recorder.Stroke:
			fmt.Fprintln(&b, "stroke"+pathText(a.Path))
		case *recorder.Fill:
			fmt.Fprintln(&b, "fill"+pathText(a.Path))
		case *recorder.FillString:
			fmt.Fprintf(&b, "text %.1f %.1f %s %q\n", a.Point.X, a.Point.Y, a.Font.Name(), a.String)
		case *recorder.SetColor:
			fmt.Fprintln(&b, "colour", a.Color)
		case *recorder.SetLineWidth:
			fmt.Fprintf(&b, "width %.1f\n", a.Width)
		case *recorder.SetLineDash:
			fmt.Fprintf(&b, "dash %.1f\n", a.Dashes)
		case *recorder.Translate:
			fmt.Fprintf(&b, "move %.1f %.1f\n", a.Point.X, a.Point.Y)
		default:
			fmt.Fprintf(&b, "%T\n", a)
		}
	}
	return b.String()
}

func pathText(p vg.Path) string {
	s := ""
	for _, c := range p {
		s += fmt.Sprintf(" %d:%.1f,%.1f", c.Type, c.Pos.X, c.Pos.Y)
	}
	return s
}

// sameDrawing compares word by word. Numbers may differ by the last digit, because processors that
// fuse multiplication and addition round differently. It returns the first line that differs.
func sameDrawing(a, b string) (at string, ok bool) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	words := func(line string) []string {
		return strings.FieldsFunc(line, func(r rune) bool {
			return strings.ContainsRune(" ,:[]{}",
				r)
		})
	}
	for i := range max(len(as), len(bs)) {
		if i >= len(as) || i >= len(bs) {
			return fmt.Sprintf("line %d, where one ends", i+1), false
		}
		aw, bw := words(as[i]), words(bs[i])
		same := len(aw) == len(bw)
		for j := 0; same && j < len(aw); j++ {
			x, err1 := strconv.ParseFloat(aw[j], 64)
			y, err2 := strconv.ParseFloat(bw[j], 64)
			same = aw[j] == bw[j] || err1 == nil && err2 == nil && strings.Contains(aw[j], ".") &&
				math.Abs(x-y) < 0.11
		}
		if !same {
			return fmt.Sprintf("line %d:\n got %.200s\nwant %.200s\n", i+1, as[i], bs[i]), false
		}
	}
	return "", true
}

func TestSameDrawing(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"text 1.0 2.0 \"x\"", "text 1.1 2.0 \"x\"", true},
		{"text 1.0 2.0 \"x\"", "text 1.2 2.0 \"x\"", false},
		{"text 1.0 2.0 \"x\"", "text 1.0 2.0 \"y\"", false},
		{"colour {1 2 3}", "colour {1 2 4}", false},
		{"stroke 0:1.0,2.0", "stroke 0:1.0,2.0 1:1.0,2.0", false},
		{"a", "a\nb", false},
	} {
		if _, ok := sameDrawing(tt.a, tt.b); ok != tt.same {
			t.Errorf("%q and %q: same: %t", tt.a, tt.b, ok)
		}
	}
}
