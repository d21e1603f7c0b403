package mixture

import (
	"fmt"
	"math"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// silent is a family whose observations carry no information: eight documents without words. The
// posterior is the law of the partition.
func silent(t *testing.T) Conjugate {
	t.Helper()
	f, err := Multinomial{}.Family(make([]corpus.Doc, 8), nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// exchangeable is the log law of a partition by its definition: K components with probability
// p[K−1], shares from a Dirichlet of γ each, labels from the shares.
func exchangeable(p []float64, gamma float64) func(sizes []int) float64 {
	return func(sizes []int) float64 {
		n := 0
		for _, size := range sizes {
			n += size
		}
		total := 0.0
		for i, pk := range p {
			k := float64(i + 1)
			if i+1 < len(sizes) {
				continue
			}
			q := pk // times k (k−1) … ways to give the clusters components
			for t := range sizes {
				q *= k - float64(t)
			}
			for m := range n {
				q /= gamma*k + float64(m)
			}
			for _, size := range sizes {
				for m := range size {
					q *= gamma + float64(m)
				}
			}
			total += q
		}
		return math.Log(total)
	}
}

// With no data, the number of clusters follows the law of the partition, for every law and sampler.
// For the Chinese restaurant process it has Stirling numbers of the first kind, p(t) = |s(8, t)| αᵗ
// / (α(α+1)…(α+7)).
func TestPriorOnly(t *testing.T) {
	turns.Long(t)
	f := silent(t)
	restaurant := make([]float64, 8)
	stirling := []float64{5040, 13068, 13132, 6769, 1960, 322, 28, 1}
	for i, s := range stirling {
		restaurant[i] = s * math.Pow(0.8, float64(i+1))
		for m := range 8 {
			restaurant[i] /= 0.8 + float64(m)
		}
	}
	third := []float64{0, 0, 1}
	for name, c := range map[string]struct {
		p    Partition
		want []float64
	}{
		"DP":     {DP{Alpha: 0.8}, restaurant},
		"MFM":    {someMFM, enumerate(t, f, exchangeable(someMFM.K, someMFM.Gamma)).pk},
		"Finite": {someFinite, enumerate(t, f, exchangeable(third, someFinite.Gamma[0])).pk},
	} {
		e := enumerate(t, f, crp(0.8))
		if name == "DP" {
			for i, want := range c.want {
				near(t, "Stirling's law", e.pk[i], want, 1e-12)
			}
		}
		for sampled, model := range algorithms(c.p, f) {
			m, err := model()
			chains, err := run(t, only(m, "clusters"), err,
				sampler.Settings{Draws: 3000, Seed: 4}).Chains("clusters")
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name+", "+sampled, chains, c.want, 4)
		}
	}
}

// For Finite the samplers agree with the enumeration of the partitions of ten points, and so do the
// other samplers for the laws other than the DP.
func TestTenPointsOtherwise(t *testing.T) {
	f := family(t, tenPrior, ten, nil)
	law := exchangeable([]float64{0, 0, 1}, someFinite.Gamma[0])
	for name, c := range map[string]struct {
		model func() (sampler.Model[State], error)
		law   func([]int) float64
	}{
		"Explicit":  {func() (sampler.Model[State], error) { return Explicit(someFinite, f) }, law},
		"Collapsed": {func() (sampler.Model[State], error) { return Collapsed(someFinite, f) }, law},
		"Neal3":     {func() (sampler.Model[State], error) { return Neal3(someFinite, f) }, law},
		"split–merge": {func() (sampler.Model[State],
			error) {
			return SplitMerge(someMFM, f, SplitMergeSettings{})
		},
			exchangeable(someMFM.K, someMFM.Gamma)},
		"Neal8": {func() (sampler.Model[State], error) { return Neal8(someMFM, f, 3) },
			exchangeable(someMFM.K, someMFM.Gamma)},
	} {
		m, err := c.model()
		chains, err := run(t, only(m, "clusters"), err,
			sampler.Settings{Draws: 5000, Seed: 5}).Chains("clusters")
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, chains, enumerate(t, f, c.law).pk, 4.5)
	}
}

// For each conjugate family the predictive densities of observations one after another multiply to
// the marginal density, in any order, and Remove undoes Add.
func TestPredictivesMultiply(t *testing.T) {
	plane := [][]float64{{1, 2}, {0.5, -1}, {3, 3}, {-2, 0.1}, {40, -7}}
	docs := []corpus.Doc{corpus.Bag([]int32{0, 0, 1}), nil, corpus.Bag([]int32{2, 2, 2, 2}),
		corpus.Bag([]int32{1}), corpus.Bag([]int32{0, 2})}
	for name, f := range map[string]Conjugate{
		"normal": family(t, tenPrior, ten[:5], nil),
		"plane": must(MultiNormal{Mean: []float64{1, 0}, Kappa: 0.3, DF: 3,
			Scale: [][]float64{{2, 0.5}, {0.5, 1}}}.Family(plane, nil)),
		"multinomial": must(Multinomial{Gamma: []float64{0.4, 1, 0.2}}.Family(docs, nil, 3)),
	} {
		empty, s := make([]float64, f.Size().Stats), make([]float64, f.Size().Stats)
		f.Clear(empty)
		f.Clear(s)
		for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 2, 0, 3, 1}} {
			f.Clear(s)
			sum := 0.0
			for _, i := range order {
				sum += f.LogPredictive(s, i)
				f.Add(s, i)
			}
			near(t, name, sum, f.LogMarginal(s)-f.LogMarginal(empty), 1e-11)
		}
		for i := range 4 { // the fifth is far out: its removal is refused, or loses digits
			with := f.LogMarginal(s)
			if !f.Remove(s, i) {
				t.Errorf("%s: observation %d could not be removed", name, i)
				break
			}
			near(t, name+", removed", f.LogMarginal(s)+f.LogPredictive(s, i), with, 1e-9)
			f.Add(s, i)
			near(t, name+", and added again", f.LogMarginal(s), with, 1e-9)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// In one dimension MultiNormal is Normal.
func TestMultiNormalIsNormal(t *testing.T) {
	rows := make([][]float64, len(ten))
	for i, v := range ten {
		rows[i] = []float64{v}
	}
	one := family(t, tenPrior, ten, nil)
	many := must(MultiNormal{Mean: []float64{20}, Kappa: 0.01, DF: 4,
		Scale: [][]float64{{2}}}.Family(rows, nil))
	a, b := make([]float64, one.Size().Stats), make([]float64, many.Size().Stats)
	one.Clear(a)
	many.Clear(b)
	for i := range ten {
		near(t, "log predictive", many.LogPredictive(b, i), one.LogPredictive(a, i), 1e-11)
		one.Add(a, i)
		many.Add(b, i)
	}
	near(t, "log marginal", many.LogMarginal(b), one.LogMarginal(a), 1e-11)
}

// The predictive density at new points agrees with the enumeration, however it is computed, and
// integrates to one.
func TestDensity(t *testing.T) {
	x := ten[3:9]
	// farther out, parameters that make the density are rarely drawn
	fresh := []float64{16, 20, 22.5, 26}
	f := family(t, tenPrior, x, fresh)
	want := make([]float64, len(fresh))
	e := enumerate(t, f, crp(1.3))
	stats := make([]float64, f.Size().Stats)
	for u, z := range e.z {
		for j := range fresh {
			density := 1.3 * math.Exp(f.LogPredictive(emptyOf(f), len(x)+j))
			for k := range x {
				f.Clear(stats)
				n := 0.0
				for i, l := range z {
					if l == k {
						f.Add(stats, i)
						n++
					}
				}
				density += n * math.Exp(f.LogPredictive(stats, len(x)+j))
			}
			want[j] += e.p[u] * density / (1.3 + float64(len(x)))
		}
	}
	for name, model := range algorithms(DP{Alpha: 1.3}, f) {
		m, err := model()
		tr := run(t, only(m, "density"), err, sampler.Settings{Draws: 3000, Seed: 6})
		for j := range fresh {
			chains, err := tr.Chains(fmt.Sprintf("density[%d]", j))
			if err != nil {
				t.Fatal(err)
			}
			mean, se := meanOf(chains)
			if !(math.Abs(mean-want[j]) < 4.5*se+1e-12) {
				t.Errorf("%s: density at %g is %.6f ± %.6f, exact %.6f", name, fresh[j], mean, se, want[j])
			}
		}
	}
}

func emptyOf(f Family) []float64 {
	s := make([]float64, f.Size().Stats)
	f.Clear(s)
	return s
}

// To which component does a new observation belong? The mean of part over that of density agrees
// with all 64 labellings, also where the draws differ most about the density; the mean of part over
// density does not.
func TestPartsOfNewPoints(t *testing.T) {
	x, fresh, gamma := []float64{-2, -1.5, 1, 2, 1.8, 0.2}, []float64{-1, 0.5, 7}, []float64{0.5, 2}
	f := family(t, Normal{Kappa: 0.1, Shape: 2, Scale: 2}, x, fresh)
	exact := make([][2]float64, len(fresh))
	for code := range 1 << len(x) {
		stats, n, p := [2][]float64{emptyOf(f), emptyOf(f)}, [2]float64{}, 1.0
		for i := range x {
			k := code >> i & 1
			p *= gamma[k] + n[k]
			n[k]++
			f.Add(stats[k], i)
		}
		p *= math.Exp(f.LogMarginal(stats[0]) + f.LogMarginal(stats[1]))
		for j := range fresh {
			for k := range gamma {
				exact[j][k] += p * (gamma[k] + n[k]) * math.Exp(f.LogPredictive(stats[k], len(x)+j))
			}
		}
	}
	largest := 0.0 // error of the mean of ratios
	for name, model := range map[string]func(Finite) (sampler.Model[State], error){
		"explicit":  func(p Finite) (sampler.Model[State], error) { return Explicit(p, f) },
		"collapsed": func(p Finite) (sampler.Model[State], error) { return Collapsed(p, f) }} {
		m, err := model(Finite{K: 2, Gamma: gamma})
		tr := run(t, only(m, "density", "part"), err, sampler.Settings{Draws: 8000, Seed: 6})
		for j := range fresh {
			part := must(tr.Draws(fmt.Sprintf("part[0,%d]", j)))
			density := must(tr.Draws(fmt.Sprintf("density[%d]", j)))
			sum, total, ratio := 0.0, 0.0, 0.0
			for i, d := range density {
				sum, total, ratio = sum+part[i], total+d, ratio+part[i]/d/float64(len(density))
			}
			want := exact[j][0] / (exact[j][0] + exact[j][1])
			near(t, fmt.Sprintf("%s: component 0 at %g", name, fresh[j]), sum/total, want, 0.05)
			largest = max(largest, math.Abs(ratio-want))
		}
	}
	if t.Logf("the mean of ratios is off by %.2f", largest); largest < 0.1 {
		t.Errorf("the mean of ratios is off by %.3f only", largest)
	}
}
