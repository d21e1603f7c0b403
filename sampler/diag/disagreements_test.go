package diag

import (
	"math"
	"strings"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/fast"
)

// disagreement is a kind of chains on which posterior and ArviZ do not agree with each other, or
// both not with us. The first that applies to a case says what is right.
type disagreement struct {
	name, follows string
	applies       func(c *refCase, stat string) bool
	want          func(c *refCase, stat string) float64
	count         int // of values in reference.json
}

var disagreements = []disagreement{
	{
		"nothing changes: no R-hat, no ESS (ArviZ: ESS is the number of draws)", "posterior",
		func(c *refCase, _ string) bool { return c.Kind == "constant" },
		func(*refCase, string) float64 { return math.NaN() }, 8,
	}, {
		"chains at different constants: R-hat is infinite (rounding gives both 1e15, NaN or NA)",
		"the formula",
		func(c *refCase, stat string) bool {
			return c.Kind == "all stuck" && strings.HasPrefix(stat, "rhat")
		},
		func(c *refCase, stat string) float64 { return math.Inf(1) }, 6,
	}, {
		"halves shorter than 5: no ESS (ArviZ: its upper limit; posterior: S/2 or NA)",
		"MCMCDiagnosticTools",
		func(c *refCase, stat string) bool { return isESS(stat) && c.tooShort() },
		func(*refCase, string) float64 { return math.NaN() }, 28,
	}, {
		"halves shorter than 2: no R-hat (posterior takes rows for columns)", "ArviZ",
		func(c *refCase, stat string) bool { return c.Draws < 4 },
		(*refCase).arviz, 3,
	}, {
		"one chain: its two halves are compared (ArviZ: NaN)", "posterior",
		func(c *refCase, stat string) bool {
			return strings.HasPrefix(stat, "rhat") && c.Chains == 1 && (stat == "rhat_bulk" || c.ties())
		},
		(*refCase).posterior, 301,
	}, {
		"all draws as far from the median: R-hat is that of the ranks (posterior: NA)",
		"bulk R-hat of both",
		func(c *refCase, stat string) bool {
			return stat == "rhat" && math.IsNaN(c.posterior("rhat_tail"))
		},
		func(c *refCase, _ string) float64 { return c.posterior("rhat_bulk") }, 3,
	}, {
		"the two middle draws are not tied after rounding", "exact arithmetic",
		func(c *refCase, stat string) bool { return isTail(stat) && !c.ties() },
		func(c *refCase, stat string) float64 {
			if stat == "rhat" {
				return max(c.posterior("rhat_bulk"), orNaN(c.TiedRHatTail))
			}
			return orNaN(c.TiedRHatTail)
		}, 65,
	}, {
		"odd length: folded about the median of all draws (ArviZ: without the middle ones)", "posterior",
		func(c *refCase, stat string) bool { return isTail(stat) && c.odd() },
		(*refCase).posterior, 30,
	}, {
		"no draw beyond the 5 % or 95 % quantile (ArviZ: that tail has ESS S; posterior: NA)", "Stan",
		func(c *refCase, stat string) bool {
			return stat == "ess_tail" && math.IsNaN(c.posterior(stat)) && c.Kind != "tiny"
		},
		func(c *refCase, _ string) float64 { return orNaN(c.TwoSidedESSTail) }, 35,
	}, {
		"spread below 2e-16: ESS does not depend on units (posterior: NA; ArviZ: S)",
		"ArviZ, on chains 2^60 times as wide",
		func(c *refCase, stat string) bool {
			return isESS(stat) && c.Kind == "tiny" && stat != "ess_bulk"
		},
		func(c *refCase, stat string) float64 { return orNaN(c.Rescaled[stat]) }, 6,
	}, {
		"half-chains of odd length: autocorrelations to lag n-2 (posterior: n-4; for n = 5 none)",
		"ArviZ",
		func(c *refCase, stat string) bool { return isESS(stat) && c.oddHalf() },
		(*refCase).arviz, 135,
	},
}

func (c *refCase) odd() bool      { return c.Draws%2 == 1 }
func (c *refCase) oddHalf() bool  { return c.Draws/2%2 == 1 }
func (c *refCase) tooShort() bool { return c.Draws < fast.MinDraws }
func isESS(stat string) bool      { return strings.HasPrefix(stat, "ess") || stat == "mcse_mean" }
func isTail(stat string) bool     { return stat == "rhat" || stat == "rhat_tail" }

// ties says whether the references' rounded distances tie the two middle draws, so that their tail
// R-hat is the exact one.
func (c *refCase) ties() bool {
	return diagtest.Near(c.posterior("rhat_tail"), orNaN(c.TiedRHatTail), refTolerance)
}
