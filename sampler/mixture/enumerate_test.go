package mixture

import (
	"context"
	"flag"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// long asks for runs as long as those in the project's issue on mixtures: go test ./sampler/mixture
// -long
var long = flag.Bool("long", false, "run the long comparisons with published and exact numbers")

// Every ninth galaxy, and the model of design.md, section 9, with its numbers.
var (
	ten       = []float64{9.172, 18.419, 19.44, 19.914, 20.221, 21.492, 22.314, 23.263, 24.289, 34.279}
	tenPrior  = Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}
	tenPK     = []float64{8.873e-5, 5.1785e-4, .08276250, .35331477, .37019350, .15789263}
	tenMargin = -35.11538297
	tenEK     = 4.71112240
	tenPair   = .00152648 // P(x₁ ~ x₂)
)

// partitions calls f with every partition of n observations, as labels in order of first
// appearance.
func partitions(n int, f func(z []int)) {
	z := make([]int, n)
	var grow func(i, clusters int)
	grow = func(i, clusters int) {
		if i == n {
			f(z)
			return
		}
		for k := range clusters + 1 {
			z[i] = k
			grow(i+1, max(clusters, k+1))
		}
	}
	grow(0, 0)
}

// An exact posterior of the partition.
type exact struct {
	logMarginal float64   // only if the prior is normalised
	pk          []float64 // p(K = i+1)
	pair        float64   // p(first two together)
	z           [][]int
	p           []float64
}

// enumerate weighs all partitions: the prior from its definition, and marginal likelihoods one
// block at a time.
func enumerate(t *testing.T, f Conjugate, logPrior func(sizes []int) float64) exact {
	t.Helper()
	n := f.Size().N
	block := make([]float64, 1<<n) // log marginal of each subset
	stats := make([]float64, f.Size().Stats)
	for set := range block {
		f.Clear(stats)
		for i := range n {
			if set>>i&1 == 1 {
				f.Add(stats, i)
			}
		}
		block[set] = f.LogMarginal(stats)
	}
	e := exact{pk: make([]float64, n)}
	var logs []float64
	sizes, sets := make([]int, n), make([]int, n)
	partitions(n, func(z []int) {
		clear(sizes)
		clear(sets)
		for i, k := range z {
			sizes[k]++
			sets[k] |= 1 << i
		}
		k := slices.Max(z) + 1
		l := logPrior(sizes[:k])
		for _, set := range sets[:k] {
			l += block[set]
		}
		logs = append(logs, l)
		e.z = append(e.z, slices.Clone(z))
	})
	e.p = logs
	e.logMarginal = normalise(e.p)
	for i, z := range e.z {
		e.pk[slices.Max(z)] += e.p[i]
		if z[0] == z[1] {
			e.pair += e.p[i]
		}
	}
	return e
}

// crp is the log probability of a partition by the Chinese restaurant, customer by customer.
func crp(alpha float64) func(sizes []int) float64 {
	return func(sizes []int) float64 {
		l, n := 0.0, 0.0
		for _, size := range sizes {
			for m := range size {
				if m == 0 {
					l += math.Log(alpha)
				} else {
					l += math.Log(float64(m))
				}
				l -= math.Log(alpha + n)
				n++
			}
		}
		return l
	}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %.10g, want %.10g ± %.1g", what, got, want, tol)
	}
}

func family(t testing.TB, p Normal, x, fresh []float64) Conjugate {
	t.Helper()
	f, err := p.Family(x, fresh)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The enumeration agrees with the notes to all printed digits.
func TestEnumeration(t *testing.T) {
	e := enumerate(t, family(t, tenPrior, ten, nil), crp(1))
	for i, want := range tenPK {
		near(t, "p(K)", e.pk[i], want, 0.5e-8)
	}
	near(t, "log marginal", e.logMarginal, tenMargin, 0.5e-8)
	near(t, "p(x₁ ~ x₂)", e.pair, tenPair, 0.5e-8)
	mean := 0.0
	for i, p := range e.pk {
		mean += float64(i+1) * p
	}
	near(t, "E K", mean, tenEK, 0.5e-8)
}

// run runs a model and fails on any error.
func run(t testing.TB, m sampler.Model[State], err error, set sampler.Settings) *sampler.Trace {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// only keeps just the named parameters, which saves time and memory.
func only(m sampler.Model[State], names ...string) sampler.Model[State] {
	m.Params = slices.DeleteFunc(slices.Clone(m.Params), func(p sampler.Param[State]) bool {
		return !slices.Contains(names, p.Name)
	})
	m.LogJoint = nil
	return m
}

// compare compares the frequencies of whole numbers with exact probabilities of 1, 2, …. Each must
// be within this many standard errors, or within tv if that is larger. It returns the total
// variation and the largest z.
func compare(
	t *testing.T, name string, chains [][]float64, p []float64, limit float64,
) (tv, worst float64) {
	t.Helper()
	for i, want := range p {
		mean, se := frequency(chains, i+1)
		tv += math.Abs(mean-want) / 2
		if want*float64(len(chains)*len(chains[0])) < 100 {
			continue
		}
		worst = max(worst, math.Abs(mean-want)/se)
		if !(math.Abs(mean-want) <= limit*se) {
			t.Errorf("%s: p(K = %d) is %.5f, exact %.5f: %.1f standard errors of %.5f", name, i+1,
				mean, want, math.Abs(mean-want)/se, se)
		}
	}
	return tv, worst
}

// algorithms are all samplers of one conjugate model.
func algorithms(p Partition, f Conjugate) map[string]func() (sampler.Model[State], error) {
	return map[string]func() (sampler.Model[State], error){
		"Neal3": func() (sampler.Model[State], error) { return Neal3(p, f) },
		"Neal8": func() (sampler.Model[State], error) { return Neal8(p, f, 3) },
		"split–merge": func() (sampler.Model[State], error) {
			return SplitMerge(p, f, SplitMergeSettings{})
		},
		"Jain & Neal": func() (sampler.Model[State], error) {
			return SplitMerge(p, f, SplitMergeSettings{Scans: 2})
		},
		"Neal8 of 1": func() (sampler.Model[State], error) { return Neal8(p, f, 1) },
	}
}

// All algorithms against the exact posterior.
func TestTenPoints(t *testing.T) {
	f := family(t, tenPrior, ten, nil)
	e := enumerate(t, f, crp(1))
	draws, limitTV := 6000, 0.025
	if *long {
		draws, limitTV = 1_000_000, 0.002
	}
	for name, model := range algorithms(DP{Alpha: 1}, f) {
		m, err := model()
		tr := run(t, only(m, "clusters"), err, sampler.Settings{Draws: draws, Seed: 1})
		chains, err := tr.Chains("clusters")
		if err != nil {
			t.Fatal(err)
		}
		tv, worst := compare(t, name, chains, e.pk, 4)
		if tv > limitTV {
			t.Errorf("%s: total variation %.4f, want below %.4f", name, tv, limitTV)
		}
		t.Logf("%s: total variation %.5f, largest z %.1f, ESS %.0f of %d", name, tv, worst,
			diag.ESSMean(chains), 4*draws)
	}
}
