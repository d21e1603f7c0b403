package relabel_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/relabel"
)

// relabelRun runs the Gibbs sampler of K normal components and relabels its draws.
func relabelRun(
	t *testing.T, data []float64, k int, swap float64,
) (*sampler.Trace, *relabel.Relabelling) {
	t.Helper()
	tr, err := sampler.Run(t.Context(), normals(data, k, swap),
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	labels, err := relabel.Pivot(tr, "mu", "weight")
	if err != nil {
		t.Fatal(err)
	}
	return tr, labels
}

// rHats are R-hat of the means as recorded, relabelled, and sorted in each draw.
func rHats(t *testing.T, tr *sampler.Trace, labels *relabel.Relabelling) (largest [3]float64) {
	t.Helper()
	relabelled, errA := labels.Apply(tr, "mu")
	sorted, errB := tr.Map(func(_, _ int, mu []float64) { slices.Sort(mu) }, "mu")
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	for i, tr := range []*sampler.Trace{tr, relabelled, sorted} {
		for _, label := range []string{"mu[0]", "mu[1]", "mu[2]"} {
			chains, err := tr.Chains(label)
			if err != nil {
				t.Fatal(err)
			}
			largest[i] = max(largest[i], diag.RHat(chains))
		}
	}
	return largest
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
// above 1.1. Relabelled and sorted R-hats are about 1, and no component mixes two clusters.
func TestGibbsChainsStuckInLabellings(t *testing.T) {
	tr, labels := relabelRun(t, clusters(20, -5, 0, 5), 3, 0)
	if !hasWarning(labels.Warnings, "chains number the components differently") || len(labels.Warnings) != 1 {
		t.Errorf("warnings %v", labels.Warnings)
	}
	if r := rHats(t, tr, labels); r[0] < 1.5 || r[1] > 1.01 || r[2] > 1.01 {
		t.Errorf("R-hat is %.3f", r)
	}
	relabelled, err := labels.Apply(tr, "mu", "weight")
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"mu[0]", "mu[1]", "mu[2]"} {
		draws, err := relabelled.Draws(label)
		if err != nil {
			t.Fatal(err)
		}
		if lo, hi := slices.Min(draws), slices.Max(draws); hi-lo > 3 { // clusters are 5 apart
			t.Errorf("%s reaches from %.1f to %.1f", label, lo, hi)
		}
	}
}

// Labels that switch within chains are found, as often as the test made them switch.
func TestGibbsSwitchingFound(t *testing.T) {
	tr, labels := relabelRun(t, clusters(20, -5, 0, 5), 3, 0.02)
	if !hasWarning(labels.Warnings, "switch within chains") || hasWarning(labels.Warnings, "ambiguous") {
		t.Errorf("warnings %v", labels.Warnings)
	}
	for c, n := range labels.Switches {
		// of 500 sweeps one in fifty permutes, and one permutation in six does nothing: 8.3
		// expected
		if n < 1 || n > 30 {
			t.Errorf("chain %d switches %d times", c, n)
		}
	}
	if r := rHats(t, tr, labels); r[0] < 1.05 || r[1] > 1.01 || r[2] > 1.01 {
		t.Errorf("R-hat is %.3f", r)
	}
}

// The negative controls: three components for one cluster; five for three clusters, with two empty
// most of the time.
func TestGibbsAmbiguous(t *testing.T) {
	for _, c := range []struct {
		about string
		data  []float64
		k     int
	}{{"one cluster", clusters(60, 0), 3},
		{"K too large, empty components", clusters(40, -6, 0, 6), 5}} {
		_, labels := relabelRun(t, c.data, c.k, 0.02)
		if !hasWarning(labels.Warnings, "the labels are ambiguous") || labels.Ambiguous < 0.02 {
			t.Errorf("%s: %.1f %% ambiguous, warnings %v", c.about, 100*labels.Ambiguous, labels.Warnings)
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
	if r := rHats(t, wrong, labels); r[1] < 1.1 || r[2] < 1.1 {
		t.Errorf("R-hat finds nothing: %.3f", r)
	}
}
