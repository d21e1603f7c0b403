package relabel

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// topics draws k sparse distributions over words: flat Dirichlet draws to the power that
// concentration asks for.
func topics(r *rand.Rand, k, words int, alpha float64) [][]float64 {
	x := make([][]float64, k)
	concentration := make([]float64, words)
	for v := range concentration {
		concentration[v] = alpha
	}
	for i := range x {
		x[i] = make([]float64, words)
		variate.Dirichlet(r, concentration, x[i])
	}
	return x
}

// noisy redraws each topic from a Dirichlet distribution around it, to mimic the differences
// between two chains, and permutes them: row perm[i] is topic i.
func noisy(r *rand.Rand, x [][]float64, tokens float64, perm []int) [][]float64 {
	y := make([][]float64, len(x))
	for i, row := range x {
		around := make([]float64, len(row))
		for v, p := range row {
			around[v] = tokens*p + 1e-3
		}
		to := make([]float64, len(row))
		variate.Dirichlet(r, around, to)
		y[perm[i]] = to
	}
	return y
}

// TestAlignRecoversPermutations: of 1 000 permutations of 5 to 50 topics at least 99.5 % are found
// completely.
func TestAlignRecoversPermutations(t *testing.T) {
	r := sampler.Stream("align", 1, 0)
	found, asked := 0, 0
	for _, k := range []int{5, 8, 12, 20, 50} {
		truth := topics(r, k, 300, 0.1)
		for range 200 {
			perm := r.Perm(k)
			a, err := Align([][][]float64{truth, noisy(r, truth, 500, perm)}, 0)
			if err != nil {
				t.Fatal(err)
			}
			asked++
			same := true
			for i := range perm {
				same = same && a.Perms[1][i] == perm[i] && a.Perms[0][i] == i
			}
			if same && len(a.Warnings) == 0 {
				found++
			}
		}
	}
	if asked != 1000 || float64(found) < 0.995*float64(asked) {
		t.Errorf("%d of %d permutations found, and without a warning", found, asked)
	}
	// Negative control: chains with different topics are matched, and all matches are doubtful.
	a, err := Align([][][]float64{topics(r, 10, 300, 0.1), topics(r, 10, 300, 0.1)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, clear := range a.Clear[1] {
		if clear {
			t.Errorf("topic %d is matched beyond doubt with one that has nothing to do with it", i)
		}
	}
	if len(a.Warnings) != 1 ||
		!strings.Contains(a.Warnings[0].Error(), "no clear counterpart of 10 of the 10 topics") {
		t.Errorf("warnings %v", a.Warnings)
	}
}

// TestAlignUnequal: a chain with one more topic, and one with one fewer.
func TestAlignUnequal(t *testing.T) {
	x := topics(sampler.Stream("align", 2, 0), 4, 50, 0.1)
	a, err := Align([][][]float64{x[:3], x, x[1:3]}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Perms; got[1][0] != 0 || got[1][2] != 2 || got[2][0] != -1 || got[2][1] != 0 ||
		got[2][2] != 1 {
		t.Errorf("permutations %v", got)
	}
	if m := a.Margin; !math.IsNaN(m[2][0]) || m[1][0] < 1e6 {
		t.Errorf("margins %v, of no pair and of equal topics", m)
	}
	if !math.IsNaN(a.Similarity[2][0]) || math.Abs(a.Similarity[2][1]-1) > 1e-12 {
		t.Errorf("similarity %v", a.Similarity[2])
	}
	if len(a.Warnings) != 2 || !strings.Contains(a.Warnings[0].Error(), "1 topics more") ||
		!strings.Contains(a.Warnings[1].Error(), "0 (none)") {
		t.Errorf("warnings %v", a.Warnings)
	}
}

// TestAlignMargin: two coins beside two others, whose distances are known.
func TestAlignMargin(t *testing.T) {
	far := func(p, q float64) float64 { return math.Sqrt(1 - math.Sqrt(p*q) - math.Sqrt((1-p)*(1-q))) }
	a, err := Align([][][]float64{{{0.2, 0.8}, {0.7, 0.3}}, {{0.5, 0.5}, {0.3, 0.7}}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{min(far(0.2, 0.5), far(0.7, 0.3)) / far(0.2, 0.3),
		min(far(0.7, 0.3), far(0.2, 0.5)) / far(0.7, 0.5)}
	for k, got := range a.Margin[1] {
		if math.Abs(got-want[k]) > 1e-9 || a.Clear[1][k] != (want[k] > 1.25) {
			t.Errorf("topic %d: margin %v, clear %t, expected %v", k, got, a.Clear[1][k], want[k])
		}
	}
}

func TestAlignRefuses(t *testing.T) {
	good := [][]float64{{0.5, 0.5}}
	for want, chains := range map[string][][][]float64{
		"the reference is chain 0 and there are 0": nil,
		"chain 0 has no topics":                    {{}},
		"chain 1 has no topics":                    {good, {}},
		"has 1 words and topic 0 of chain 0 has 2": {good, {{1}}},
		"has probability -0.5":                     {good, {{-0.5, 1.5}}},
		"has probability NaN":                      {good, {{math.NaN(), 1}}},
		"sums to 0.9":                              {good, {{0.5, 0.4}}},
	} {
		if a, err := Align(chains, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v, %v", want, a, err)
		}
	}
	if _, err := Align([][][]float64{good}, -1); err == nil {
		t.Error("reference -1 is accepted")
	}
}

// BenchmarkAlign is four chains of 50 topics over 20 000 words.
func BenchmarkAlign(b *testing.B) {
	r := sampler.Stream("align", 3, 0)
	truth := topics(r, 50, 20_000, 0.05)
	chains := [][][]float64{truth}
	for range 3 {
		chains = append(chains, noisy(r, truth, 5000, r.Perm(50)))
	}
	for b.Loop() {
		if _, err := Align(chains, 0); err != nil {
			b.Fatal(err)
		}
	}
}
