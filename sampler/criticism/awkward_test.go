package criticism

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
)

func replicateExams(r *rand.Rand, d *sampler.Draw, y []float64) {
	for i := range y {
		y[i] = d.Scalar("mu") + math.Sqrt(d.Scalar("sigma2"))*r.NormFloat64()
	}
}

// traceOf has these draws of a parameter named x, in two chains.
func traceOf(t *testing.T, x []float64) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	if err := tr.Add("x", [][]float64{x[:len(x)/2], x[len(x)/2:]}); err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestErrorsAreSentences tries bad input.
func TestErrorsAreSentences(t *testing.T) {
	m, err := exams.Model(datasets.ExamScores())
	tr := run(t, m, err, 100, 1)
	good := examsLogLik(t, tr)
	at := func(v float64) *LogLik {
		l, err := Pointwise(tr, 3, func(d *sampler.Draw, i int) float64 {
			if i == 2 && d.Chain == 1 && d.Index == 7 {
				return v
			}
			return d.Scalar("mu")
		})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	loo, err := LOO(good)
	if err != nil {
		t.Fatal(err)
	}
	r := sampler.Stream("errors", 1, 0)
	one := func(d *sampler.Draw) float64 { return 1 }
	cases := map[string]func() error{
		"observation 2 is -Inf in draw 7 of chain 1": func() error { _, err := LOO(at(math.Inf(-1))); return err },
		"observation 2 is NaN in draw 7 of chain 1":  func() error { _, err := LOO(at(math.NaN())); return err },
		"observation 2 is +Inf":                      func() error { _, err := at(math.Inf(1)).Total(); return err },
		"no pointwise log likelihood was given":      func() error { _, err := LOO(nil); return err },
		`was recorded as "log_lik"`:                  func() error { _, err := Recorded(tr, "log_lik"); return err },
		"at least one observation":                   func() error { _, err := Pointwise(tr, 0, nil); return err },
		"no draws":                                   func() error { _, err := PerDraw(&sampler.Trace{}, one); return err },
		`no parameter "nu"`: func() error {
			_, err := PerDraw(tr, func(d *sampler.Draw) float64 { return d.Scalar("nu") })
			return err
		},
		"3 names for 29 observations": func() error { _, err := good.Named("a", "b", "c"); return err },
		"name the group of each":      func() error { _, err := good.Grouped([]string{"a"}); return err },
		"at least two models":         func() error { _, err := Compare([]string{"a"}, loo); return err },
		"compare models of the same data": func() error {
			_, err := Compare([]string{"a", "b"}, loo, elpd([]float64{1, 2}))
			return err
		},
		"stack models of the same data": func() error { _, err := Stack(loo, elpd([]float64{1, 2})); return err },
		`there is no model "b"`:         func() error { _, err := Compare([]string{"a", "b"}, loo, nil); return err },
		"10-fold has no weights": func() error {
			_, err := newElpd("10-fold", 1000, 0.7, []Point{{Elpd: 1}}).Weights(0)
			return err
		},
		"no observation 29":             func() error { _, err := loo.Weights(29); return err },
		"one for each of the 400 draws": func() error { _, err := loo.PIT(datasets.ExamScores(), nil); return err },
		"needs replicated data sets": func() error {
			_, err := PredictiveP(datasets.ExamScores(), nil, first)
			return err
		},
		"replicate 0 has 1 observations": func() error {
			_, err := PredictiveP([]float64{1, 2}, [][]float64{{1}}, first)
			return err
		},
		"the log likelihood and the log density": func() error { _, err := PowerScale(tr, good, nil); return err },
		`the prior "p" is NaN`: func() error {
			_, err := PowerScale(tr, good, []LogPrior{{"p", func(d *sampler.Draw) float64 { return math.NaN() }}})
			return err
		},
		"between 2 folds":              func() error { _, err := Folds(3, 4, r); return err },
		"is not in exactly one of the": func() error { _, err := KFold([][]int{{0}, {0}}, nothing); return err },
		"fold 1 is empty":              func() error { _, err := KFold([][]int{{0}, {}}, nothing); return err },
		"return the log likelihood":    func() error { _, err := KFold([][]int{{0}}, nothing); return err },
		"singular": func() error {
			_, err := Bridge(tr, 2, func(d *sampler.Draw, x []float64) { x[0], x[1] = d.Scalar("mu"), d.Scalar("mu") },
				first, r)
			return err
		},
		"Bridge: the covariance of 1099511627776 coordinates: that takes": func() error {
			_, err := Bridge(tr, 1<<40, func(*sampler.Draw, []float64) {}, first, r)
			return err
		},
		"in draw 0 of the second": func() error {
			_, err := Bridge(tr, 1, func(d *sampler.Draw, x []float64) { x[0] = d.Scalar("mu") },
				func([]float64) float64 { return math.Inf(-1) }, r)
			return err
		},
		"the log prior density is": func() error { _, err := SavageDickey(tr, math.Inf(-1), one); return err },
		"lies outside": func() error {
			_, err := SavageDickey(tr, 0, func(*sampler.Draw) float64 { return math.Inf(-1) })
			return err
		},
	}
	for want, f := range cases {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func first(x []float64) float64           { return x[0] }
func nothing(fold []int) (*LogLik, error) { return nil, nil }

// Data with one observation, few draws, equal weights, and all weight on one draw give numbers and
// warnings.
func TestAwkwardWeights(t *testing.T) {
	r := sampler.Stream("awkward", 1, 0)
	draws := make([]float64, 400)
	for s := range draws {
		draws[s] = r.NormFloat64()
	}
	of := func(n int, x []float64, f func(x float64) float64) *Elpd {
		l, err := Pointwise(traceOf(t, x), n, func(d *sampler.Draw, _ int) float64 { return f(d.Scalar("x")) })
		if err != nil {
			t.Fatal(err)
		}
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	equal := of(2, draws, func(float64) float64 { return -1.5 })
	if equal.Elpd != -3 || equal.P != 0 || len(equal.Bad()) > 0 || equal.MCSE != 0 || !math.IsNaN(equal.Points[0].K) {
		t.Errorf("%+v", equal)
	}
	one := of(1, draws, func(x float64) float64 { return -x * x / 8 })
	if !math.IsNaN(one.SE) || len(one.Warnings) != 1 {
		t.Errorf("%+v", one)
	}
	few := of(2, draws[:20], func(x float64) float64 { return -x * x / 8 })
	if !math.IsNaN(few.Points[0].K) || len(few.Warnings) != 1 || !strings.Contains(few.String(), "20 draws") {
		t.Errorf("%+v", few)
	}
	stuck := of(2, draws, func(x float64) float64 { return -1000 * x })
	if len(stuck.Bad()) != 2 || stuck.Points[0].ESS > 2 || !strings.Contains(stuck.String(), "not reliable") {
		t.Errorf("%+v", stuck)
	}
	for s := range draws { // the densities of an observation differ by a factor of more than e⁶⁰⁰
		draws[s] *= -1000
	}
	if want := logMeanExp(draws) - stuck.Points[0].Elpd; !(math.Abs(stuck.Points[0].P-want) < 1e-9*want) {
		t.Errorf("p is %v, want %v", stuck.Points[0].P, want)
	}
	if w := Smooth([]float64{1, 2, math.NaN()}, 1); !math.IsNaN(w.Log[0]) || !math.IsNaN(w.ESS) {
		t.Errorf("%+v", w)
	}
}

// Results do not depend on the number of processors.
func TestLOOIsTheSameOnOneProcessor(t *testing.T) {
	m, err := exams.Model(datasets.ExamScores())
	l := examsLogLik(t, run(t, m, err, 300, 1))
	two, err := LOO(l)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, err := LOO(l)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range one.Points {
		if p != two.Points[i] {
			t.Errorf("observation %d: %+v, %+v", i, p, two.Points[i])
		}
	}
}
