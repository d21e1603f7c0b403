package nb

import (
	"fmt"

	"gibbslab/sampler/diag"
)

// An Interval is how plots sum up draws by two numbers. The zero value holds 95 % of the probability and leaves as
// much on either side, which is what plots draw unless asked for another:
//
//	nb.Interval{Prob: 0.9, HDI: true}.Forest(tr, "theta")
type Interval struct {
	// Prob is the probability of the interval; 0 means 0.95.
	Prob float64
	// HDI asks for the shortest such interval, that of the highest density; else it goes from quantile to quantile.
	HDI bool
}

// Of returns the interval of draws: diag.ETI, or diag.HDI.
func (i Interval) Of(draws []float64) (lower, upper float64) {
	if i.HDI {
		return diag.HDI(draws, i.prob())
	}
	return diag.ETI(draws, i.prob())
}

func (i Interval) prob() float64 {
	if i.Prob == 0 {
		return 0.95
	}
	if !(i.Prob > 0 && i.Prob < 1) {
		panic(fmt.Sprintf("interval: a probability of %v: give a number between 0 and 1, or 0 for 0.95", i.Prob))
	}
	return i.Prob
}

// String names the interval: "95 % interval", "90 % HDI".
func (i Interval) String() string {
	if i.HDI {
		return fmt.Sprintf("%.6g %% HDI", 100*i.prob())
	}
	return fmt.Sprintf("%.6g %% interval", 100*i.prob())
}
