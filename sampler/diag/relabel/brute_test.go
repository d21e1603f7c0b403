package relabel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// permutations lists the permutations of 0 … k−1.
func permutations(k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(k - 1) {
		for at := range k {
			all = append(all, slices.Insert(slices.Clone(p), at, k-1))
		}
	}
	return all
}

// criteria are the quantities that the three methods minimise over the labellings of all draws of
// chain 0, written out from the recorded draws. The pivot's criterion is for mu alone, which is
// then the only given parameter, in any unit.
func (m *mixtureDraws) criteria(t testing.TB) map[string]func(perms [][]int) float64 {
	mu, p, z := valuesOf(t, m.tr, "mu")[0], valuesOf(t, m.tr, "p")[0], valuesOf(t, m.tr, "z")[0]
	return map[string]func(perms [][]int) float64{
		"pivot": func(perms [][]int) (sum float64) {
			for k := range m.k {
				mean := 0.0
				for d := range mu {
					mean += mu[d][perms[d][k]] / float64(len(mu))
				}
				for d := range mu {
					sum += math.Pow(mu[d][perms[d][k]]-mean, 2)
				}
			}
			return sum
		},
		"Stephens": func(perms [][]int) (sum float64) {
			for i := 0; i < len(p[0]); i += m.k {
				for k := range m.k {
					q := 0.0
					for d := range p {
						q += p[d][i+perms[d][k]] / float64(len(p))
					}
					for d := range p {
						if v := p[d][i+perms[d][k]]; v > 0 {
							sum += v * math.Log(v/q)
						}
					}
				}
			}
			return sum
		},
		"ECR": func(perms [][]int) (sum float64) {
			for i := range z[0] {
				count := make([]float64, m.k)
				for d := range z {
					count[slices.Index(perms[d], int(z[d][i]))]++
				}
				sum += float64(len(z)) - slices.Max(count)
			}
			return sum
		},
	}
}

// All labellings of five draws of three components are tried: the criterion of each method must be
// smallest at ours. (If components overlap, turns can end in a labelling that no single draw can
// improve; so they are 2.5 apart.)
func TestCriteriaAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const k, draws = 3, 5
	all := permutations(k)
	for range 5 {
		m := makeMixture(t, r, k, 6, 1, draws, 2.5)
		got := m.relabelled(t)
		var err error
		if got["pivot"], err = Pivot(m.tr, "mu"); err != nil {
			t.Fatal(err)
		}
		for name, criterion := range m.criteria(t) {
			least, most := math.Inf(1), 0.0
			perms := make([][]int, draws)
			var try func(d int)
			try = func(d int) {
				if d == draws {
					least, most = min(least, criterion(perms)), max(most, criterion(perms))
					return
				}
				for _, perms[d] = range all {
					try(d + 1)
				}
			}
			perms[0] = all[0] // a permutation of all draws changes nothing
			try(1)
			if ours := criterion(got[name].Perms[0]); !diagtest.Near(ours, least, 1e-12) ||
				diagtest.Near(least, most, 0.1) {
				t.Errorf("%s: the criterion is %v; of all labellings the least is %v and the "+
					"largest %v", name, ours, least, most)
			}
		}
	}
}

// For each draw no permutation may cost less than ours against the final reference of the turns,
// and the second best must cost more by the margin, even if components overlap.
func TestEachDrawAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, k := range []int{1, 2, 3, 4} {
		m := makeMixture(t, r, k, 15, 1, 40, 1)
		blockOf := func(name string) *block {
			b, err := readBlock(m.tr, name)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		d, s, a := newDistances([]*block{blockOf("mu"), blockOf("logsd")}),
			newDivergences(blockOf("p")), newAllocations(blockOf("z"), k)
		s.sort()
		copy(d.reference, d.x)
		copy(a.reference, a.z[0])
		for at := range s.logq {
			s.logq[at] = math.Log((s.p[at] + 1) / 2)
		}
		for name, method := range map[string]struct {
			labelCost
			recorded [][]int
		}{"pivot": {d, d.recorded}, "Stephens": {s, s.recorded}, "ECR": {a, a.recorded}} {
			got := relabel([]int{40}, method.recorded, 0, method)
			c := make([][]float64, k)
			for i := range c {
				c[i] = make([]float64, k)
			}
			for draw := range 40 {
				method.cost(draw, c)
				var sums []float64
				for _, p := range permutations(k) {
					sum := 0.0
					for i, j := range p {
						sum += c[i][j]
					}
					sums = append(sums, sum)
				}
				slices.Sort(sums)
				sums = append(sums, math.Inf(1)) // for K = 1
				ours := 0.0
				for i := range k {
					ours += c[i][slices.Index(method.recorded[draw], got.Perms[0][draw][method.recorded[0][i]])]
				}
				if !diagtest.Near(ours, sums[0], 1e-12) ||
					!(got.margin[0][draw] == sums[1]-sums[0] ||
						math.Abs(got.margin[0][draw]-(sums[1]-sums[0])) < 1e-9) {
					t.Errorf("K = %d, %s, draw %d: cost %v, margin %v; the least is %v, the "+
						"second %v", k, name, draw, ours, got.margin[0][draw], sums[0], sums[1])
				}
			}
			checkReference(t, name, method.labelCost, got, method.recorded)
			if p := got.Perms[0][0]; name == "ECR" && !slices.IsSorted(p) {
				t.Errorf("K = %d: the pivot itself is relabelled: %v", k, p)
			}
		}
	}
}

// checkReference checks that the turns ended with the mean or, for allocations, the most frequent
// component, of the draws as they are labelled.
func checkReference(t *testing.T, name string, m labelCost, r *Relabelling, recorded [][]int) {
	t.Helper()
	draws := float64(len(recorded))
	for k := range recorded[0] {
		var sum []float64 // over draws, of the quantities known about component k
		for d := range recorded {
			j := slices.Index(recorded[d], r.Perms[0][d][recorded[0][k]])
			var x []float64
			switch m := m.(type) {
			case *distances:
				x = m.of(d, j)
			case *divergences:
				x = m.of(d, j)
			case *allocations:
				for _, number := range m.z[d] {
					x = append(x, 0)
					if number == j {
						x[len(x)-1] = 1
					}
				}
			}
			sum = append(sum, make([]float64, len(x)-len(sum))...)
			for i, v := range x {
				sum[i] += v
			}
		}
		for i, s := range sum {
			ok := true
			switch m := m.(type) {
			case *distances:
				ok = math.Abs(m.reference[k*len(sum)+i]-s/draws) < 1e-12*(1+math.Abs(s))
			case *divergences:
				ok = math.Abs(math.Exp(m.logq[k*len(sum)+i])-s/draws) < 1e-12
			case *allocations:
				ok = m.reference[i] != k && s <= draws/2 || m.reference[i] == k && s >= draws/float64(m.k)
			}
			if !ok {
				t.Errorf("%s: the reference of component %d is not that of the draws, whose mean "+
					"is %v", name, k, s/draws)
			}
		}
	}
}
