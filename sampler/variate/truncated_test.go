package variate_test

import (
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

func TestTruncatedRefuse(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { variate.TruncatedNormal(r, 0, 1, 2, 2) },
			"the interval from 2 to 2 has no length"},
		{func() { variate.TruncatedNormal(r, 0, 1, nan, 2) }, "the interval from NaN to 2"},
		{func() { variate.TruncatedNormal(r, nan, 1, 1, 2) }, "TruncatedNormal: mean is NaN"},
		{func() { variate.TruncatedNormal(r, 0, 0, 1, 2) }, "TruncatedNormal: sd is 0"},
		{func() { variate.TruncatedNormalLogProb(0, 0, 1, 2, 1) }, "the interval from 2 to 1"},
		{func() { variate.TruncatedGamma(r, 1, 1, -1, 2) }, "the interval from -1 to 2"},
		{func() { variate.TruncatedGamma(r, 0, 1, 1, 2) }, "TruncatedGamma: shape is 0"},
		{func() { variate.TruncatedGammaLogProb(1, 1, inf, 1, 2) },
			"TruncatedGammaLogProb: rate is +Inf"},
	} {
		wantPanic(t, c.f, c.want)
	}
}
