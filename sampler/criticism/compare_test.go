package criticism

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
)

// elpd makes a result from the densities of observations and their k̂.
func elpd(values []float64, k ...float64) *Elpd {
	points := make([]Point, len(values))
	for i, v := range values {
		points[i] = Point{Elpd: v, K: 0.1}
		if i < len(k) {
			points[i].K = k[i]
		}
	}
	return newElpd("LOO", 1000, 0.7, points)
}

func TestCompare(t *testing.T) {
	good := []float64{-1, -2, -1.5, -3, -2.5, -1}
	bad := []float64{-2, -4, -2, -5, -2.2, -3}
	c, err := Compare([]string{"bad", "good"}, elpd(bad, 0.8, 0.9), elpd(good))
	if err != nil {
		t.Fatal(err)
	}
	// By hand: the differences are −1, −2, −.5, −2, .3, −2 with sum −7.2, mean −1.2 and sum of
	// squares about it 4.7; Φ(7.2/√4.7) = Φ(3.321) = .99955.
	row := c.Rows[1]
	if c.Rows[0].Model != "good" || c.Rows[0].Diff != 0 || math.Abs(row.Diff+7.2) > 1e-12 ||
		math.Abs(row.SE*row.SE-4.7) > 1e-9 || math.Abs(row.Worse-0.99955) > 1e-5 {
		t.Errorf("%+v", c.Rows)
	}
	if row.Doubts != "k̂ above 0.7 for 2, fewer than 100 observations" || row.Bad != 2 ||
		c.Rows[0].Doubts != "" {
		t.Errorf("%q", row.Doubts)
	}
	if v := c.Verdict(); !strings.Contains(v, "not reliable") {
		t.Error(v)
	}
	both, err := Compare([]string{"b", "a"}, elpd([]float64{-2, -2.2}, 0.8), elpd([]float64{-1, -2}, 0.9))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"a" and "b" predict about equally well: the difference is 1.2, less than 4. But the ` +
		`estimates of "a" and "b" are not reliable.`; both.Verdict() != want {
		t.Error(both.Verdict())
	}
	if d := both.Rows[1].Doubts; !strings.Contains(d, "difference below 4") {
		t.Error(d)
	}
	once, twice, loo := elpd(good), elpd(bad), elpd(bad)
	once.Method, twice.Method = "leave-future-out, 1 fit", "leave-future-out, 2 fits"
	for warnings, other := range []*Elpd{twice, loo} {
		if c, err := Compare([]string{"a", "b"}, once, other); err != nil || len(c.Warnings) != warnings {
			t.Errorf("%s beside %s: %v, %v", once.Method, other.Method, c, err)
		}
	}
	same, err := Compare([]string{"a", "b"}, elpd(good), elpd(good))
	if err != nil || !strings.Contains(same.Verdict(), "equally well") {
		t.Error(same, err)
	}
}

// TestStack compares with a search over all weights.
func TestStack(t *testing.T) {
	r := sampler.Stream("stack", 1, 0)
	models := make([]*Elpd, 3)
	for k := range models {
		values := make([]float64, 40)
		for i := range values {
			values[i] = -2 - r.ExpFloat64()
			if i%3 == k && k < 2 {
				values[i] += 2
			}
		}
		models[k] = elpd(values)
	}
	score := func(w []float64) (sum float64) {
		for i := range 40 {
			mixed := 0.0
			for k, v := range w {
				mixed += v * math.Exp(models[k].Points[i].Elpd)
			}
			sum += math.Log(mixed)
		}
		return sum
	}
	got, err := Stack(models...)
	if err != nil {
		t.Fatal(err)
	}
	best := math.Inf(-1)
	for a := 0.0; a <= 1; a += 0.005 {
		for b := 0.0; a+b <= 1; b += 0.005 {
			best = max(best, score([]float64{a, b, 1 - a - b}))
		}
	}
	if sum := got[0] + got[1] + got[2]; math.Abs(sum-1) > 1e-9 || score(got) < best {
		t.Errorf("%v scores %.6f, the best of a grid %.6f", got, score(got), best)
	}
	if even := []float64{1. / 3, 1. / 3, 1. / 3}; score(even) > best-0.1 { // control
		t.Error("equal weights are as good")
	}
}

// KFold with one observation in each fold is leave-one-out.
func TestKFoldIsLeaveOneOut(t *testing.T) {
	y := datasets.ExamScores()
	without := func(i int) []float64 { return slices.Delete(slices.Clone(y), i, i+1) }
	folds := make([][]int, len(y))
	for i := range folds {
		folds[i] = []int{i}
	}
	got, err := KFold(folds, func(fold []int) (*LogLik, error) {
		m, err := exams.Model(without(fold[0]))
		if err != nil {
			return nil, err
		}
		tr, err := sampler.Run(t.Context(), m, sampler.Settings{Seed: 1})
		if err != nil {
			return nil, err
		}
		return Pointwise(tr, 1, func(d *sampler.Draw, _ int) float64 {
			return logNormal(y[fold[0]], d.Scalar("mu"), d.Scalar("sigma2"))
		})
	})
	if err != nil || math.Abs(got.Elpd+105.845817) > 0.1 || got.Method != "29-fold" {
		t.Error(got, err)
	}
	if len(got.Bad()) > 0 || !math.IsNaN(got.P) {
		t.Errorf("%+v", got)
	}
	r := sampler.Stream("folds", 1, 0)
	random, err := Folds(29, 10, r)
	if err != nil || len(random) != 10 || len(random[0]) != 3 || len(random[9]) != 2 {
		t.Error(random, err)
	}
}

// TestPIT: the values of data from the model are uniform, and those of data with half the spread
// are not.
func TestPIT(t *testing.T) {
	for _, spread := range []float64{1, 0.5} {
		r := sampler.Stream("pit", 2, 0)
		y := make([]float64, 200)
		for i := range y {
			y[i] = 80 + 8*r.NormFloat64()
		}
		m, err := exams.Model(y)
		tr := run(t, m, err, 250, 1)
		narrow := make([]float64, len(y))
		for i, v := range y {
			narrow[i] = 80 + spread*(v-80)
		}
		l, err := Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return logNormal(narrow[i], d.Scalar("mu"), d.Scalar("sigma2"))
		})
		if err != nil {
			t.Fatal(err)
		}
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := tr.Replicate(r, 0, len(y), replicateExams)
		if err != nil {
			t.Fatal(err)
		}
		pit, err := e.PIT(narrow, rep)
		if err != nil {
			t.Fatal(err)
		}
		mean, outer := 0.0, 0.0
		for _, p := range pit {
			mean += p / 200
			if p < 0.1 || p > 0.9 {
				outer++
			}
		}
		uniform := math.Abs(mean-0.5) < 0.09 && math.Abs(outer-40) < 25
		if uniform != (spread == 1) {
			t.Errorf("spread %g: mean %.3f, %v of 200 outside the middle 80 %%", spread, mean, outer)
		}
	}
}

func TestGrouped(t *testing.T) {
	l, err := Recorded(schools(t)["centered_eight"], "log_lik")
	if err != nil {
		t.Fatal(err)
	}
	g, err := l.Grouped(strings.Split("abbacabc", ""))
	if err != nil || g.Len() != 3 || !slices.Equal(g.names, []string{"a", "b", "c"}) {
		t.Fatal(g, err)
	}
	got, err := g.observation(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []int{0, 777, 1999} {
		want := 0.0
		for _, i := range []int{1, 2, 6} {
			x, _ := l.observation(i)
			want += x[s]
		}
		if math.Abs(got[s]-want) > 1e-12 {
			t.Errorf("draw %d: %v, want %v", s, got[s], want)
		}
	}
	a, _ := g.Total()
	b, _ := l.Total()
	if math.Abs(a[5]-b[5]) > 1e-12 {
		t.Errorf("%v, %v", a[5], b[5])
	}
}
