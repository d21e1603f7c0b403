package nb

import (
	"cmp"
	"fmt"

	"gibbslab/sampler/diag"
)

// An Interval sums up draws by two numbers in a plot. It is diag.Options with plots as methods: it
// has the same fields, and the two types convert to each other. The zero value is the 95 %
// equal-tailed interval, which plots draw unless you ask for another:
//
//	nb.Interval{Prob: 0.9, HDI: true}.Forest(tr, "theta")
type Interval diag.Options

// Of returns the interval of draws: diag.ETI, or diag.HDI.
func (i Interval) Of(draws []float64) (lower, upper float64) {
	if i.HDI {
		return diag.HDI(draws, i.prob())
	}
	return diag.ETI(draws, i.prob())
}

func (i Interval) prob() float64 {
	if !(i.Prob >= 0 && i.Prob < 1) {
		panic(fmt.Sprintf("interval: a probability of %v: "+
			"give a number between 0 and 1, or 0 for 0.95", i.Prob))
	}
	return cmp.Or(i.Prob, 0.95)
}

// String names the interval: "95 % interval", "90 % HDI".
func (i Interval) String() string {
	kind := "interval"
	if i.HDI {
		kind = "HDI"
	}
	return fmt.Sprintf("%.6g %% %s", 100*i.prob(), kind)
}
