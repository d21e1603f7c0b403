package nb

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// numbers is one awkward data set in the forms that plots ask for.
type numbers struct {
	x     []float64
	tr    *sampler.Trace // x and y, which is x in another order, as four chains
	names []string       // one for each number of few
	few   []float64      // the absolute values of the first twelve
	table [][]float64    // few in rows of four
	sets  [][]float64    // x, rotated
	lo    float64
	hi    float64
}

func numbersOf(t *testing.T, x []float64) numbers {
	t.Helper()
	n := numbers{x: x, tr: &sampler.Trace{}}
	chains := func(x []float64) (parts [][]float64) {
		for c := range 4 {
			parts = append(parts, x[c*len(x)/4:(c+1)*len(x)/4])
		}
		return parts
	}
	half := len(x) / 2
	y := slices.Concat(x[half:], x[:half])
	if err := errors.Join(n.tr.Add("x", chains(x)), n.tr.Add("y", chains(y))); err != nil {
		t.Fatal(err)
	}
	for i, v := range x[:min(12, len(x))] {
		n.few = append(n.few, math.Abs(v))
		n.names = append(n.names, fmt.Sprint("n", i))
	}
	for i := 0; i+4 <= len(n.few); i += 4 {
		n.table = append(n.table, n.few[i:i+4])
	}
	n.sets = [][]float64{x, y, x, y}
	n.lo, n.hi = slices.Min(x), slices.Max(x)
	if n.lo == n.hi {
		n.hi = math.Nextafter(n.lo, math.Inf(1))
	}
	return n
}

// at is a function that takes the absolute values of x one after the other between lo and hi.
func (n numbers) at(v float64) float64 {
	share := (v/2 - n.lo/2) / (n.hi/2 - n.lo/2)
	if !(share >= 0 && share <= 1) {
		return 0
	}
	return math.Abs(n.x[int(share*float64(len(n.x)-1))])
}

func whole(x []float64, n int) (z []int) {
	for i := range x {
		z = append(z, i%n)
	}
	return z
}

func shares(x []float64) (y []float64) {
	for _, v := range x {
		y = append(y, math.Abs(math.Tanh(v)))
	}
	return y
}

func absolute(x []float64) (y []float64) {
	for _, v := range x {
		y = append(y, math.Abs(v))
	}
	return y
}

func columns(x, y []float64) (points [][]float64) {
	for i := range x {
		points = append(points, []float64{x[i], y[i]})
	}
	return points
}

