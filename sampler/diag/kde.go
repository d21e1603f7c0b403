package diag

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// gridPoints is the number of points of a Density.
const gridPoints = 512

// A Density is a curve: Y[i] is the density at X[i], 512 points equally far apart. Its integral by the
// trapezoidal rule is 1. Bandwidth is the standard deviation of the Gaussian kernel.
type Density struct {
	X, Y      []float64
	Bandwidth float64
}

// KDE estimates the density of draws with a Gaussian kernel. The bounds say where the variable must lie
// (0 and 1 for a probability, 0 and +Inf for a variance, ±Inf for none): KDE finds out no bounds by itself.
//
// Next to a bound a plain kernel estimate loses the mass that it smears across: at the bound it shows half the
// density. Here it is the estimate of Jones & Foster (Statistica Sinica 6, 1996, 1005–1013),
//
//	f = f̄·exp(f̂/f̄ − 1),   f̄ = f₀/a₀,   f̂ = (a₂f₀ − a₁f₁)/(a₀a₂ − a₁²),
//
// where f₀(x) is the plain estimate, f₁(x) the one with each kernel times t = (x−Xᵢ)/h, and aⱼ(x) the
// integral of tʲφ(t) over the t that the bounds allow. f̂ is the local-linear estimate, of bias O(h²) up to the
// bound itself but negative at times; f has that order of bias too and is never negative. Far from bounds, f
// is the plain estimate. Last, f is divided by its integral.
//
// The bandwidth h is Silverman's, 0.9·min(SD, IQR/1.34)·n^(−1/5) (Density Estimation, 1986, eq. 3.31), and at
// least one step of the grid. Here n is the number of distinct draws, since a draw that a Metropolis step
// repeats tells nothing new, and IQR the larger of the interquartile ranges of all and of the distinct draws.
// This h is made for one mode: it flattens modes that lie far apart, and with very heavy tails the step of the
// grid takes over. The grid reaches 4h beyond the draws, or to the bound.
//
// Fewer than two distinct draws, a draw beyond a bound or not finite, and bounds that leave no room, are errors.
func KDE(draws []float64, lower, upper float64) (Density, error) {
	if err := checkKDE(draws, lower, upper); err != nil {
		return Density{}, err
	}
	x, e := tame1(slices.Clone(draws))
	slices.Sort(x)
	k := kernel{x: x, h: bandwidth(x), lower: math.Ldexp(lower, -e), upper: math.Ldexp(upper, -e)}
	lo, hi := max(x[0]-4*k.h, k.lower), min(x[len(x)-1]+4*k.h, k.upper)

	d := Density{X: make([]float64, gridPoints), Y: make([]float64, gridPoints), Bandwidth: math.Ldexp(k.h, e)}
	step := (hi - lo) / (gridPoints - 1)
	integral := 0.0
	for i := range d.X {
		at := min(lo+float64(i)*step, hi)
		d.X[i], d.Y[i] = math.Ldexp(at, e), k.density(at)
		integral += d.Y[i] * step
	}
	integral -= (d.Y[0] + d.Y[gridPoints-1]) * step / 2
	for i := range d.Y {
		d.Y[i] = math.Ldexp(d.Y[i]/integral, -e)
		if !finite(d.Y[i]) || !finite(d.X[i]) || (i > 0 && d.X[i] <= d.X[i-1]) {
			return Density{}, fmt.Errorf("density: draws from %v to %v leave no room for a grid of float64 numbers: shift or rescale them", slices.Min(draws), slices.Max(draws))
		}
	}
	return d, nil
}

func checkKDE(draws []float64, lower, upper float64) error {
	if !(lower < upper) || math.IsInf(lower, 1) || math.IsInf(upper, -1) {
		return fmt.Errorf("density: bounds %v and %v leave no room: give lower < upper, and -Inf or +Inf for none", lower, upper)
	}
	if len(draws) == 0 {
		return errors.New("density: no draws: give at least two different ones")
	}
	same := true
	for i, v := range draws {
		switch {
		case !finite(v):
			return fmt.Errorf("density: draw %d is %v: leave out draws that are not finite, or find out where they come from", i, v)
		case v < lower:
			return fmt.Errorf("density: draw %d is %v, below the lower bound %v: give the bound that the variable has, or -Inf", i, v, lower)
		case v > upper:
			return fmt.Errorf("density: draw %d is %v, above the upper bound %v: give the bound that the variable has, or +Inf", i, v, upper)
		}
		same = same && v == draws[0]
	}
	if same {
		return fmt.Errorf("density: all draws are %v, and one point has no density: give at least two different draws", draws[0])
	}
	return nil
}

// bandwidth is that of KDE, for sorted draws that are not all equal.
func bandwidth(x []float64) float64 {
	_, variance := meanVariance(x)
	spread := math.Sqrt(variance)
	distinct := slices.Compact(slices.Clone(x))
	// Where many draws are one value, as at a point mass, their quartiles can be all but equal: those of the
	// distinct draws are not.
	spread = min(spread, max(midspread(x), midspread(distinct))/1.34)
	h := 0.9 * spread * math.Pow(float64(len(distinct)), -1./5)
	// One step of the grid is (range+8h)/511, so that h ≥ step is h ≥ range/503.
	return max(h, (x[len(x)-1]-x[0])/(gridPoints-1-8))
}

// midspread is the interquartile range of sorted draws.
func midspread(x []float64) float64 { return quantileSorted(x, 0.75) - quantileSorted(x, 0.25) }

// kernel is a density estimate from sorted draws.
type kernel struct {
	x            []float64
	h            float64
	lower, upper float64
}

// density is f of KDE before normalisation, at a point between the bounds.
func (k kernel) density(at float64) float64 {
	const reach = 9 // φ(9) is 1e-18: below rounding
	first, _ := slices.BinarySearch(k.x, at-reach*k.h)
	f0, f1 := 0.0, 0.0
	for _, v := range k.x[first:] {
		t := (at - v) / k.h
		if t < -reach {
			break
		}
		w := math.Exp(-t * t / 2)
		f0 += w
		f1 += t * w
	}
	if f0 == 0 {
		return 0
	}
	a0, a1, a2 := kernelMoments((at-k.upper)/k.h, (at-k.lower)/k.h)
	ratio := a0 * (a2 - a1*f1/f0) / (a0*a2 - a1*a1) // f̂/f̄
	plain := f0 / (math.Sqrt(2*math.Pi) * k.h * float64(len(k.x)))
	return plain / a0 * math.Exp(ratio-1)
}

// kernelMoments are the integrals of φ(t), tφ(t) and t²φ(t) from a to b.
func kernelMoments(a, b float64) (a0, a1, a2 float64) {
	cdf := func(t float64) float64 { return math.Erfc(-t/math.Sqrt2) / 2 }
	pdf := func(t float64) float64 { return math.Exp(-t*t/2) / math.Sqrt(2*math.Pi) }
	moment := func(t float64) float64 { // tφ(t), 0 at ±Inf
		if math.IsInf(t, 0) {
			return 0
		}
		return t * pdf(t)
	}
	a0 = cdf(b) - cdf(a)
	return a0, pdf(a) - pdf(b), a0 + moment(a) - moment(b)
}
