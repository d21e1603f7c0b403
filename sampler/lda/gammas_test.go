package lda

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// gammasOfCount draws gammas of one count in a model of v words.
func gammasOfCount(count int32, beta float64, v, draws int, change func(g *gammas)) []float64 {
	const topics = 4
	x := newScratch(topics)
	g := newGammas(sampler.Stream("gammas", 1, v), beta, v)
	change(&g)
	n, rows := slices.Repeat([]int32{count}, draws), make([]float32, draws)
	gammasOf(&g, x, 0, n, rows, topics)
	all := make([]float64, draws)
	for i, y := range rows {
		all[i] = math.Log(max(float64(y), 1e-30)) + x.top[i%topics]
	}
	return all
}

// distance is the largest difference of two distribution functions, above the smallest value.
func distance(a, b []float64) (d float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, x := range a {
		if x > -69 { // log 1e-30
			j, _ := slices.BinarySearch(b, x)
			d = max(d, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
		}
	}
	return d
}

// The quick gammas have the law of variate.LogGamma, below 1e-30 too, where they are 0.
func TestGammas(t *testing.T) {
	turns.Long(t)
	const draws = 200_000
	bound := 2.2 * math.Sqrt(2./draws) // Kolmogorov–Smirnov: passed with a probability of 1e-4
	r := sampler.Stream("gammas", 2, 0)
	as := func(*gammas) {}
	for _, c := range []struct {
		count int32
		beta  float64
		v     int
	}{{0, 0.01, 1000}, {0, 0.3, 1000}, {0, 0.97, 10}, {0, 1.5, 10}, {2, 0.01, 1000},
		{0, 1e-4, 100_000}, {0, 0.3, 2}, {1, 0.05, 4}} {
		want := make([]float64, draws)
		for i := range want {
			want[i] = variate.LogGamma(r, float64(c.count)+c.beta)
		}
		if d := distance(gammasOfCount(c.count, c.beta, c.v, draws, as), want); d > bound {
			t.Errorf("%+v: the distribution functions differ by %.4f", c, d)
		}
		if c.count > 0 || c.beta > 0.9 || float64(c.v)*c.beta < 5 {
			continue
		}
		wrong := func(g *gammas) { g.b = 1 } // a broken twin: it never draws the upper branch
		if d := distance(gammasOfCount(0, c.beta, c.v, draws, wrong), want); d < bound &&
			c.beta > 0.1 {
			t.Errorf("%+v: a wrong constant goes unnoticed: %.4f", c, d)
		}
	}
}

// Enough words that φ is drawn without logarithms, most of which do not occur.
var manyWords = func() toy {
	y := toy{name: "3 topics, 600 words", alpha: []float64{0.2, 0.7, 1.5}, beta: 0.01, first: 0,
		last: 7}
	for _, row := range [][]int32{{2, 1, 0}, {0, 1, 1}, {1, 0, 2}} {
		y.counts = append(y.counts, append(row, make([]int32, 597)...))
	}
	y.last = 5
	y.want = enumerate(y.docs(), 600, y.alpha, y.beta, y.first, y.last)
	return y
}()

// The posterior is right with quick gammas. If φ is 0 wherever the count is, that is noticed.
func TestQuickGammasExact(t *testing.T) {
	turns.Long(t)
	y := &manyWords
	model := func() sampler.Model[State] {
		return must(y.prior().Model(y.docs(), 600, Settings{Sampler: PartiallyCollapsed}))
	}
	if z, mean := compare(t, y, 1500, model()); math.Abs(z[0]) > 4 || math.Abs(z[1]) > 4 {
		t.Errorf("E log p(w, z) %.3f, exact %.3f: z %.1f", mean, y.want.mean, z)
	}
	m := model()
	right := m.Blocks[0].Update
	m.Blocks[0].Update = func(r *rand.Rand, s *State) error {
		err := right(r, s)
		g := s.kernel.(*partial)
		for i, n := range g.nwk {
			if n == 0 {
				g.phi[i/g.topics*g.stride+i%g.topics] = 0
			}
		}
		return err
	}
	if z, mean := compare(t, y, 1500, m); math.Abs(z[0]) < 5 && math.Abs(z[1]) < 5 {
		t.Errorf("not noticed: E log p(w, z) %.3f, z %.1f", mean, z)
	}
}
