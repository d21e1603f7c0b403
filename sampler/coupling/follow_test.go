package coupling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
)

// coupled draws n pairs of one law with two sets of parameters, and returns the values of the
// chain behind, and how often they were those of the chain ahead. With broken, the chain behind
// draws from its own law when it does not take the value over, and not from what that leaves.
func coupled(seed uint64, n int, broken bool, draw func(r *rand.Rand, p []float64) float64, p, q []float64) (
	values []float64, same float64,
) {
	lead := &leader{src: sampler.Stream("lead", seed, 0)}
	lead.r = rand.New(lead)
	behind := &follower{src: sampler.Stream("follow", seed, 0), lead: lead}
	behind.r = rand.New(behind)
	defer draws.Attach(lead.r, lead)()
	wrong := &careless{behind}
	if broken {
		defer draws.Attach(behind.r, wrong)()
	} else {
		defer draws.Attach(behind.r, behind)()
	}
	for range n {
		lead.begin(true)
		x := draw(lead.r, p)
		behind.begin()
		y := draw(behind.r, q)
		if values = append(values, y); x == y {
			same += 1 / float64(n)
		}
	}
	return values, same
}

// careless forgets that what is left of the law is another law.
type careless struct{ *follower }

func (c *careless) Draw(law draws.Law, dst []float64) {
	d := c.lead.laws[0]
	here, there := law.LogProb(d.value, law.Params), d.law.LogProb(d.value, d.law.Params)
	if c.own = true; there-c.r.ExpFloat64() <= here {
		copy(dst, d.value)
	} else {
		law.Draw(c.r, law.Params, dst)
	}
	c.own = false
}

// Each draw of the chain behind has its own law, and is that of the chain ahead with the
// probability 1 − TV, the largest possible.
func TestCouplingsAreMaximal(t *testing.T) {
	n := 20_000
	if turns.Short(t) {
		n = 4000
	}
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	for name, c := range map[string]struct {
		draw         func(r *rand.Rand, p []float64) float64
		p, q         []float64
		log          func(x float64, p []float64) float64
		lo, hi, step float64 // of a sum over the support
	}{
		"normal, other variance": {
			func(r *rand.Rand, p []float64) float64 { return variate.Normal(r, p[0], p[1]) },
			[]float64{0, 1}, []float64{1, 1.5},
			func(x float64, p []float64) float64 { return variate.NormalLogProb(x, p[0], p[1]) }, -12, 12, 1e-3},
		"normal, same variance": {
			func(r *rand.Rand, p []float64) float64 { return variate.Normal(r, p[0], p[1]) },
			[]float64{0, 1}, []float64{1, 1},
			func(x float64, p []float64) float64 { return variate.NormalLogProb(x, p[0], p[1]) }, -12, 12, 1e-3},
		"gamma": {
			func(r *rand.Rand, p []float64) float64 { return variate.Gamma(r, p[0], p[1]) },
			[]float64{3, 1}, []float64{3, 2},
			func(x float64, p []float64) float64 { return variate.GammaLogProb(x, p[0], p[1]) }, 1e-3, 60, 1e-3},
		"Poisson": {
			func(r *rand.Rand, p []float64) float64 { return float64(variate.Poisson(r, p[0])) },
			[]float64{3}, []float64{5},
			func(x float64, p []float64) float64 { return variate.PoissonLogProb(int(x), p[0]) }, 0, 60, 1},
		"categorical": {
			func(r *rand.Rand, p []float64) float64 { return float64(variate.Categorical(r, p)) },
			[]float64{1, 2, 3}, []float64{3, 2, 0, 5},
			func(x float64, p []float64) float64 { return variate.CategoricalLogProb(int(x), p) }, 0, 4, 1},
		"first number of a normal vector": {
			func(r *rand.Rand, p []float64) float64 {
				dst := make([]float64, 2)
				if err := variate.MultiNormalPrecision(r, []float64{1, 0.5, 0.5, 1}, p, make([]float64, 4), dst); err != nil {
					panic(err)
				}
				return dst[0]
			}, []float64{0.5, 0}, []float64{0, -0.5}, nil, 0, 0, 0},
	} {
		values, same := coupled(1, n, false, c.draw, c.p, c.q)
		wrong, _ := coupled(2, n, true, c.draw, c.p, c.q)
		plain := make([]float64, n)
		r := sampler.Stream("plain", 1, 0)
		for i := range plain {
			plain[i] = c.draw(r, c.q)
		}
		limit := 1.95 * math.Sqrt(2/float64(n)) // of the Kolmogorov–Smirnov distance, at 0.001
		if d := ks(values, plain); d > limit {
			t.Errorf("%s: the chain behind draws from another law: distance %.4f, limit %.4f", name, d, limit)
		}
		if d := ks(wrong, plain); d < limit && name != "first number of a normal vector" {
			t.Errorf("%s: a broken coupling is not found: distance %.4f, limit %.4f", name, d, limit)
		}
		overlap := 0.0
		if c.log == nil { // Δᵀ Q Δ with Δ = Q⁻¹(½, ½) = (⅓, ⅓): 3·1/9
			overlap = 2 * phi(-math.Sqrt(1.0/3)/2)
		}
		for x := c.lo; x < c.hi; x += c.step {
			overlap += math.Exp(min(c.log(x, c.p), c.log(x, c.q))) * c.step
		}
		if math.Abs(same-overlap) > 4*math.Sqrt(0.25/float64(n)) {
			t.Errorf("%s: the same value in %.3f of the draws, want %.3f", name, same, overlap)
		}
	}
}

// ks is the largest difference between the empirical distribution functions of x and y.
func ks(x, y []float64) (d float64) {
	slices.Sort(x)
	slices.Sort(y)
	for i := range x {
		if i+1 < len(x) && x[i+1] == x[i] {
			continue
		}
		j, _ := slices.BinarySearch(y, math.Nextafter(x[i], math.Inf(1)))
		d = max(d, math.Abs(float64(i+1)/float64(len(x))-float64(j)/float64(len(y))))
	}
	return d
}

// No bit of the chain ahead has a part in two draws of the chain behind: a block that draws a law
// and then a raw number, in chains that disagree on how many raw numbers come first.
func TestBitsAreUsedOnce(t *testing.T) {
	lead := &leader{src: sampler.Stream("lead", 1, 0)}
	lead.r = rand.New(lead)
	behind := &follower{src: sampler.Stream("follow", 1, 0), lead: lead}
	behind.r = rand.New(behind)
	defer draws.Attach(lead.r, lead)()
	defer draws.Attach(behind.r, behind)()
	block := func(r *rand.Rand, raw int, mean float64) (all []float64) {
		for range raw {
			all = append(all, r.Float64())
		}
		all = append(all, variate.Normal(r, mean, 1))
		return append(all, r.Float64())
	}
	for _, raw := range [][2]int{{1, 1}, {0, 3}, {3, 0}} {
		lead.begin(true)
		x := block(lead.r, raw[0], 0)
		behind.begin()
		y := block(behind.r, raw[1], 0)
		if x[raw[0]] != y[raw[1]] || x[raw[0]+1] != y[raw[1]+1] {
			t.Errorf("raw numbers %v: %v and %v", raw, x, y)
		}
		if same := behind.end(); same != (raw[0] == raw[1]) {
			t.Errorf("raw numbers %v: the same is %v", raw, same)
		}
		for i := min(raw[0], raw[1]); i < raw[1]; i++ {
			if slices.Contains(x, y[i]) {
				t.Errorf("raw numbers %v: %v and %v share one more", raw, x, y)
			}
		}
	}
}
