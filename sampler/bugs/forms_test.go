package bugs_test

import (
	_ "embed"
	"strings"
	"testing"

	"gibbslab/internal/turns"
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

// Each block of each form leaves the joint distribution unchanged. In a long run each data set is
// compiled.
func TestForms(t *testing.T) {
	for name, m := range everyForm(t) {
		t.Run(name, func(t *testing.T) {
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
