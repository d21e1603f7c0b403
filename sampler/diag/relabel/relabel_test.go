package relabel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestThousandPermutations: if components are identifiable, at least 99.5 % must be recovered,
// without any mention of ambiguity (issue 3).
func TestThousandPermutations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	right, total := map[string]int{}, 0
	for k := 2; k <= 8; k++ {
		m := makeMixture(t, r, k, 10*k, 2, 72, 5) // 7 × 144 = 1008 permutations
		total += 144
		for name, got := range m.relabelled(t) {
			n, _ := recovered(got.Perms, m.perms)
			right[name] += n
			if got.Ambiguous > maxAmbiguous {
				t.Errorf("K = %d, %s: %.1f %% ambiguous", k, name, 100*got.Ambiguous)
			}
			// half or more of random labels differ from the last labels
			if got.Switches[0] < 72/4 || !containsWarning(got.Warnings, "switch within chains") {
				t.Errorf("K = %d, %s: %d switches of random labels, warnings %v", k, name,
					got.Switches[0], got.Warnings)
			}
		}
	}
	for name, n := range right {
		t.Logf("%s: %d of %d", name, n, total)
		if float64(n) < 0.995*float64(total) {
			t.Errorf("%s recovers %d of %d permutations", name, n, total)
		}
	}
	if len(right) != 3 || total < 1000 {
		t.Errorf("%d methods, %d permutations", len(right), total)
	}
}

// Exchangeable components cannot be distinguished, and the result must say so: the negative
// control.
func TestOverlappingComponentsAreAmbiguous(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, apart := range []float64{0, 0.2} {
		for _, k := range []int{2, 3, 5} {
			m := makeMixture(t, r, k, 40, 2, 250, apart)
			for name, got := range m.relabelled(t) {
				if got.Ambiguous < maxAmbiguous || !containsWarning(got.Warnings, "ambiguous") {
					t.Errorf("K = %d, %v apart, %s: only %.2f %% ambiguous", k, apart, name, 100*got.Ambiguous)
				}
				s, err := got.Compare(m.tr, "mu")
				if err != nil || !containsWords(s.Verdict(), "Do not read the components") &&
					!containsWords(s.Verdict(), "Not yet") {
					t.Errorf("K = %d, %v apart, %s: %v, %v", k, apart, name, s.Verdict(), err)
				}
			}
		}
	}
}

// The warning must come with the errors. Whatever the distance of the components, it must come if
// more than one label in 50 is wrong, the bound that Relabelling.Ambiguous gives. And it must not
// come if certainly none is wrong.
func TestAmbiguityFollowsErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	warned, silent := 0, 0
	for _, k := range []int{2, 3, 5} {
		for _, apart := range []float64{0.1, 0.25, 0.5, 1, 1.5, 3} {
			m := makeMixture(t, r, k, 40, 2, 300, apart)
			for name, got := range m.relabelled(t) {
				right, total := recovered(got.Perms, m.perms)
				wrong := 1 - float64(right)/float64(total)
				ambiguous := containsWarning(got.Warnings, "ambiguous")
				if wrong > 0.02 && !ambiguous || ambiguous && apart == 3 {
					t.Errorf("K = %d, %v apart, %s: %.1f %% wrong, %.1f %% ambiguous", k, apart,
						name, 100*wrong, 100*got.Ambiguous)
				}
				if ambiguous {
					warned++
				} else {
					silent++
				}
			}
		}
	}
	if warned < 10 || silent < 10 {
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
			z := valuesOf(t, m.tr, "z")
			certain := func(c, d int, x []float64) { // 0 or 1, and all 0 for an empty component
				clear(x)
				for i, j := range z[c][d] {
					x[i*m.k+int(j)] = 1
				}
			}
			var err error
			if m.tr, err = m.tr.Map(coarse, "mu", "logsd"); err == nil {
				m.tr, err = m.tr.Map(certain, "p")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		n := m.renamed(t, randomPerms(r, 4, 2, 60))
		before, after := m.relabelled(t), n.relabelled(t)
		for name := range before {
			a, b := m.seen(t, name, before[name]), n.seen(t, name, after[name])
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) || !slices.Equal(before[name].margin[0], after[name].margin[0]) {
				t.Errorf("%+v, %s: relabelled components depend on the recorded labels", c, name)
			}
		}
		a, b := m.seen(t, "pivot", &Relabelling{Perms: identities(4, 2, 60)}),
			n.seen(t, "pivot", &Relabelling{Perms: identities(4, 2, 60)})
		if slices.Equal(a, b) {
			t.Error("the permutation changed nothing: the test shows nothing")
		}
	}
}

// seen records, for each component, everything that a method sees of it under the labels of the
// relabelling.
func (m *mixtureDraws) seen(t testing.TB, method string, r *Relabelling) []string {
	t.Helper()
	mu, p, z := valuesOf(t, m.tr, "mu"), valuesOf(t, m.tr, "p"), valuesOf(t, m.tr, "z")
	logsd := valuesOf(t, m.tr, "logsd")
	texts := make([]strings.Builder, m.k)
	for c := range r.Perms {
		for d, perm := range r.Perms[c] {
			for k, j := range perm {
				switch method {
				case "pivot":
					fmt.Fprint(&texts[k], mu[c][d][j], logsd[c][d][j], " ")
				case "Stephens":
					for i := j; i < len(p[c][d]); i += m.k {
						fmt.Fprint(&texts[k], p[c][d][i], " ")
					}
				case "ECR":
					for _, v := range z[c][d] {
						fmt.Fprint(&texts[k], int(v) == j, " ")
					}
				}
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
		q[c] = matrixOfInts(draws, k)
		for _, p := range q[c] {
			for j := range p {
				p[j] = j
			}
		}
	}
	return q
}
