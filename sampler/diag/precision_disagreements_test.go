package diag

import (
	"math"
	"strings"
)

// precisionDisagreements lists where posterior and ArviZ do not agree with each other on the values
// of precision.json, or neither agrees with us. The first entry that applies says what is right.
var precisionDisagreements = []disagreement{
	{
		"nothing changes: no ESS, MCSE or k̂ (ArviZ: ESS is the number of draws)", "posterior",
		func(c *refCase, _ string) bool { return c.Kind == "constant" },
		notANumber, 22,
	}, {
		"halves shorter than 5: no ESS, no MCSE (see disagreements_test.go)", "MCMCDiagnosticTools",
		func(c *refCase, _ string) bool { return c.tooShort() },
		notANumber, 96,
	}, {
		"two values, equally often: no ESS of the SD (ArviZ: S; posterior: NA)", "posterior",
		func(c *refCase, stat string) bool {
			return strings.HasSuffix(stat, "_sd") &&
				(c.Kind == "alternating" && c.Draws%2 == 0 || c.Kind == "coin")
		},
		notANumber, 6,
	}, {
		"MCSE of the SD (arviz-stats to 1.2.0 divides by the ESS of the mean)",
		"Kenney & Keeping, as posterior",
		func(c *refCase, stat string) bool { return stat == "mcse_sd" },
		rule, 196,
	}, {
		"no draw above the quantile: the indicator is x < q (ArviZ: S; posterior: NA, or the same " +
			"for a single largest draw)", "Stan",
		func(c *refCase, stat string) bool {
			return strings.HasSuffix(stat, "_max") || isQuantile(stat) && c.atTop(stat)
		},
		rule, 344,
	}, {
		"spread below 2e-16: ESS does not depend on units (posterior: NA)",
		"ArviZ, on chains 2^60 times as wide",
		func(c *refCase, stat string) bool { return c.Kind == "tiny" && stat[0] != 'k' },
		(*refCase).arviz, 14,
	}, {
		"a pair of autocorrelations that sums to 0 ends Geyer's sum (rounding makes it positive: " +
			"it and later ones count)", "exact arithmetic",
		func(c *refCase, stat string) bool { return stat == "ess_q10" && c.Seed == 1122 },
		// The pairs before it sum to 3.94/2 + ½, and the even lag is 3/700. These are exact because
		// the draws are 0 and 1.
		func(*refCase, string) float64 { return 100 / (3.94 + 3./700) }, 1,
	}, {
		"half-chains of odd length: autocorrelations to lag n-2 (posterior: n-4; for n = 5 none)",
		"ArviZ",
		func(c *refCase, stat string) bool {
			return c.oddHalf() && (stat == "ess_sd" || isQuantile(stat))
		},
		(*refCase).arviz, 147,
	}, {
		"a quarter of the tail is one value: no k̂ (ArviZ: a number)", "posterior 1.7",
		func(c *refCase, stat string) bool { return stat[0] == 'k' },
		notANumber, 30,
	},
}

func notANumber(*refCase, string) float64  { return math.NaN() }
func rule(c *refCase, stat string) float64 { return orNaN(c.Rescaled[stat]) }
func isQuantile(stat string) bool {
	return strings.Contains(stat, "_q") || strings.HasSuffix(stat, "_median")
}

// atTop tells whether ArviZ's indicator x ≤ q of the quantile never changes; ArviZ then gives the
// ESS as S.
func (c *refCase) atTop(stat string) bool {
	_, name, _ := strings.Cut(stat, "_")
	return c.arviz("ess_"+name) == c.splitSize()
}

// splitSize is the number of draws after the split.
func (c *refCase) splitSize() float64 { return float64(c.Chains * (c.Draws / 2 * 2)) }
