package relabel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/numeric"
)

// TestThousandPermutations: if components are identifiable, at least 99.5 % must be recovered,
// without any mention of ambiguity (issue 3).
func TestThousandPermutations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	right, total := 0, 0
	for k := 2; k <= 8; k++ {
		m := makeMixture(t, r, k, 10*k, 2, 72, 5) // 7 × 144 = 1008 permutations
		total += 144
		got := m.relabelled(t)
		n, _ := recovered(got.Perms, m.perms)
		right += n
		if got.Ambiguous > maxAmbiguous {
			t.Errorf("K = %d: %.1f %% ambiguous", k, 100*got.Ambiguous)
		}
		// half or more of random labels differ from the last labels
		if got.Switches[0] < 72/4 || !containsWarning(got.Warnings, "switch within chains") {
			t.Errorf("K = %d: %d switches of random labels, warnings %v", k, got.Switches[0], got.Warnings)
		}
	}
	if total < 1000 || float64(right) < 0.995*float64(total) {
		t.Errorf("%d of %d permutations are recovered", right, total)
	}
}

// Exchangeable components cannot be distinguished, and the result must say so: the negative
// control.
func TestOverlappingComponentsAreAmbiguous(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, apart := range []float64{0, 0.2} {
		for _, k := range []int{2, 3, 5} {
			m := makeMixture(t, r, k, 40, 2, 250, apart)
			got := m.relabelled(t)
			if got.Ambiguous < maxAmbiguous || !containsWarning(got.Warnings, "ambiguous") {
				t.Errorf("K = %d, %v apart: only %.2f %% ambiguous", k, apart, 100*got.Ambiguous)
			}
		}
	}
}

// The warning must come with the errors. Whatever the distance of the components, it must come if
// more than one label in 100 is wrong, the bound that Relabelling.Ambiguous gives. And it must not
// come if certainly none is wrong.
func TestAmbiguityFollowsErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	warned, silent := 0, 0
	for _, k := range []int{2, 3, 5} {
		for _, apart := range []float64{0.1, 0.25, 0.5, 1, 1.5, 3} {
			m := makeMixture(t, r, k, 40, 2, 300, apart)
			got := m.relabelled(t)
			right, total := recovered(got.Perms, m.perms)
			wrong := 1 - float64(right)/float64(total)
			ambiguous := containsWarning(got.Warnings, "ambiguous")
			if wrong > 0.01 && !ambiguous || ambiguous && apart == 3 {
				t.Errorf("K = %d, %v apart: %.1f %% wrong, %.1f %% ambiguous", k, apart, 100*wrong,
					100*got.Ambiguous)
			}
			if ambiguous {
				warned++
			} else {
				silent++
			}
		}
	}
	if warned < 3 || silent < 3 {
		t.Errorf("%d warned, %d not: the test shows nothing", warned, silent)
	}
}

// Renumbering the components of each recorded draw must give the same relabelled draws, up to one
// permutation of the components. They must agree bit for bit, even if components overlap or are
// exchangeable, and if rounded values make ties.
func TestRelabellingIgnoresRecordedLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, c := range []struct {
		Differ  float64
		rounded bool
	}{{0, false}, {1, false}, {3, false}, {0, true}, {1, true}, {2, true}} {
		m := makeMixture(t, r, 4, 40, 2, 60, c.Differ)
		if c.rounded {
			coarse := func(_, _ int, x []float64) {
				for i := range x {
					x[i] = math.Round(4*x[i])/4 + 0 // not −0
				}
			}
			var err error
			if m.tr, err = m.tr.Map(coarse, "mu", "logsd"); err != nil {
				t.Fatal(err)
			}
		}
		n := m.renamed(t, randomPerms(r, 4, 2, 60))
		before, after := m.relabelled(t), n.relabelled(t)
		a, b := m.seen(t, before), n.seen(t, after)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) || !slices.Equal(before.margin[0], after.margin[0]) {
			t.Errorf("%+v: relabelled components depend on the recorded labels", c)
		}
		same := &Relabelling{Perms: identities(4, 2, 60)}
		if slices.Equal(m.seen(t, same), n.seen(t, same)) {
			t.Error("the permutation changed nothing: the test shows nothing")
		}
	}
}

// seen records, for each component, all its draws under the labels of the relabelling.
func (m *mixtureDraws) seen(t testing.TB, r *Relabelling) []string {
	t.Helper()
	mu, logsd := valuesOf(t, m.tr, "mu"), valuesOf(t, m.tr, "logsd")
	texts := make([]strings.Builder, m.k)
	for c := range r.Perms {
		for d, perm := range r.Perms[c] {
			for k, j := range perm {
				fmt.Fprint(&texts[k], mu[c][d][j], logsd[c][d][j], " ")
			}
		}
	}
	all := make([]string, m.k)
	for k := range all {
		all[k] = texts[k].String()
	}
	return all
}

func identities(k, chains, draws int) [][][]int {
	q := make([][][]int, chains)
	for c := range q {
		q[c] = numeric.Matrix[int](draws, k)
		for _, p := range q[c] {
			for j := range p {
				p[j] = j
			}
		}
	}
	return q
}
