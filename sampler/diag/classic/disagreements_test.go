package classic

import (
	"math"
	"strings"

	"gibbslab/sampler/diag/internal/series"
)

// classicDisagreement is a kind of value for which we do not follow coda: right says whether ours
// is correct.
type classicDisagreement struct {
	name    string
	applies func(c *classicCase, stat string) bool
	right   func(got, coda float64) bool
	count   int // of values in classics.json
}

var classicDisagreements = []classicDisagreement{
	{
		"Heidelberger–Welch p below 5e-4: coda sums four terms of the series; ours all",
		func(_ *classicCase, stat string) bool { return stat == "hw_p" },
		func(got, coda float64) bool { return got < coda && coda < 5e-4 && coda-got < 2e-8 }, 2,
	}, {
		"a chain that never moves has no spectral ESS (coda: 0 draws, and the sum of the other chains)",
		func(c *classicCase, stat string) bool { return stat == "ess" && c.still() },
		func(got, _ float64) bool { return math.IsNaN(got) }, 6,
	}, {
		"chains at different constants: the upper limit is infinite, as is the point (coda: NaN)",
		func(c *classicCase, stat string) bool {
			return c.Kind == "all stuck" && strings.HasPrefix(stat, "psrf_upper")
		},
		func(got, coda float64) bool { return math.IsInf(got, 1) && math.IsNaN(coda) }, 4,
	}, {
		"equal means and equal variances: infinitely many degrees of freedom, no correction " +
			"(coda: Inf/Inf)",
		func(c *classicCase, stat string) bool {
			return (c.Kind == "alternating" || c.Kind == "coin") && strings.HasPrefix(stat, "psrf")
		},
		func(got, coda float64) bool { return got < 1 && got > 0.98 && math.IsNaN(coda) }, 9,
	}, {
		"spread below 1.5e-8: results do not depend on units (coda takes such draws for " +
			"constant); TestClassicsScale has the values",
		func(c *classicCase, stat string) bool {
			return c.Kind == "tiny" && !strings.HasPrefix(stat, "psrf")
		},
		func(got, coda float64) bool {
			return series.Finite(got) && (coda == 0 || math.IsNaN(coda) || math.IsInf(coda, 0))
		}, 14,
	}, {
		"Geweke on two draws: too few for an autoregression (coda: their line has no noise)",
		func(c *classicCase, stat string) bool { return stat == "geweke" && c.Draws <= 11 },
		func(got, _ float64) bool { return math.IsNaN(got) }, 2,
	},
}

func (c *classicCase) still() bool {
	return c.Kind == "constant" || c.Kind == "one stuck" || c.Kind == "all stuck"
}
