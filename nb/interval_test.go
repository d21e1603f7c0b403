package nb

import (
	"math"
	"strings"
	"testing"

	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func TestInterval(t *testing.T) {
	tr := goldenTrace(t)
	draws := drawsOf(tr, "sigma2")
	lo, hi := Interval{Prob: 0.8, HDI: true}.Of(draws)
	if l, h := diag.HDI(draws, 0.8); lo != l || hi != h {
		t.Errorf("%v to %v", lo, hi)
	}
	if lo, hi = (Interval{}).Of(draws); math.Abs(lo-diag.Quantile(draws, 0.025)) > 1e-9 ||
		math.Abs(hi-diag.Quantile(draws, 0.975)) > 1e-9 {
		t.Errorf("%v to %v", lo, hi)
	}
	rows := Interval{Prob: 0.8, HDI: true}.rows(tr, []string{"sigma2"})
	if l, h := diag.HDI(draws, 0.8); rows[0].Lower != l || rows[0].Upper != h {
		t.Errorf("%+v", rows[0])
	}
	if s := picture.Describe(Interval{Prob: 0.5}.Density(tr, "mu", math.Inf(-1),
		math.Inf(1))); !strings.Contains(s, "50 % interval 8") {
		t.Error(s)
	}
	if s := picture.Describe(Interval{HDI: true, Prob: 0.9}.Forest(tr)); !strings.Contains(s,
		"median, 50 % and 90 % HDI") {
		t.Error(s)
	}
	if s := picture.Describe(Interval{Prob: 0.5}.Compare([]string{"one"}, []*sampler.Trace{tr},
		"mu")); !strings.Contains(s, "50 % and 50 % interval") {
		t.Error(s)
	}
	panics(t, "a probability of 95", func() { Interval{Prob: 95}.Forest(tr) })
}
