package bugs_test

import (
	_ "embed"
	"math"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/verify"
)

// forms are small models of many forms, each with data: recursions, moving averages, epidemics,
// matrices of unknowns, latent classes, sums and maxima of unknowns, vectors observed in part.
//
//go:embed testdata/forms.txt
var forms string

// everyForm compiles them.
func everyForm(t *testing.T) map[string]*bugs.Model {
	t.Helper()
	all := map[string]*bugs.Model{}
	for _, form := range strings.Split(forms, "\n== ") {
		name, form, _ := strings.Cut(strings.TrimPrefix(form, "== "), "\n")
		at := strings.LastIndex(form, "\n}\n") + 3
		data, err := bugs.ReadData(strings.NewReader(form[at:]))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if all[name], err = bugs.Compile(form[:at], data); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// Each form finds a start, and each of its blocks leaves the joint distribution unchanged. In a long
// run each data set is compiled.
func TestForms(t *testing.T) {
	for name, m := range everyForm(t) {
		t.Run(name, func(t *testing.T) {
			if _, err := m.Sampler().Init(sampler.Stream("start", 1, 0)); err != nil {
				t.Error(err)
			}
			j, set := m.Compiled(), verify.Settings{Seed: 1, Replications: 600}
			if testing.Short() || !turns.Of(name, 3) {
				j, set.Replications = m.Joint(), 100
			}
			if rep, err := verify.Blocks(j, set); err != nil || rep.Wrong {
				t.Errorf("%v\n%v\n%v", err, rep, m.Plan())
			}
		})
	}
}

// A first try at a start may have drawn more recoveries than there are infected: it is impossible,
// and the next is tried.
func TestStartOfAnEpidemic(t *testing.T) {
	m := compiled(t, `model {
		S[1] <- 57
		I[1] <- 3
		for (t in 1:13) {
			C[t] ~ dbin(1 - exp(-beta * I[t] / 60), S[t])
			R[t] ~ dbin(gam, I[t])
			S[t+1] <- S[t] - C[t]
			I[t+1] <- I[t] + C[t] - R[t]
		}
		beta ~ dgamma(1, 0.5)
		gam ~ dbeta(1, 1)
	}`, bugs.Data{"C": []int{2, 5, 4, 4, 8, 13, 12, 4, 3, 0, 0, 0, 0},
		"R": []float64{1, 4, 4, 2, math.NaN(), 5, 13, 5, math.NaN(), 3, 4, 1, 0}})
	for k := range 20 {
		if _, err := m.Sampler().Init(sampler.Stream("start", 1, k)); err != nil {
			t.Fatal(err)
		}
	}
}
