package main

import "math"

// This file is compiled twice: here, where a test compares it with math.Exp, and as a part of
// package math for the browser (see withOverlay). Of all functions of package math that samplers
// use, Exp alone has another algorithm on amd64 than elsewhere. With the same one, a chain in a
// browser draws what it draws natively on amd64, bit for bit.

// archExp is math.Exp as exp_amd64.s computes it on processors that have FMA.
func archExp(x float64) float64 {
	const (
		log2e    = 1.4426950408889634073599246810018920
		ln2Upper = 0.69314718055966295651160180568695068359375
		ln2Lower = 0.28235290563031577122588448175013436025525412068e-12
		largest  = 7.09782712893384e+02
		smallest = -1e9 // far below what is not 0
	)
	switch {
	case x != x || x > largest && x*0.5 == x:
		return x
	case x > largest:
		return math.Float64frombits(0x7FF << 52)
	case x < smallest:
		return 0
	}
	k := math.RoundToEven(x * log2e)
	x = mulAdd(-k, ln2Upper, x)
	x = mulAdd(-k, ln2Lower, x)
	x *= 0.0625
	p := mulAdd(x, 2.4801587301587301587e-5, 1.9841269841269841270e-4)
	p = mulAdd(x, p, 1.3888888888888888889e-3)
	p = mulAdd(x, p, 8.3333333333333333333e-3)
	p = mulAdd(x, p, 4.1666666666666666667e-2)
	p = mulAdd(x, p, 1.6666666666666666667e-1)
	p = mulAdd(x, p, 0.5)
	p = mulAdd(x, p, 1)
	x *= p
	x *= x + 2
	x *= x + 2
	x *= x + 2
	x = mulAdd(x, x+2, 1)
	switch e := int(k) + 0x3FF; {
	case e >= 0x7FF:
		return math.Float64frombits(0x7FF << 52)
	case e > 0:
		return x * math.Float64frombits(uint64(e)<<52)
	case e < -52:
		return 0
	default: // denormal
		return x * math.Float64frombits(uint64(e+0x3FE)<<52) * math.Float64frombits(1<<52)
	}
}

// mulAdd is a·b + c, rounded once. It adds what rounding a·b and the sum has lost: Dekker's product
// and Knuth's sum. (math.FMA takes ten times as long where the processor has none.)
func mulAdd(a, b, c float64) float64 {
	const half = 1<<27 + 1
	p := a * b
	t := half * a
	a1 := t - (t - a)
	a2 := a - a1
	t = half * b
	b1 := t - (t - b)
	b2 := b - b1
	lost := a2*b2 - (((p - a1*b1) - a2*b1) - a1*b2)
	s := p + c
	z := s - p
	return s + ((p - (s - z)) + (c - z) + lost)
}
