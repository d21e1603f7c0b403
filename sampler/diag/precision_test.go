package diag

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// precisionFile is testdata/precision.json: for each case, values in the order of the names.
type precisionFile struct {
	PosteriorNames []string `json:"posterior_names"`
	ArvizNames     []string `json:"arviz_names"`
	RuleNames      []string `json:"rule_names"`
	Cases          []struct {
		ChainSpec
		SHA256                 string
		Posterior, Arviz, Rule []*float64
	}
}

// loadPrecision reads the file as cases of the same kind as in reference.json.
func loadPrecision(t *testing.T) []refCase {
	t.Helper()
	data, err := os.ReadFile("testdata/precision.json")
	if err != nil {
		t.Fatal(err)
	}
	var file precisionFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	for _, c := range file.Cases {
		r := refCase{ChainSpec: c.ChainSpec, SHA256: c.SHA256, Posterior: map[string]*float64{},
			Arviz: map[string]*float64{}}
		for i, name := range file.PosteriorNames {
			r.Posterior[name] = c.Posterior[i]
		}
		for i, name := range file.ArvizNames {
			r.Arviz[name] = c.Arviz[i]
		}
		r.Rescaled = map[string]*float64{} // by the rule that is followed where the packages differ
		for i, name := range file.RuleNames {
			r.Rescaled[name] = c.Rule[i]
		}
		cases = append(cases, r)
	}
	return cases
}

var precisionStats = []struct {
	stat string
	f    func([][]float64) float64
}{
	{"ess_sd", ESSSD}, {"mcse_sd", MCSESD},
	{"ess_q10", essAt(0.1)}, {"ess_median", essAt(0.5)}, {"ess_q75", essAt(0.75)},
	{"ess_max", essAt(1)},
	{"mcse_q10", mcseAt(0.1)}, {"mcse_median", mcseAt(0.5)}, {"mcse_q75", mcseAt(0.75)},
	{"mcse_max", mcseAt(1)},
	{"ess_local", func(x [][]float64) float64 { return ESSLocal(x, 0.2, 0.45) }},
	{"ess_low", func(x [][]float64) float64 { return ESSLocal(x, 0, 0.05) }},
	{"k_lower", func(x [][]float64) float64 { return ParetoK(x).Lower }},
	{"k_upper", func(x [][]float64) float64 { return ParetoK(x).Upper }},
}

func essAt(p float64) func([][]float64) float64 {
	return func(x [][]float64) float64 { return ESSQuantile(x, p) }
}

func mcseAt(p float64) func([][]float64) float64 {
	return func(x [][]float64) float64 { return MCSEQuantile(x, p) }
}

func TestPrecisionReference(t *testing.T) {
	counts := make([]int, len(precisionDisagreements))
	agreed := 0
	for _, c := range loadPrecision(t) {
		x := c.Make()
		if got := digest(x); got != c.SHA256 {
			t.Fatalf("%+v: these chains are not those of chains.py: digest %s, want %s",
				c.ChainSpec, got, c.SHA256)
		}
		for _, s := range precisionStats {
			got := s.f(x)
			_, inP := c.Posterior[s.stat]
			_, inA := c.Arviz[s.stat]
			p, a := c.posterior(s.stat), c.arviz(s.stat)
			if (!inP || diagtest.Near(got, p, refTolerance)) &&
				(!inA || diagtest.Near(got, a, refTolerance)) {
				agreed++
				continue
			}
			want, why := math.NaN(), "no disagreement listed"
			for i, d := range precisionDisagreements {
				if d.applies(&c, s.stat) {
					want, why = d.want(&c, s.stat), d.name+": follow "+d.follows
					counts[i]++
					break
				}
			}
			if !diagtest.Near(got, want, refTolerance) || why == "no disagreement listed" {
				t.Errorf("%+v: %s = %.15g, want %.15g (posterior %.15g, ArviZ %.15g): %s",
					c.ChainSpec, s.stat, got, want, p, a, why)
			}
		}
	}
	t.Logf("%d values agree with posterior and ArviZ", agreed)
	for i, d := range precisionDisagreements {
		if counts[i] != d.count {
			t.Errorf("%d values, want %d: %s", counts[i], d.count, d.name)
		}
	}
}

// Until version 1.6.0 posterior's ess_sd was the ESS of |x−x̄|; ours is that of (x−x̄)².
func TestESSSDInOldPosterior(t *testing.T) {
	differ := 0
	for _, c := range loadPrecision(t) {
		if c.Kind != "normal" || c.oddHalf() || c.tooShort() {
			continue
		}
		x := c.Make()
		mean := Mean(slices.Concat(x...))
		absolute := ESSMean(diagtest.Mapped(x, func(v float64) float64 { return math.Abs(v - mean) }))
		if old := c.posterior("ess_sd_140"); !diagtest.Near(absolute, old, refTolerance) {
			t.Errorf("%+v: ESS of |x−x̄| is %v, ess_sd of posterior 1.4.0 %v", c.ChainSpec, absolute, old)
		}
		if !diagtest.Near(absolute, ESSSD(x), 0.01) {
			differ++
		}
	}
	if differ < 20 {
		t.Errorf("the old and the new definition differ in %d cases only", differ)
	}
}
