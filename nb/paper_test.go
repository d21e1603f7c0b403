package nb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

// The maintained group of the leukemia data of Miller (Survival Analysis, 1981), as R's package
// survival prints them: summary(survfit(Surv(time, status) ~ x, aml)).
func TestSurvival(t *testing.T) {
	time := []float64{9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161}
	died := []bool{true, true, false, true, true, false, true, true, false, true, false}
	d := survivalData("aml", time, died)
	for i, want := range [][3]float64{{0, 1, 0}, {9, 0.909, 0.0867}, {13, 0.818, 0.1163},
		{18, 0.716, 0.1397}, {23, 0.614, 0.1526}, {31, 0.491, 0.1642}, {34, 0.368, 0.1627},
		{48, 0.184, 0.1535}, {161, 0.184, 0.1535}} {
		if d.Time[i] != want[0] || math.Abs(d.Share[i]-want[1]) > 6e-4 ||
			math.Abs(d.Error[i]-want[2]) > 6e-5 {
			t.Errorf("%v %v ± %v, want %v", d.Time[i], d.Share[i], d.Error[i], want)
		}
		if d.Lower[i] > d.Share[i] || d.Upper[i] < d.Share[i] || d.Lower[i] < 0 || d.Upper[i] > 1 {
			t.Errorf("a band from %v to %v", d.Lower[i], d.Upper[i])
		}
	}
	// by hand: S^exp(±1.96 se(log S)/log S)
	g := 0.0867 / 0.909 / math.Log(0.909)
	if want := math.Pow(0.909, math.Exp(-1.96*g)); math.Abs(d.Lower[1]-want) > 3e-3 {
		t.Errorf("the lower end is %v, want %v", d.Lower[1], want)
	}
	if len(d.Censored) != 4 || d.Censored[0].X != 13 {
		t.Errorf("censored: %v", d.Censored)
	}
	p := WithTitle(nil, "", "", "")
	AddSurvival(p, "a", time, died)
	if p.Y.Min != 0 || p.Y.Max != 1 {
		t.Errorf("the axis goes from %v to %v", p.Y.Min, p.Y.Max)
	}
	panics(t, "time 1 is -2", func() { AddSurvival(p, "x", []float64{1, -2}, []bool{true, true}) })
	panics(t, "2 times, and for 1", func() { AddSurvival(p, "x", []float64{1, 2}, []bool{true}) })
	panics(t, "steps", func() { addSteps(p, "x", []float64{1, 2}, []float64{1}, nil, nil) })
	if got := held([]float64{1, 2, 3}); !slices.Equal(got, []float64{1, 1, 2, 2, 3}) {
		t.Errorf("%v", got)
	}
}

// What has the same name up to a comma has the same colour.
func TestPairedColours(t *testing.T) {
	p := WithTitle(nil, "", "", "")
	x := []float64{0, 1}
	AddPoints(p, "Aachen", x, x)
	AddPoints(p, "Bonn", x, x)
	AddBand(p, "Bonn, fitted", x, x, x, x)
	AddPath(p, "Aachen, path", x, x)
	AddCurve(p, "Celle", math.Exp)
	AddCurve(p, "Celle, average", math.Sqrt) // two curves of one colour could not be told apart
	AddPoints(p, "Fulda", x, x)
	AddCurve(p, "Fulda, fitted", math.Exp)
	for name, want := range map[string]int{"Aachen": 0, "Bonn, other": 1, "Celle": 2, "Diez": 5, "Fulda": 4} {
		if got := paint.IndexFor(p, name); got != want {
			t.Errorf("%s has colour %d, want %d", name, got, want)
		}
	}
}

// A theme changes what is made later, and can be taken back.
func TestTheme(t *testing.T) {
	usual := WithTitle(nil, "", "", "")
	Theme{Font: "serif", Size: 19, Width: 85, Grey: true}.Use()
	defer Theme{}.Use()
	p := WithTitle(nil, "", "", "")
	if got, want := p.X.Tick.Label.Font.Size, 2*usual.X.Tick.Label.Font.Size; got != want {
		t.Errorf("numbers of %v points, want %v", got, want)
	}
	if p.Title.TextStyle.Font.Variant != "Serif" {
		t.Errorf("the font is %q", p.Title.TextStyle.Font.Variant)
	}
	if _, _, w, h := (Grid{Plots: []*plot.Plot{p}}).Layout(); w != 321 || h != 240 {
		t.Errorf("%d × %d pixels, want 321 × 240 (85 mm)", w, h)
	}
	if _, _, w, _ := (Grid{Plots: []*plot.Plot{p, p}}).Layout(); w != 321 {
		t.Errorf("%d pixels, want 321", w)
	}
	for i, c := range paint.Palette {
		if c.R != c.G || c.G != c.B {
			t.Errorf("colour %d is no grey", i)
		}
	}
	if paint.Posterior != paint.Palette[0] {
		t.Error("the posterior has a colour of its own")
	}
	Theme{}.Use()
	if q := WithTitle(nil, "", "", ""); q.X.Tick.Label.Font != usual.X.Tick.Label.Font ||
		paint.Palette[0].R == paint.Palette[0].B {
		t.Error("the usual look does not come back")
	}
	panics(t, `the font "Times"`, func() { Theme{Font: "Times"}.Use() })
	panics(t, "85000 mm", func() { Theme{Width: 85000}.Use() })
	panics(t, "200 points", func() { Theme{Size: 200}.Use() })
}

