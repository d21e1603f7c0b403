package law

import "math"

// invert finds the x with log P(X ≤ x) = logq, or log P(X > x) = logq if upper; for a discrete law
// the smallest x where the tail has passed logq.
func (l Law) invert(logq float64, upper bool, p []float64) float64 {
	switch {
	case l.inverse != nil:
		return l.inverse(logq, upper, p)
	case l.Discrete:
		return l.invertDiscrete(logq, upper, p)
	}
	return l.invertContinuous(logq, upper, p)
}

// distance is how far x is on the right of the solution: positive if it is, in units of the log
// tail.
func (l Law) distance(x, logq float64, upper bool, p []float64) (d, tail float64) {
	lower, up := l.tails(x, p)
	if upper {
		return logq - up, up
	}
	return lower - logq, lower
}

// invertContinuous takes Newton's steps for the log tail. Where they leave the bracket, and each
// fourth time, it halves the bracket in the order of the float64 numbers, so at most about 250
// steps suffice for any law.
func (l Law) invertContinuous(logq float64, upper bool, p []float64) float64 {
	lo, hi := l.Support(p)
	a, b := ordered(lo), ordered(hi)
	middle := func() float64 { return fromOrdered(a>>1 + b>>1 + a&b&1) }
	x := middle()
	for n := 1; a < 0 && b > 0 || b-a > 1; n++ {
		d, tail := l.distance(x, logq, upper, p)
		if d == 0 {
			return x
		}
		if d > 0 {
			b = ordered(x)
		} else {
			a = ordered(x)
		}
		slope := math.Exp(l.LogDensity(x, p) - tail)
		next := x - d/slope
		if lo == 0 { // a step for log x
			next = x * math.Exp(-d/(slope*x))
		}
		k, small := ordered(next), math.Abs(next-x) < 4*epsilon*math.Abs(x)
		switch {
		case small && math.Abs(d) < 1:
			return x
		case small || n%4 == 0 || !(k > a && k < b):
			next = middle()
		}
		x = next
	}
	return fromOrdered(b) // the two float64 numbers on both sides of the solution
}

// ordered numbers the float64 values, from −Inf to +Inf.
func ordered(x float64) int64 { return flip(int64(math.Float64bits(x))) }

func fromOrdered(k int64) float64 { return math.Float64frombits(uint64(flip(k))) }

func flip(k int64) int64 {
	if k < 0 {
		return math.MinInt64 - k
	}
	return k
}

func (l Law) invertDiscrete(logq float64, upper bool, p []float64) float64 {
	fuzz := 64 * epsilon * max(1, math.Abs(logq)) // so that rounding does not turn F(k) into k+1
	reached := func(k float64) bool {
		d, _ := l.distance(k, logq, upper, p)
		return d >= -fuzz
	}
	lo, hi := l.Support(p)
	lo-- // not reached
	for step := 1.0; math.IsInf(hi, 1) || lo+step < hi; step *= 2 {
		if reached(lo + step) {
			hi = lo + step
			break
		}
		lo += step
	}
	for hi-lo > 1 {
		if m := math.Floor(lo + (hi-lo)/2); m > lo && m < hi && reached(m) {
			hi = m
		} else if m > lo && m < hi {
			lo = m
		} else {
			break
		}
	}
	return hi
}
