package relabel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// A madeArray is a parameter of a trace made by hand: at fills draw t of chain c, element by
// element.
type madeArray struct {
	name  string
	shape []int
	at    func(c, t int, x []float64)
}

// madeTrace makes a trace.
func madeTrace(t testing.TB, chains, draws int, arrays ...madeArray) *sampler.Trace {
	t.Helper()
	m := sampler.Model[int]{
		Init: func(*rand.Rand) (*int, error) { return new(int), nil },
		Blocks: []sampler.Block[int]{{Name: "nothing",
			Update: func(*rand.Rand, *int) error { return nil }}},
	}
	for _, a := range arrays {
		m.Params = append(m.Params,
			sampler.Param[int]{Name: a.name, Shape: a.shape, Read: func(*int, []float64) {}})
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Chains: chains, Warmup: 1, Draws: draws})
	for _, a := range arrays {
		if err == nil {
			tr, err = tr.Map(a.at, a.name)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// valuesOf reads a parameter, draw by draw: chain, draw, element.
func valuesOf(t testing.TB, tr *sampler.Trace, name string) [][][]float64 {
	t.Helper()
	var all [][][]float64
	_, err := tr.Map(func(chain, draw int, x []float64) {
		if draw == 0 {
			all = append(all, nil)
		}
		all[chain] = append(all[chain], slices.Clone(x))
	}, name)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The test draws a mixture of K normal components and n observations from it. It also draws the
// parameters as a converged Gibbs sampler would, each under a random permutation of the labels. So
// the truth is known.
type mixtureDraws struct {
	tr    *sampler.Trace // mu and logsd of shape K, z of shape n, lp__
	k     int
	perms [][][]int // true component k was recorded as perms[c][t][k]
}

// makeMixture makes draws of components that are this many standard deviations of an observation
// apart; parameters vary from draw to draw by a tenth of one.
func makeMixture(t testing.TB, r *rand.Rand, k, n, chains, draws int, apart float64) *mixtureDraws {
	t.Helper()
	m := &mixtureDraws{k: k, perms: make([][][]int, chains)}
	data := make([]float64, n)
	for i := range data {
		data[i] = apart*float64(i%k) + r.NormFloat64()
	}
	type draw struct{ mu, logsd, z []float64 }
	made := make([][]draw, chains)
	logDensity := make([][]float64, chains)
	for c := range chains {
		for range draws {
			perm := r.Perm(k)
			d := draw{make([]float64, k), make([]float64, k), make([]float64, n)}
			p := make([]float64, k)
			for j := range k {
				d.mu[perm[j]] = apart*float64(j) + 0.1*r.NormFloat64()
				d.logsd[perm[j]] = 0.1 * r.NormFloat64()
			}
			density := 0.0
			for i, y := range data {
				sum := 0.0
				for j := range p {
					p[j] = math.Exp(-(y - d.mu[j]) * (y - d.mu[j]) / 2)
					sum += p[j]
				}
				for j := range p {
					p[j] /= sum
				}
				d.z[i] = float64(variate.Categorical(r, p))
				density += math.Log(sum)
			}
			m.perms[c] = append(m.perms[c], perm)
			made[c] = append(made[c], d)
			logDensity[c] = append(logDensity[c], density)
		}
	}
	read := func(of func(d draw) []float64) func(c, t int, x []float64) {
		return func(c, t int, x []float64) { copy(x, of(made[c][t])) }
	}
	m.tr = madeTrace(t, chains, draws,
		madeArray{"mu", []int{k}, read(func(d draw) []float64 { return d.mu })},
		madeArray{"logsd", []int{k}, read(func(d draw) []float64 { return d.logsd })},
		madeArray{"z", []int{n}, read(func(d draw) []float64 { return d.z })})
	if err := m.tr.Add("lp__", logDensity); err != nil {
		t.Fatal(err)
	}
	return m
}

// renamed is the same mixture with component j recorded as q[c][t][j] in each draw. It is written
// out, and does not rely on the tested code.
func (m *mixtureDraws) renamed(t testing.TB, q [][][]int) *mixtureDraws {
	t.Helper()
	component := func(c, d int, x []float64) {
		old := slices.Clone(x)
		for j, to := range q[c][d] {
			x[to] = old[j]
		}
	}
	tr, err := m.tr.Map(component, "mu", "logsd")
	if err != nil {
		t.Fatal(err)
	}
	tr, err = tr.Map(func(c, d int, x []float64) {
		for i, j := range x {
			x[i] = float64(q[c][d][int(j)])
		}
	}, "z")
	if err != nil {
		t.Fatal(err)
	}
	n := &mixtureDraws{tr: tr, k: m.k, perms: make([][][]int, len(q))}
	for c := range q {
		for d := range q[c] {
			perm := make([]int, m.k)
			for j, old := range m.perms[c][d] {
				perm[j] = q[c][d][old]
			}
			n.perms[c] = append(n.perms[c], perm)
		}
	}
	return n
}

// randomPerms are chains × draws permutations of K.
func randomPerms(r *rand.Rand, k, chains, draws int) [][][]int {
	q := make([][][]int, chains)
	for c := range q {
		for range draws {
			q[c] = append(q[c], r.Perm(k))
		}
	}
	return q
}

// relabelled relabels by mu and logsd.
func (m *mixtureDraws) relabelled(t testing.TB) *Relabelling {
	t.Helper()
	r, err := Pivot(m.tr, "mu", "logsd")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// recovered counts the draws whose labels are right, up to the best single permutation of all
// draws.
func recovered(got, truth [][][]int) (right, total int) {
	count := map[string]int{}
	for c := range got {
		for t, p := range got[c] {
			// Component k of ours was recorded as p[k]: which true component is that?
			global := make([]int, len(p))
			for k, j := range p {
				global[k] = slices.Index(truth[c][t], j)
			}
			count[fmt.Sprint(global)]++
			total++
		}
	}
	for _, n := range count {
		right = max(right, n)
	}
	return right, total
}

func containsWarning(warnings []error, words string) bool {
	return slices.ContainsFunc(warnings, func(err error) bool {
		return strings.Contains(err.Error(), words)
	})
}