// Rows have their height beside another plot, too; sorted and bare rows do what they say.
func TestForestForPaper(t *testing.T) {
	tr := &sampler.Trace{}
	for i, name := range []string{"b", "a", "c"} {
		draws := make([]float64, 100)
		for s := range draws {
			draws[s] = float64(i*10) + math.Sin(float64(s))
		}
		if err := tr.Add(name, [][]float64{draws}); err != nil {
			t.Fatal(err)
		}
	}
	sorted := Interval{Sorted: true, Bare: true}.Forest(tr)
	var names []string // from the bottom
	for _, tick := range sorted.Y.Tick.Marker.Ticks(0, 2) {
		names = append(names, tick.Label)
	}
	if want := []string{"b", "a", "c"}; !slices.Equal(names, want) {
		t.Errorf("from the bottom %q, want %q", names, want)
	}
	if boxes := (forest{bare: true}).GlyphBoxes(nil); boxes != nil {
		t.Error("a bare forest has room for columns")
	}
	many := &sampler.Trace{}
	for i := range 24 {
		many.Add("x"+string(rune('a'+i)), [][]float64{{1, 2, 3}})
	}
	g := Grid{Plots: []*plot.Plot{Forest(many), Density(tr, "a"), Density(tr, "a"), Density(tr, "b")}}
	if _, _, _, h := g.Layout(); h != 140+22*24+paint.CellHeight {
		t.Errorf("%d pixels high: the forest has not got what it needs", h)
	}
}

// Names and covariates on the axis.
func TestAlong(t *testing.T) {
	observed := []float64{1, 5, 2}
	replicated := [][]float64{{1, 1, 2}, {1.5, 2, 2.5}, {0.5, 1.5, 1}}
	p := Along(PredictiveIntervals(observed, replicated), "city", []string{"Aachen", "Bonn", "Celle"})
	if s := picture.Describe(p); p.X.Label.Text != "city" || !strings.Contains(s, "city") {
		t.Errorf("%s", s)
	}
	if ticks := p.X.Tick.Marker.Ticks(0, 2); len(ticks) != 3 || ticks[1].Label != "Bonn" {
		t.Errorf("%v", ticks)
	}
	p = Along(PredictiveIntervals(observed, replicated), "age", []float64{30, 70, 50})
	if !(p.X.Min < 30 && p.X.Max > 70 && p.X.Min > 25) {
		t.Errorf("from %v to %v", p.X.Min, p.X.Max)
	}
	at, dots := []float64{0, 1, 2}, plotter.XYs{{X: 0, Y: 1}, {X: 2, Y: 3}}
	movable(p, 3, at, []plotter.XYs{dots}, [][]int{{0, 2}})
	Along(p, "age", []float64{30, 70, 50})
	if !slices.Equal(at, []float64{30, 70, 50}) || dots[0].X != 30 || dots[1].X != 50 {
		t.Errorf("lines at %v, dots %v", at, dots)
	}
	panics(t, "2 values of age and 3", func() {
		Along(PredictiveIntervals(observed, replicated), "age", []float64{1, 2})
	})
	panics(t, "no place for each", func() { Along(Scatter("x", observed, observed), "age", observed) })
	panics(t, "observation 1 is NaN", func() {
		Along(PredictiveIntervals(observed, replicated), "age", []float64{1, math.NaN(), 3})
	})
}

// A plot for each group, and bars for counts.
func TestByGroup(t *testing.T) {
	observed := []float64{0, 1, 2, 3}
	replicated := [][]float64{{0, 1, 1, 4}, {1, 0, 2, 3}, {0, 0, 2, 2}}
	g := ByGroup([]string{"b", "a", "b", "a"}, observed, replicated, PredictiveIntervals)
	if len(g.Plots) != 2 || !strings.HasPrefix(g.Plots[0].Title.Text, "b: ") ||
		!strings.Contains(g.Plots[1].Title.Text, "of 2 values") {
		t.Errorf("%d plots, %q", len(g.Plots), g.Plots[0].Title.Text)
	}
	panics(t, "1 groups and 4", func() { ByGroup([]string{"a"}, observed, replicated, Rootogram) })
	d := overlayBarsData(observed, replicated)
	sum := 0.0
	for k := range d.Observed {
		sum += d.Observed[k]
		if d.Lower[k] < 0 || d.Upper[k] > 1 || d.Lower[k] > d.Upper[k] {
			t.Errorf("bin %d: %v to %v", k, d.Lower[k], d.Upper[k])
		}
	}
	if math.Abs(sum-1) > 1e-12 || d.Edges[0] != -0.5 {
		t.Errorf("shares add up to %v, edges %v", sum, d.Edges)
	}
	s := picture.Describe(PredictiveOverlay(observed, replicated).Plots[0])
	if !strings.Contains(s, "observed") || strings.Contains(s, "density") {
		t.Errorf("%s", s)
	}
}
