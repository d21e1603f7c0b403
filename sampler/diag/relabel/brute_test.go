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

// criterion is what Pivot minimises over the labellings of all draws of chain 0, written out from
// the recorded draws for mu alone, which is then the only given parameter, in any unit.
func (m *mixtureDraws) criterion(mu [][]float64, perms [][]int) (sum float64) {
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
}

// All labellings of five draws of three components are tried: the criterion must be smallest at
// ours. (If components overlap, turns can end in a labelling that no single draw can improve; so
// they are 2.5 apart.)
func TestCriterionAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const k, draws = 3, 5
	all := permutations(k)
	for range 5 {
		m := makeMixture(t, r, k, 6, 1, draws, 2.5)
		got, err := Pivot(m.tr, "mu")
		if err != nil {
			t.Fatal(err)
		}
		mu := valuesOf(t, m.tr, "mu")[0]
		least, most := math.Inf(1), 0.0
		perms := make([][]int, draws)
		var try func(d int)
		try = func(d int) {
			if d == draws {
				least, most = min(least, m.criterion(mu, perms)), max(most, m.criterion(mu, perms))
				return
			}
			for _, perms[d] = range all {
				try(d + 1)
			}
		}
		perms[0] = all[0] // a permutation of all draws changes nothing
		try(1)
		if ours := m.criterion(mu, got.Perms[0]); !diagtest.Near(ours, least, 1e-12) ||
			diagtest.Near(least, most, 0.1) {
			t.Errorf("the criterion is %v; of all labellings the least is %v and the largest %v",
				ours, least, most)
		}
	}
}

// For each draw no permutation may cost less than ours against the final reference of the turns,
// and the second best must cost more by the margin, even if components overlap.
func TestEachDrawAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, k := range []int{1, 2, 3, 4} {
		m := makeMixture(t, r, k, 15, 1, 40, 1)
		var blocks []*block
		for _, name := range []string{"mu", "logsd"} {
			b, err := readBlock(m.tr, name)
			if err != nil {
				t.Fatal(err)
			}
			blocks = append(blocks, b)
		}
		m.checkDraws(t, newDistances(blocks))
	}
}

func (m *mixtureDraws) checkDraws(t *testing.T, x *distances) {
	t.Helper()
	got := relabel([]int{40}, 0, x)
	c := make([][]float64, m.k)
	for i := range c {
		c[i] = make([]float64, m.k)
	}
	for draw := range 40 {
		x.cost(draw, c)
		var sums []float64
		for _, p := range permutations(m.k) {
			sum := 0.0
			for i, j := range p {
				sum += c[i][j]
			}
			sums = append(sums, sum)
		}
		slices.Sort(sums)
		sums = append(sums, math.Inf(1)) // for K = 1
		ours := 0.0
		for i := range m.k {
			ours += c[i][slices.Index(x.recorded[draw], got.Perms[0][draw][x.recorded[0][i]])]
		}
		if !diagtest.Near(ours, sums[0], 1e-12) ||
			!(got.margin[0][draw] == sums[1]-sums[0] ||
				math.Abs(got.margin[0][draw]-(sums[1]-sums[0])) < 1e-9) {
			t.Errorf("K = %d, draw %d: cost %v, margin %v; the least is %v, the second %v", m.k,
				draw, ours, got.margin[0][draw], sums[0], sums[1])
		}
	}
	checkReference(t, x, got)
}

// checkReference checks that the turns ended with the mean of the draws as they are labelled.
func checkReference(t *testing.T, x *distances, r *Relabelling) {
	t.Helper()
	draws := float64(len(x.recorded))
	for k := range x.k {
		sum := make([]float64, x.features) // over draws, of the quantities of component k
		for d := range x.recorded {
			j := slices.Index(x.recorded[d], r.Perms[0][d][x.recorded[0][k]])
			for i, v := range x.of(d, j) {
				sum[i] += v
			}
		}
		for i, s := range sum {
			if !(math.Abs(x.reference[k*len(sum)+i]-s/draws) < 1e-12*(1+math.Abs(s))) {
				t.Errorf("the reference of component %d is not that of the draws, whose mean is %v",
					k, s/draws)
			}
		}
	}
}