// kinds draws every kind of plot from awkward numbers. TestEveryPlotIsTriedAtAllScales holds that
// none is left out.
var kinds = map[string]func(n numbers) any{
	"AddBand": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddBand(p, "rate", slices.Sorted(slices.Values(n.x)), n.sets[1], n.sets[1], n.sets[1])
		return p
	},
	"AddSurvival": func(n numbers) any {
		p := WithTitle(nil, "Survival", "time", "share alive")
		died := make([]bool, len(n.x))
		for i := range died {
			died[i] = i%3 > 0
		}
		AddSurvival(p, "all", absolute(n.x), died)
		return p
	},
	"Along": func(n numbers) any { return Along(PredictiveIntervals(n.x, n.sets), "age", n.x) },
	"ByGroup": func(n numbers) any {
		group := make([]string, len(n.x))
		for i := range group {
			group[i] = fmt.Sprint("group ", i%2)
		}
		return ByGroup(group, n.x, n.sets, PredictiveIntervals)
	},
	"AddErrorBars": func(n numbers) any {
		p := WithTitle(nil, "one", "x", "y")
		AddErrorBars(p, "one", n.x, n.sets[1], nil, absolute(n.x))
		AddErrorBars(p, "two", n.x, n.sets[2], absolute(n.x), nil)
		return p
	},
	"AddFit": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddFit(p, "line", slices.Sorted(slices.Values(n.x)), n.sets)
		return p
	},
	"KHat": func(n numbers) any {
		e := &criticism.Elpd{Limit: 0.7}
		for _, v := range n.x {
			e.Points = append(e.Points, criticism.Point{K: v})
		}
		return KHat(e)
	},
	"ModelDifferences": func(n numbers) any {
		c := &criticism.ModelComparison{}
		for i, v := range n.few {
			c.Rows = append(c.Rows, criticism.ModelRow{Model: n.names[i], Diff: -v, SE: v / 2})
		}
		return ModelDifferences(c)
	},
	"PIT": func(n numbers) any { return PIT(shares(n.x)) },
	"PowerScale": func(n numbers) any {
		l := Must(criticism.Pointwise(n.tr, 1,
			func(d *sampler.Draw, _ int) float64 { return d.Scalar("x") }))
		prior := criticism.LogPrior{Name: "x",
			At: func(d *sampler.Draw) float64 { return d.Scalar("y") }}
		return PowerScale(n.tr, l, []criticism.LogPrior{prior}, "x")
	},
	"Rootogram": func(n numbers) any {
		counts := make([]float64, len(n.x))
		for i, v := range n.x {
			counts[i] = math.Trunc(math.Abs(v))
		}
		return Rootogram(counts, [][]float64{counts, counts})
	},
	"AddCurve": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddCurve(p, "f",
			n.at)
		return p
	},
	"AddExact": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddExact(p, "f",
			n.at)
		return p
	},
	"AddPrior": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddPrior(p, "f",
			n.at)
		return p
	},
	"AddMark": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddMark(p, "m",
			n.x[0])
		return p
	},
	"AddPath": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddPath(p, "way", n.x,
			n.sets[1])
		return p
	},
	"AddPoints": func(n numbers) any {
		p := Scatter("x", n.x, n.x)
		AddPoints(p, "more", n.x, n.sets[1])
		return p
	},
	"AddRegion": func(n numbers) any {
		p := Histogram(n.x, "x")
		AddRegion(p, n.tr, "x", n.lo, n.hi)
		return p
	},
	"Autocorr":    func(n numbers) any { return Autocorr(n.tr, "x", 5) },
	"Bars":        func(n numbers) any { return Bars(n.names, n.few, n.few) },
	"Calibration": func(n numbers) any { return Calibration(shares(n.x), make([]bool, len(n.x))) },
	"Compare": func(n numbers) any {
		return Compare([]string{"a", "b"},
			[]*sampler.Trace{n.tr, n.tr})
	},
	"Confusion": func(n numbers) any {
		return Confusion(n.names, whole(n.few, len(n.few)),
			whole(n.few, len(n.few)))
	},
	"Contour": func(n numbers) any {
		return Contour(func(x, y float64) float64 { return n.at(x) }, n.lo, n.hi, n.lo, n.hi)
	},
	"Convergence": func(n numbers) any { return Convergence(n.tr) },
	"Curve":       func(n numbers) any { return Curve("f", n.lo, n.hi, n.at) },
	"Densities": func(n numbers) any {
		return Densities([]string{"a", "b"},
			[][]float64{n.x, n.few})
	},
	"Density": func(n numbers) any { return Density(n.tr, "x") },
	"DensityBetween": func(n numbers) any {
		return DensityBetween(n.tr, "x", n.lo, math.Inf(1))
	},
	"DocTopics": func(n numbers) any {
		return DocTopics([]string{"a", "b", "c", "d"},
			n.table)
	},
	"Each":         func(n numbers) any { return Each(n.tr, RankPlot) },
	"EachChain":    func(n numbers) any { return EachChain(n.tr, TracePlot, "x") },
	"EqualScales":  func(n numbers) any { return EqualScales(Scatter("x", n.x, n.sets[1])) },
	"ESSEvolution": func(n numbers) any { return ESSEvolution(n.tr, "x") },
	"Forest":       func(n numbers) any { return Forest(n.tr) },
	"Groups": func(n numbers) any {
		return Groups(columns(n.x, n.sets[1]),
			whole(n.x, 3))
	},
	"HeatMap": func(n numbers) any {
		return HeatMap(n.names[:len(n.table)],
			[]string{"a", "b", "c", "d"}, n.table)
	},
	"Histogram": func(n numbers) any { return Histogram(n.x, "x") },
	"Images": func(n numbers) any {
		return Images(n.names[:len(n.table)], n.table,
			2)
	},
	"Precision": func(n numbers) any { return Precision(n.tr, "x") },
	"Pairs":     func(n numbers) any { return Pairs(n.tr) },
	"PlateDiagram": func(n numbers) any {
		return PlateDiagram(fmt.Sprintf("(%v) → x → [y]",
			n.x[0]))
	},
	"Predictive":          func(n numbers) any { return Predictive(n.x, n.sets[1]) },
	"PredictiveOverlay":   func(n numbers) any { return PredictiveOverlay(n.x, n.sets) },
	"PredictiveIntervals": func(n numbers) any { return PredictiveIntervals(n.x, n.sets) },
	"PredictiveStatistic": func(n numbers) any {
		sets := [][]float64{}
		for _, v := range n.x {
			sets = append(sets, []float64{v})
		}
		return PredictiveStatistic("first", n.x[:1], sets,
			func(x []float64) float64 { return x[0] })
	},
	"RankPlot": func(n numbers) any { return RankPlot(n.tr, "x") },
	"RankECDF": func(n numbers) any { return RankECDF("x", whole(n.x, 10), 9) },
	"RaoBlackwell": func(n numbers) any {
		return RaoBlackwell("x", n.lo, n.hi, 4, func(_ int, x float64) float64 { return n.at(x) })
	},
	"Ridge":     func(n numbers) any { return Ridge(n.tr) },
	"Scatter":   func(n numbers) any { return Scatter("x", n.x, n.sets[1]) },
	"WithTitle": func(n numbers) any { return WithTitle(Histogram(n.x, "x"), "t", "x", "y") },
	"TopicMap": func(n numbers) any {
		k := min(3, len(n.few))
		v := math.Tanh(n.few[0])
		alike := [][]float64{{1, 0, v}, {0, 1, 0}, {v, 0, 1}}
		for i := range alike {
			alike[i] = alike[i][:k]
		}
		return TopicMap(n.names[:k], alike[:k], n.few[:k])
	},
	"TraceDensity": func(n numbers) any { return TraceDensity(n.tr) },
	"TracePlot":    func(n numbers) any { return TracePlot(n.tr, "x") },
	"WordBars":     func(n numbers) any { return WordBars(n.names, n.few, 0) },
}
