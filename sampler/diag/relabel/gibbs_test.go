package relabel_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
)

// relabelRun runs the Gibbs sampler of K normal components and relabels its draws by the three
// methods.
func relabelRun(
	t *testing.T, data []float64, k int, swap float64,
) (*sampler.Trace, map[string]*relabel.Relabelling) {
	t.Helper()
	tr, err := sampler.Run(t.Context(), normals(data, k, swap),
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return tr, relabelTrace(t, tr, k)
}

func relabelTrace(t *testing.T, tr *sampler.Trace, k int) map[string]*relabel.Relabelling {
	t.Helper()
	methods := map[string]*relabel.Relabelling{}
	for name, f := range map[string]func() (*relabel.Relabelling, error){
		"pivot":    func() (*relabel.Relabelling, error) { return relabel.Pivot(tr, "mu", "weight") },
		"Stephens": func() (*relabel.Relabelling, error) { return relabel.Stephens(tr, "p") },
		"ECR":      func() (*relabel.Relabelling, error) { return relabel.ECR(tr, "z", k) },
	} {
		var err error
		if methods[name], err = f(); err != nil {
			t.Fatal(err)
		}
	}
	return methods
}

func hasWarning(warnings []error, words string) bool {
	for _, w := range warnings {
		if strings.Contains(w.Error(), words) {
			return true
		}
	}
	return false
}

// Chains are stuck in different labellings and never switch. R-hat of the recorded draws is far
// above 1.1. Relabelled and label-free R-hats are about 1, for each method, and no component mixes
// two clusters.
func TestGibbsChainsStuckInLabellings(t *testing.T) {
	tr, methods := relabelRun(t, clusters(20, -5, 0, 5), 3, 0)
	for name, r := range methods {
		if !hasWarning(r.Warnings, "chains number the components differently") || len(r.Warnings) != 1 {
			t.Errorf("%s: warnings %v", name, r.Warnings)
		}
		s, err := r.Compare(tr, "mu", "weight")
		if err != nil || len(s.Rows) != 7 ||
			!strings.HasPrefix(s.Verdict(), "The labels could be made comparable") {
			t.Fatalf("%s: %v, %v", name, s, err)
		}
		for _, row := range s.Rows[:3] {
			if row.Recorded < 1.5 || row.Relabelled > 1.01 || row.LabelFree > 1.01 {
				t.Errorf("%s: %+v", name, row)
			}
		}
		relabelled, err := r.Apply(tr, "mu", "weight")
		if err != nil {
			t.Fatal(err)
		}
		for _, label := range []string{"mu[0]", "mu[1]", "mu[2]"} {
			draws, err := relabelled.Draws(label)
			if err != nil {
				t.Fatal(err)
			}
			lo, hi := draws[0], draws[0]
			for _, v := range draws {
				lo, hi = min(lo, v), max(hi, v)
			}
			if hi-lo > 3 { // clusters are 5 apart
				t.Errorf("%s: %s reaches from %.1f to %.1f", name, label, lo, hi)
			}
		}
	}
}

// Each method finds the labels that switch within chains, as often as the test made them switch.
func TestGibbsSwitchingFound(t *testing.T) {
	tr, methods := relabelRun(t, clusters(20, -5, 0, 5), 3, 0.02)
	for name, r := range methods {
		if !hasWarning(r.Warnings, "switch within chains") || hasWarning(r.Warnings, "ambiguous") {
			t.Errorf("%s: warnings %v", name, r.Warnings)
		}
		for c, n := range r.Switches {
			// of 500 sweeps one in fifty permutes, and one permutation in six does nothing: 8.3
			// expected
			if n < 1 || n > 30 {
				t.Errorf("%s: chain %d switches %d times", name, c, n)
			}
		}
		s, err := r.Compare(tr, "mu")
		if err != nil || s.Rows[0].Recorded < 1.05 || s.Rows[0].Relabelled > 1.01 ||
			s.Rows[0].LabelFree > 1.01 {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// The negative controls, in which no method may claim success: three components for one cluster;
// five for three clusters, with two empty most of the time.
func TestGibbsAmbiguous(t *testing.T) {
	for _, c := range []struct {
		about string
		data  []float64
		k     int
	}{{"one cluster", clusters(60, 0), 3},
		{"K too large, empty components", clusters(40, -6, 0, 6), 5}} {
		tr, methods := relabelRun(t, c.data, c.k, 0.02)
		for name, r := range methods {
			if !hasWarning(r.Warnings, "the labels are ambiguous") || r.Ambiguous < 0.02 {
				t.Errorf("%s, %s: %.1f %% ambiguous, warnings %v", c.about, name, 100*r.Ambiguous, r.Warnings)
			}
			s, err := r.Compare(tr, "mu", "weight")
			if err != nil || strings.HasPrefix(s.Verdict(), "The labels could") ||
				strings.HasPrefix(s.Verdict(), "The chains agree") {
				t.Errorf("%s, %s: verdict %q, %v", c.about, name, s.Verdict(), err)
			}
		}
	}
}

// Chains that found different components, one of them the wrong ones, must not be relabelled into
// agreement: one chain splits the cluster at 0 and puts the other two into one component.
func TestGibbsWrongMode(t *testing.T) {
	tr, _ := relabelRun(t, clusters(20, -5, 0, 5), 3, 0)
	r := rand.New(rand.NewPCG(1, 2))
	wrong, err := tr.Map(func(chain, _ int, x []float64) {
		if chain == 2 {
			x[0], x[1], x[2] = 0.5+r.NormFloat64()/3, -0.5+r.NormFloat64()/3, r.NormFloat64()/5
		}
	}, "mu")
	if err != nil {
		t.Fatal(err)
	}
	labels, err := relabel.Pivot(wrong, "mu")
	if err != nil {
		t.Fatal(err)
	}
	s, err := labels.Compare(wrong, "mu")
	if err != nil || !strings.HasPrefix(s.Verdict(), "Not yet: whatever the labels") {
		t.Fatalf("%v, %v", s, err)
	}
	relabelled, free := 0, 0
	for _, row := range s.Rows {
		if row.Relabelled > 1.1 {
			relabelled++
		}
		if row.LabelFree > 1.1 {
			free++
		}
	}
	// the component that merges two clusters, and the one of the split cluster
	if relabelled < 2 || free < 2 {
		t.Errorf("R-hat finds nothing: %v", s)
	}
}
