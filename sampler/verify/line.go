package verify

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/integrate/quad"

	"gibbslab/sampler"
)

// A line is a density of one variable, known up to a factor and integrated by adaptive
// Gauss–Legendre quadrature with eight points in each cell.
type line struct {
	logDensity func(x float64) float64
	reference  float64   // log density that counts as 1
	largest    float64   // log density met so far
	ends       []float64 // of the cells
	below      []float64 // the integral up to each end
}

const (
	linePoints   = 8
	lineDepth    = 40
	lineTolerate = 1e-9 // of the integral, in each cell
	lineVanished = 1000 // log densities this far below the largest count for nothing
)

var lineNodes, lineWeights = func() (x, w []float64) {
	x, w = make([]float64, linePoints), make([]float64, linePoints)
	quad.Legendre{}.FixedLocations(x, w, -1, 1)
	return x, w
}()

// newLine integrates a density from lo to hi, both of which may be infinite. start must have
// positive density and should not be too far out.
func newLine(logDensity func(x float64) float64, start, lo, hi float64) (*line, error) {
	if !(start >= lo && start <= hi) {
		return nil, fmt.Errorf("the present value %g lies outside of the support from %g to %g", start,
			lo, hi)
	}
	l := &line{logDensity: logDensity, largest: math.Inf(-1)}
	v := l.at(start)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, fmt.Errorf("LogJoint is %g at the present value %g", v, start)
	}
	marks := append(l.marks(start, lo, -1), start)
	slices.Reverse(marks[:len(marks)-1])
	marks = append(marks, l.marks(start, hi, 1)...)
	for i := 1; i < len(marks); i++ {
		l.reference = l.largest
		l.cell(marks[i-1], marks[i]) // also finds the largest log density
	}
	for range 10 {
		l.reference = l.largest
		l.integrate(marks)
		if l.largest < l.reference+20 {
			break
		}
	}
	total := l.below[len(l.below)-1]
	if !(total > 0) || math.IsInf(total, 0) {
		return nil, fmt.Errorf("exp(LogJoint) has the integral %g, in units of its largest value", total)
	}
	first := math.IsInf(lo, 0) && l.inCell(marks[0], marks[1]) > 1e-6*total
	n := len(marks)
	if last := math.IsInf(hi, 0) && l.inCell(marks[n-2], marks[n-1]) > 1e-6*total; first || last {
		return nil, errors.New("exp(LogJoint) has no finite integral: the conditional is improper; " +
			"give a proper prior, or bounds Lo and Hi")
	}
	for i := range l.below {
		l.below[i] /= total
	}
	return l, nil
}

// marks are ends of cells on one side of the start, whose widths double. They end where the density
// has vanished, because farther out an Exp in it may overflow.
func (l *line) marks(start, end, sign float64) (marks []float64) {
	step := 1e-6 * (1 + math.Abs(start))
	for range 80 {
		x := start + sign*step
		if sign*(end-x) <= 0 {
			break
		}
		marks = append(marks, x)
		if v := l.at(x); v < l.largest-lineVanished && !math.IsInf(v, 0) {
			return marks
		}
		step *= 2
	}
	if !math.IsInf(end, 0) && (len(marks) == 0 || sign*(end-marks[len(marks)-1]) > 0) {
		marks = append(marks, end)
	}
	return marks
}

// at is the log density. If it is NaN, at panics with a sentence.
func (l *line) at(x float64) float64 {
	v := l.logDensity(x)
	if math.IsNaN(v) || math.IsInf(v, 1) {
		panic(fmt.Sprintf("LogJoint is %g at %g: check what it divides by or takes the logarithm of, "+
			"or give bounds Lo and Hi", v, x))
	}
	l.largest = max(l.largest, v)
	return v
}

// cell is the integral from a to b by one application of the rule.
func (l *line) cell(a, b float64) float64 {
	sum, middle, half := 0.0, (a+b)/2, (b-a)/2
	for i, x := range lineNodes {
		sum += lineWeights[i] * math.Exp(l.at(middle+half*x)-l.reference)
	}
	return sum * half
}

// integrate divides the cells between marks until halving them changes nothing.
func (l *line) integrate(marks []float64) {
	rough := 0.0
	for i := 1; i < len(marks); i++ {
		rough = max(rough, l.cell(marks[i-1], marks[i]))
	}
	if math.IsInf(rough, 0) {
		return // the reference is too low: try again
	}
	l.ends, l.below = []float64{marks[0]}, []float64{0}
	var divide func(a, b, whole float64, depth int)
	divide = func(a, b, whole float64, depth int) {
		middle := (a + b) / 2
		left, right := l.cell(a, middle), l.cell(middle, b)
		small := math.Abs(left+right-whole) <= lineTolerate*max(rough, l.below[len(l.below)-1])
		if depth > 2 && small || depth == lineDepth || middle <= a || middle >= b {
			at := l.below[len(l.below)-1]
			l.ends = append(l.ends, middle, b)
			l.below = append(l.below, at+left, at+left+right)
			return
		}
		divide(a, middle, left, depth+1)
		divide(middle, b, right, depth+1)
	}
	for i := 1; i < len(marks); i++ {
		divide(marks[i-1], marks[i], l.cell(marks[i-1], marks[i]), 0)
	}
}

// inCell is the integral from a to b, which are ends of cells.
func (l *line) inCell(a, b float64) float64 {
	i, j := sort.SearchFloat64s(l.ends, a), sort.SearchFloat64s(l.ends, b)
	return l.below[j] - l.below[i]
}

func (l *line) distribution(x float64) float64 {
	n := len(l.ends)
	switch {
	case x <= l.ends[0]:
		return 0
	case x >= l.ends[n-1]:
		return 1
	}
	i := sort.SearchFloat64s(l.ends, x) // ends[i-1] < x ≤ ends[i]
	mass := l.below[i] - l.below[i-1]
	part, rest := l.cell(l.ends[i-1], x), l.cell(x, l.ends[i])
	if !(part+rest > 0) {
		return l.below[i-1]
	}
	return l.below[i-1] + mass*part/(part+rest)
}

// quantile is the x whose distribution function is u, to a millionth of its cell.
func (l *line) quantile(u float64) float64 {
	i := sort.SearchFloat64s(l.below, u)
	i = min(max(i, 1), len(l.ends)-1)
	a, b := l.ends[i-1], l.ends[i]
	for range 20 {
		middle := (a + b) / 2
		if middle <= a || middle >= b {
			break
		}
		if l.distribution(middle) < u {
			a = middle
		} else {
			b = middle
		}
	}
	return (a + b) / 2
}

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
