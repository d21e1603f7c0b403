package verify

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
)

// A GradientResult compares a gradient with differences of LogJoint, at the place where they differ
// most.
type GradientResult struct {
	Coordinate string
	Wrong      bool
	// At is the value of the coordinate, Given the gradient there, and Numerical its value by
	// differences.
	At, Given, Numerical float64
}

// gradients checks the gradients at places that slice sampling finds. It restores the state.
func (c *conditional) gradients() (results []GradientResult, err error) {
	present := c.values(nil)
	r := sampler.Stream("verify gradients", c.set.Seed, 0)
	widths := slices.Repeat([]float64{1}, len(present))
	for range 100 {
		c.slice(r, widths, true)
	}
	worst := make([]float64, len(present))
	found := make([]GradientResult, len(present))
	for range 10 {
		for range conditionalThin {
			c.slice(r, widths, false)
		}
		for k, x := range c.coordinates {
			if x.Gradient == nil {
				continue
			}
			at := *x.At(c.state)
			given := x.Gradient(c.state)
			numerical, rounding := c.slope(x, at, widths[k])
			x.set(c.state, at)
			if math.IsNaN(numerical) || math.IsInf(numerical, 0) {
				continue // next to an end of the support
			}
			off := math.Abs(given-numerical) / (1e-3*(math.Abs(numerical)+1/widths[k]) + rounding)
			if !(off <= worst[k]) || found[k].Coordinate == "" {
				worst[k] = off
				found[k] = GradientResult{x.Name, !(off <= 1), at, given, numerical}
			}
		}
	}
	c.restore(present)
	for k, x := range c.coordinates {
		switch {
		case x.Gradient == nil:
		case found[k].Coordinate == "":
			return nil, fmt.Errorf("the gradient of %s could not be checked: LogJoint is infinite beside "+
				"each draw", x.Name)
		default:
			results = append(results, found[k])
		}
	}
	return results, nil
}

// slope is the derivative of LogJoint by fourth-order differences, and its rounding error.
func (c *conditional) slope(x Coordinate[anyState], at, width float64) (slope, rounding float64) {
	lo, hi := x.bounds()
	h := min(width/100, (at-lo)/10, (hi-at)/10)
	size := 0.0
	f := func(v float64) float64 {
		x.set(c.state, v)
		lp := c.model.LogJoint(c.state)
		size = max(size, math.Abs(lp))
		return lp
	}
	slope = (8*(f(at+h)-f(at-h)) - (f(at+2*h) - f(at-2*h))) / (12 * h)
	return slope, 1e-14 * size / h
}
