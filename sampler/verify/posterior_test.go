package verify_test

import (
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/verify"
)

// around is the joint around the exam scores.
func around(t *testing.T, j verify.Joint[normalState, []float64]) verify.Joint[normalState, []float64] {
	t.Helper()
	posterior, err := verify.Posterior(j, datasets.ExamScores(), func(y, more []float64) []float64 {
		return slices.Concat(y, more)
	}, 50)
	if err != nil {
		t.Fatal(err)
	}
	return posterior
}

// The sampler of the exam scores is right around its data, and a wrong one is not.
func TestPosteriorSBC(t *testing.T) {
	prior := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
	j := normalJoint(prior, 29)
	set := verify.Settings{Seed: 1}
	if r, err := verify.SBC(around(t, j), set); err != nil || r.Wrong {
		t.Error(r, err)
	}
	for _, mutant := range normalMutants(prior) {
		if mutant.Name != "variance for sd" {
			continue
		}
		wrong := j
		wrong.Model = mutant.Model
		if r, err := verify.SBC(around(t, wrong), set); err != nil || !r.Wrong {
			t.Error(mutant.Name, r, err)
		}
		return
	}
	t.Error("the mutant is gone")
}

func TestPosteriorSaysWhatIsMissing(t *testing.T) {
	j := normalJoint(normalPrior, 3)
	join := func(y, more []float64) []float64 { return y }
	if _, err := verify.Posterior(j, nil, join, 50); err == nil || !strings.Contains(err.Error(), "the data at hand") {
		t.Error(err)
	}
	if _, err := verify.Posterior(j, []float64{1}, nil, 50); err == nil || !strings.Contains(err.Error(), "joins data") {
		t.Error(err)
	}
	j.Model = func([]float64) (sampler.Model[normalState], error) { return sampler.Model[normalState]{}, nil }
	broken := around(t, j)
	if _, err := verify.SBC(broken, verify.Settings{Seed: 1}); err == nil {
		t.Error("a model without blocks is tested")
	}
}
