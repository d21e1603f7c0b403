package nb

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/internal/turns"
	"gibbslab/nb/internal/paint"
)

// exportedPlots are the exported functions of this package that return a plot or a Grid, or take a
// plot first.
func exportedPlots(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	ofPlot := func(fields *ast.FieldList) bool {
		if fields == nil || len(fields.List) == 0 {
			return false
		}
		switch x := fields.List[0].Type.(type) {
		case *ast.StarExpr:
			s, ok := x.X.(*ast.SelectorExpr)
			return ok && s.Sel.Name == "Plot"
		case *ast.Ident:
			return x.Name == "Grid"
		}
		return false
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() &&
				(ofPlot(fn.Type.Results) || ofPlot(fn.Type.Params)) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// A new plot must be tried at all scales, too.
func TestEveryPlotIsTriedAtAllScales(t *testing.T) {
	exported := exportedPlots(t)
	for _, name := range exported {
		if kinds[name] == nil {
			t.Errorf("%s is not in the table kinds of kinds_test.go: add a row that draws it", name)
		}
	}
	for name := range kinds {
		if !slices.Contains(exported, name) {
			t.Errorf("the table kinds of kinds_test.go draws %s, and the package has no such plot", name)
		}
	}
}

// watch ends the program when f hangs or eats the memory, and says where. It is no measure of
// speed.
func watch(what string, f func()) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		start := time.Now()
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapAlloc > 3<<30 || time.Since(start) > 5*time.Minute {
				fmt.Fprintf(os.Stderr, "%s: %d MB after %v\n", what, m.HeapAlloc>>20,
					time.Since(start))
				os.Exit(3)
			}
		}
	}()
	f()
}

// drawn draws a plot or a Grid, and returns what it panicked with: a sentence, or nothing. Any
// other panic, a place that is no number or far away, and a picture without end are errors.
func drawn(t *testing.T, name string, plots func() any) (refusal string) {
	t.Helper()
	return drawnWithin(t, 20_000, name, plots)
}

// drawnWithin is drawn with another limit for the number of drawing operations.
func drawnWithin(t *testing.T, most int, name string, plots func() any) (refusal string) {
	t.Helper()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			t.Errorf("%s: %v\n%s", name, r, firstFrames())
		case error:
			refusal = r.Error()
		case string:
			refusal = r
		default:
			t.Errorf("%s: panic %v", name, r)
		}
		if refusal != "" && (!strings.Contains(refusal, ":") || len(refusal) > 400) {
			t.Errorf("%s: %q is no sentence", name, refusal)
		}
	}()
	shown := plots()
	g, ok := shown.(Grid)
	if !ok {
		g = Grid{Plots: []*plot.Plot{shown.(*plot.Plot)}}
	}
	_ = g.String()
	_, _, width, height := g.Layout()
	var rec recorder.Canvas
	g.Draw(draw.NewCanvas(&rec, paint.Points(width), paint.Points(height)))
	if n := len(rec.Actions); n > most {
		t.Errorf("%s: %d drawing operations", name, n)
	}
	for _, a := range rec.Actions {
		for _, at := range placesOf(a) {
			if !(math.Abs(float64(at.X)) < 1e5 && math.Abs(float64(at.Y)) < 1e5) {
				t.Errorf("%s: draws at %v: %T", name, at, a)
				return refusal
			}
		}
	}
	return refusal
}

func firstFrames() string {
	buf := make([]byte, 4096)
	var ours []string
	for line := range strings.Lines(string(buf[:runtime.Stack(buf, false)])) {
		if strings.Contains(line, ".go:") && strings.Contains(line, "/nb/") &&
			!strings.Contains(line, "scales_test") {
			ours = append(ours, strings.TrimSpace(line))
		}
	}
	return strings.Join(ours, "\n")
}

func placesOf(a recorder.Action) (at []vg.Point) {
	switch a := a.(type) {
	case *recorder.FillString:
		return []vg.Point{a.Point}
	case *recorder.Stroke:
		return pathPlaces(a.Path)
	case *recorder.Fill:
		return pathPlaces(a.Path)
	}
	return nil
}

func pathPlaces(path vg.Path) (at []vg.Point) {
	for _, c := range path {
		at = append(at, c.Pos)
	}
	return at
}

// What may be refused, with a sentence, and nothing else: a density where float64 has no numbers
// for it, and so on.
const (
	densities = " Density DensityBetween Predictive"
	bars      = " AddRegion Densities PowerScale Histogram Pairs PredictiveStatistic " +
		"Ridge WithTitle TraceDensity"
	layers   = " AddCurve AddExact AddPrior" // they need a range
	noESS    = " Convergence ESSEvolution Precision"
	still    = densities + layers + noESS
	anything = "anything"
)

