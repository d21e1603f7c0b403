package paint

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// LogScale is a logarithmic scale that makes one exception. gonum makes room for the label of an
// axis at the mean of its ends, but draws it in the middle. So LogScale puts this mean in the
// middle.
type LogScale struct{}

// Normalize implements plot.Normalizer.
func (LogScale) Normalize(lo, hi, x float64) float64 {
	switch {
	case x == 0.5*(lo+hi):
		return 0.5
	case !(x > 0):
		return 0
	}
	return plot.LogScale{}.Normalize(lo, hi, x)
}

// LogTicks marks 1, 2 and 5 times powers of ten. On a long axis it marks only the powers.
type LogTicks struct{}

// Ticks implements plot.Ticker.
func (LogTicks) Ticks(lo, hi float64) []plot.Tick {
	factors := []float64{1, 2, 5}
	if hi/lo > 300 {
		factors = []float64{1}
	}
	var marks []plot.Tick
	for power := math.Floor(math.Log10(lo)); power <= math.Log10(hi); power++ {
		for _, f := range factors {
			if v := f * math.Pow(10, power); lo <= v && v <= hi {
				marks = append(marks, plot.Tick{Value: v, Label: Grouped(fmt.Sprintf("%.6g", v))})
			}
		}
	}
	return marks
}
