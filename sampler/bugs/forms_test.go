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

// Each block of each form leaves the joint distribution unchanged.
func TestForms(t *testing.T) {
	for _, form := range strings.Split(forms, "\n== ") {
		name, form, _ := strings.Cut(strings.TrimPrefix(form, "== "), "\n")
		at := strings.LastIndex(form, "\n}\n") + 3
		t.Run(name, func(t *testing.T) {
			data, err := bugs.ReadData(strings.NewReader(form[at:]))
			if err != nil {
				t.Fatal(err)
			}
			m, err := bugs.Compile(form[:at], data)
			if err != nil {
				t.Fatal(err)
			}
			set := verify.Settings{Seed: 1, Replications: 600}
			if testing.Short() || !turns.Of(name, 3) {
				set.Replications = 60
			}
			if rep, err := verify.Blocks(m.Joint(), set); err != nil || rep.Wrong {
				t.Errorf("%v\n%v\n%v", err, rep, m.Plan())
			}
		})
	}
}