// awkward are the numbers that plots were found to hang on, or to fail on, and their relatives.
var awkward = map[string]struct {
	refused string
	number  func(i int, u float64) float64
}{
	"ordinary":     {"", func(_ int, u float64) float64 { return u }},
	"times 1e300":  {"", func(_ int, u float64) float64 { return u * 1e300 }},
	"times 1e-300": {"", func(_ int, u float64) float64 { return u * 1e-300 }},
	"times 1e-9":   {"", func(_ int, u float64) float64 { return u * 1e-9 }},
	"±1.7e308": {densities + bars + " Contour RaoBlackwell ModelDifferences",
		func(i int, _ float64) float64 { return 1.7e308 * float64(i%2*2-1) }},
	"up to 1.7e308": {densities + bars + " Contour RaoBlackwell ModelDifferences",
		func(_ int, u float64) float64 { return 1.7e308 * math.Tanh(u) }},
	"subnormal": {densities + bars,
		func(_ int, u float64) float64 { return 5e-324 * math.Round(10*u) }},
	"more subnormal": {densities + bars,
		func(_ int, u float64) float64 { return 1e-310 * u }},
	"0 and 1e-320": {densities + bars,
		func(i int, _ float64) float64 { return 1e-320 * float64(i%2) }},
	"1 and 1e300": {"", func(i int, _ float64) float64 {
		return []float64{1,
			1e300}[i%2]
	}},
	"mostly 1, one 1e300": {"", func(i int, u float64) float64 {
		return []float64{u,
			1e300}[(i+1)/200]
	}},
	"always 2.5": {still, func(int, float64) float64 { return 2.5 }},
	"always 0":   {still + " Contour", func(int, float64) float64 { return 0 }},
	"0 and -0": {still + " Contour",
		func(i int, _ float64) float64 { return math.Copysign(0, float64(i%2)-0.5) }},
	"always 1e16":   {still, func(int, float64) float64 { return 1e16 }},
	"always -1e300": {still, func(int, float64) float64 { return -1e300 }},
	"always 1e-300": {still, func(int, float64) float64 { return 1e-300 }},
	"always 5e-324": {still, func(int, float64) float64 { return 5e-324 }},
	"always the largest": {still + " Contour Curve RaoBlackwell ModelDifferences",
		func(int, float64) float64 { return math.MaxFloat64 }},
	"1 and its neighbours": {densities + " Convergence", func(i int, _ float64) float64 {
		return 1 +
			float64(i%3-1)*0x1p-52
	}},
	"1e16, 2 and 4 more": {densities + " Convergence",
		func(i int, _ float64) float64 { return 1e16 + 2*float64(i%3) }},
	"1e16 and more": {densities, func(_ int, u float64) float64 {
		return 1e16 +
			math.Round(50*u)
	}},
	"1e300 and neighbours": {densities + " Convergence",
		func(i int, _ float64) float64 { return math.Nextafter(1e300, float64(i%2)*1e301) }},
	"ns, 256 apart": {densities + " Convergence",
		func(i int, _ float64) float64 { return 1.7e18 + 256*float64(i%2) }},
	"ns of some seconds": {"", func(_ int, u float64) float64 { return 1.7e18 + 1e9*u }},
	"probabilities":      {"", func(_ int, u float64) float64 { return 1 / (1 + math.Exp(-u)) }},
	"tiny probabilities": {"", func(_ int, u float64) float64 {
		return 1e-300 / (1 +
			math.Exp(-u))
	}},
	"1e300 and above": {"", func(_ int, u float64) float64 {
		return 1e300 * (1 +
			math.Abs(u))
	}},
	"a NaN": {anything, func(i int, u float64) float64 {
		return u +
			[]float64{0, math.NaN()}[i/7%2*(i/100)]
	}},
	"an Inf": {anything, func(i int, u float64) float64 {
		return u +
			[]float64{0, math.Inf(1)}[i/7%2*(i/100)]
	}},
	"all NaN":  {anything, func(int, float64) float64 { return math.NaN() }},
	"all -Inf": {anything, func(int, float64) float64 { return math.Inf(-1) }},
}

func TestAllScales(t *testing.T) {
	turns.Long(t)
	for _, name := range slices.Sorted(maps.Keys(awkward)) {
		a := awkward[name]
		for _, size := range []int{200, 4, 1} {
			var x []float64
			for i, u := range slices.Concat(autoregression(4, 50, 0.3, 0, 1)...)[:size] {
				x = append(x, a.number(i, u))
			}
			n := numbersOf(t, x)
			var refused []string
			for _, kind := range slices.Sorted(maps.Keys(kinds)) {
				what := fmt.Sprintf("%s of %d: %s", kind, size, name)
				watch(what, func() {
					if drawn(t, what, func() any { return kinds[kind](n) }) != "" {
						refused = append(refused, kind)
					}
				})
			}
			want := strings.Fields(a.refused)
			slices.Sort(want)
			if size == 200 && a.refused != anything && !slices.Equal(refused, want) {
				t.Errorf("%s: refused are %v, want %v", name, refused, want)
			}
		}
	}
}

// Ticks are numbers in increasing order within the axis, and their labels tell them apart.
func TestTicksAtAllScales(t *testing.T) {
	for _, ends := range [][2]float64{{0, 1}, {1, 1}, {1 - 0x1p-53, 1}, {1, 1 + 0x1p-52},
		{1e16, 1e16 + 2}, {1.7e18, 1.7e18 + 1e9},
		{-1e300, 1e300}, {-math.MaxFloat64, math.MaxFloat64}, {math.MaxFloat64,
			math.MaxFloat64}, {0, 5e-324}, {0, 1e-310}, {1e-300, 1e-300},
		{1e-9, 1e-9}, {100, 100 + 1e-11}, {-1e-320, 1e-320}, {math.Inf(1),
			math.Inf(-1)}, {math.NaN(), math.NaN()}, {-3, 7}} {
		a := plot.New().X
		a.Min, a.Max = ends[0], ends[1]
		paint.Steady(&a)
		marks := a.Tick.Marker.Ticks(a.Min, a.Max)
		if len(marks) < 1 || len(marks) < 2 && ends[1] > 1e-300 || len(marks) > 20 {
			t.Errorf("%v: %d ticks", ends, len(marks))
		}
		for i, m := range marks {
			if at := a.Norm(m.Value); !(at > -1e-6 && at < 1+1e-6) || i > 0 &&
				(marks[i-1].Value >= m.Value || marks[i-1].Label == m.Label) {
				t.Errorf("%v: ticks %v from %v to %v", ends, marks, a.Min, a.Max)
			}
		}
	}
}
