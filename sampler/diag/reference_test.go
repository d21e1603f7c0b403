package diag

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// refTolerance is the allowed relative difference from the references.
const refTolerance = 1e-10

// refCase is one case of testdata/reference.json. An absent number is NaN, NA or infinite there.
type refCase struct {
	ChainSpec
	SHA256           string
	Posterior, Arviz map[string]*float64
	TiedRHatTail     *float64 `json:"tied_rhat_tail"`
	TwoSidedESSTail  *float64 `json:"two_sided_ess_tail"`
	Rescaled         map[string]*float64
}

func (c *refCase) posterior(stat string) float64 { return orNaN(c.Posterior[stat]) }
func (c *refCase) arviz(stat string) float64     { return orNaN(c.Arviz[stat]) }

func orNaN(p *float64) (v float64) {
	if p == nil {
		return math.NaN()
	}
	return *p
}

func loadReference(t *testing.T) []refCase {
	t.Helper()
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct{ Cases []refCase }
	if err := json.Unmarshal(data, &ref); err != nil {
		t.Fatal(err)
	}
	return ref.Cases
}

func TestReference(t *testing.T) {
	ours := []struct {
		stat string
		f    func([][]float64) float64
	}{
		{"rhat", RHat}, {"rhat_bulk", rhatBulk}, {"rhat_tail", rhatTail},
		{"ess_bulk", ESSBulk}, {"ess_tail", ESSTail}, {"ess_mean", ESSMean}, {"mcse_mean", MCSEMean},
	}
	counts := make([]int, len(disagreements))
	agreed := 0
	for _, c := range loadReference(t) {
		x := c.Make()
		if got := digest(x); got != c.SHA256 {
			t.Fatalf("%+v: these chains are not those of chains.py: digest %s, want %s",
				c.ChainSpec, got, c.SHA256)
		}
		for _, o := range ours {
			got, p, a := o.f(x), c.posterior(o.stat), c.arviz(o.stat)
			if diagtest.Near(got, p, refTolerance) && diagtest.Near(got, a, refTolerance) {
				agreed++
				continue
			}
			want, why := math.NaN(), "no disagreement listed"
			for i, d := range disagreements {
				if d.applies(&c, o.stat) {
					want, why = d.want(&c, o.stat), d.name+": follow "+d.follows
					counts[i]++
					break
				}
			}
			if !diagtest.Near(got, want, refTolerance) {
				t.Errorf("%+v: %s = %.15g, want %.15g (posterior %.15g, ArviZ %.15g): %s",
					c.ChainSpec, o.stat, got, want, p, a, why)
			}
		}
	}
	t.Logf("%d values agree with posterior and ArviZ", agreed)
	for i, d := range disagreements {
		if counts[i] != d.count {
			t.Errorf("%d values, want %d: %s", counts[i], d.count, d.name)
		}
	}
}

// Rounding decides by chance between two values of the references' tail R-hat. Their difference
// shrinks with the number of draws: 0.015 for 20 draws, 8e-6 from 2000 draws on. One in five cases
// is affected.
func TestSizeOfTies(t *testing.T) {
	hit, even := 0, 0
	for _, c := range loadReference(t) {
		size := c.Chains * c.Draws
		want := orNaN(c.TiedRHatTail)
		if c.Kind != "normal" || size%2 == 1 || math.IsNaN(want) {
			continue
		}
		even++
		effect := math.Abs(c.posterior("rhat_tail")/want - 1)
		if effect > refTolerance {
			hit++
		}
		if limit := 0.02; effect > limit || size >= 2000 && effect > 1e-5 {
			t.Errorf("%+v: rounding moves tail R-hat by %g", c.ChainSpec, effect)
		}
	}
	if share := float64(hit) / float64(even); share < 0.1 || share > 0.3 {
		t.Errorf("rounding moves tail R-hat in %d of %d cases, want about a fifth", hit, even)
	}
}

func TestReferenceOfPooledDraws(t *testing.T) {
	for _, c := range loadReference(t) {
		x := c.Make()
		all := slices.Concat(x...)
		check := func(stat string, got float64) {
			t.Helper()
			for name, ref := range map[string]map[string]*float64{"posterior and R": c.Posterior,
				"ArviZ": c.Arviz} {
				want, has := ref[stat]
				if has && want != nil && !nearScale(got, *want, SD(all)) {
					t.Errorf("%+v: %s = %.15g, %s says %.15g", c.ChainSpec, stat, got, name, *want)
				}
			}
		}
		check("mean", Mean(all))
		check("sd", SD(all))
		for stat, p := range map[string]float64{"q025": 0.025, "q25": 0.25, "q50": 0.5, "q90": 0.9,
			"q975": 0.975} {
			check(stat, Quantile(all, p))
		}
		lo, hi := ETI(all, 0.95)
		check("eti95_lo", lo)
		check("eti95_hi", hi)
		lo, hi = HDI(all, 0.95)
		check("hdi95_lo", lo)
		check("hdi95_hi", hi)
		lo, hi = HDI(all, 0.5)
		check("hdi50_lo", lo)
		check("hdi50_hi", hi)
		for lag, rho := range Autocorr(x[0], 10) {
			check(fmt.Sprintf("acf%d", lag), rho)
		}
	}
}

// nearScale is near, but also allows an absolute error of 1e-13 of the scale: a mean can be near 0.
func nearScale(got, want, scale float64) bool {
	return diagtest.Near(got, want, refTolerance) || math.Abs(got-want) <= 1e-13*scale
}
