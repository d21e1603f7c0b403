package variate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestNormalPrecision(t *testing.T) {
	checkLaws(t, []law{{name: "NormalPrecision(4, 2)",
		draw: func(r *rand.Rand) float64 { return variate.NormalPrecision(r, 4, 2) },
		lo:   -inf, hi: inf, cdf: distuv.Normal{Mu: 0.5, Sigma: 0.5}.CDF, mean: 0.5, variance: 0.25,
		logMean: nan, logVar: nan}})
	for _, c := range [][2]float64{{0, 1}, {-1, 1}, {nan, 1}, {1, inf}} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, "NormalPrecision") {
					t.Errorf("precision %g and b %g: %s", c[0], c[1], text)
				}
			}()
			variate.NormalPrecision(sampler.Stream("bad", 1, 0), c[0], c[1])
		}()
	}
}
