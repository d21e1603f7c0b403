package diag

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/diag/internal/series"
)

// gridPoints is the number of points of a Density.
const gridPoints = 512

// A Density is a curve: Y[i] is the density at X[i], 512 evenly spaced points. Its integral by the
// trapezoidal rule is 1. Bandwidth is the standard deviation of the Gaussian kernel.
type Density struct {
	X, Y      []float64
	Bandwidth float64
}

// KDE estimates the density of draws with a Gaussian kernel. The bounds say where the variable must
// lie (0 and 1 for a probability, 0 and +Inf for a variance, ±Inf for none): KDE does not find
// bounds on its own.
//
// Next to a bound a plain kernel estimate loses the mass that it smears across: at the bound it
// shows half the density. KDE uses the estimate of Jones & Foster (Statistica Sinica 6, 1996,
// 1005–1013),
//
//	f = f̄·exp(f̂/f̄ − 1),   f̄ = f₀/a₀,   f̂ = (a₂f₀ − a₁f₁)/(a₀a₂ − a₁²),
//
// where f₀(x) is the plain estimate, f₁(x) the one with each kernel times t = (x−Xᵢ)/h, and aⱼ(x)
// the integral of tʲφ(t) over the t that the bounds allow. f̂ is the local-linear estimate. Its
// bias is O(h²) up to the bound itself, but it is sometimes negative; f has the same order of bias
// and is never negative. Far from bounds, f is the plain estimate. At the end, f is divided by its
// integral.
//
// The bandwidth h is the smaller of two: Silverman's, 0.9·min(SD, IQR/1.34)·n^(−1/5) (Density
// Estimation, 1986, eq. 3.31), and that of the improved Sheather–Jones method (Botev, Grotowski &
// Kroese, Annals of Statistics 38, 2010, 2916–2957). The first is made for one mode, and flattens
// separate modes; the second follows the wiggles of the draws. h is at least one step of the grid.
// Here n is the number of distinct draws, because a draw that a Metropolis step repeats says
// nothing new. IQR is the larger of the interquartile ranges of all and of the distinct draws, and
// the second method looks only at the distinct draws. With very heavy tails the step of the grid
// takes over. The grid reaches 4h beyond the draws, or to the bound.
//
// Errors: fewer than two distinct draws, a draw beyond a bound or not finite, and bounds that leave
// no room.
func KDE(draws []float64, lower, upper float64) (Density, error) {
	if err := checkKDE(draws, lower, upper); err != nil {
		return Density{}, err
	}
	x, e := series.Rescale1(draws)
	x = series.Pooled([][]float64{x})
	k := kernel{x: x, lower: math.Ldexp(lower, -e), upper: math.Ldexp(upper, -e)}
	k.h = bandwidth(x, k.lower, k.upper)
	lo, hi := max(x[0]-4*k.h, k.lower), min(x[len(x)-1]+4*k.h, k.upper)

	d := Density{X: make([]float64, gridPoints), Y: make([]float64, gridPoints),
		Bandwidth: math.Ldexp(k.h, e)}
	step := (hi - lo) / (gridPoints - 1)
	f0, f1 := k.sums(lo, step)
	integral := 0.0
	for i := range d.X {
		at := min(lo+float64(i)*step, hi)
		d.X[i], d.Y[i] = math.Ldexp(at, e), k.correct(at, f0[i], f1[i])
		integral += d.Y[i] * step
	}
	integral -= (d.Y[0] + d.Y[gridPoints-1]) * step / 2
	for i := range d.Y {
		d.Y[i] = math.Ldexp(d.Y[i]/integral, -e)
		if !series.Finite(d.Y[i]) || !series.Finite(d.X[i]) || (i > 0 && d.X[i] <= d.X[i-1]) {
			return Density{}, fmt.Errorf("diag: draws from %v to %v leave no room for a grid of "+
				"float64 numbers: shift or rescale them", slices.Min(draws), slices.Max(draws))
		}
	}
	return d, nil
}

func checkKDE(draws []float64, lower, upper float64) error {
	if !(lower < upper) || math.IsInf(lower, 1) || math.IsInf(upper, -1) {
		return fmt.Errorf("diag: bounds %v and %v leave no room: give lower < upper, and -Inf or "+
			"+Inf for none", lower, upper)
	}
	if len(draws) == 0 {
		return errors.New("diag: no draws: give at least two different ones")
	}
	same := true
	for i, v := range draws {
		switch {
		case !series.Finite(v):
			return fmt.Errorf("diag: draw %d is %v: leave out draws that are not finite, or find "+
				"out where they come from", i, v)
		case v < lower:
			return fmt.Errorf("diag: draw %d is %v, below the lower bound %v: give the bound "+
				"that the variable has, or -Inf", i, v, lower)
		case v > upper:
			return fmt.Errorf("diag: draw %d is %v, above the upper bound %v: give the bound "+
				"that the variable has, or +Inf", i, v, upper)
		}
		same = same && v == draws[0]
	}
	if same {
		return fmt.Errorf("diag: all draws are %v, and one point has no density: give at least "+
			"two different draws", draws[0])
	}
	return nil
}

// kernel is a density estimate from sorted draws.
type kernel struct {
	x            []float64
	h            float64
	lower, upper float64
}

// kernelReach is the reach of a kernel in bandwidths: φ(9) is 1e-18, below rounding.
const kernelReach = 9

// sums are Σw and Σtw over the draws, with t = (at − Xᵢ)/h and w = exp(−t²/2), at the points of the
// grid. The draws are put in bins of a 25th of a bandwidth or less. Each is shared by the two
// nearest bins, which keeps its position: that moves the density by less than a thousandth of its
// largest value.
func (k kernel) sums(lo, step float64) (f0, f1 []float64) {
	const fine = 25
	split := max(int(math.Ceil(fine*step/k.h)), 1) // bins in a step
	bin := step / float64(split)
	bins := make([]float64, (gridPoints-1)*split+2)
	for _, v := range k.x {
		at := max((v-lo)/bin, 0)
		i := min(int(at), len(bins)-2)
		w := min(at-float64(i), 1)
		bins[i] += 1 - w
		bins[i+1] += w
	}
	reach := int(kernelReach * k.h / bin)
	w0, w1 := make([]float64, 2*reach+1), make([]float64, 2*reach+1)
	for i := range w0 {
		t := float64(reach-i) * bin / k.h // of a draw in bin i − reach from the point
		w0[i] = math.Exp(-t * t / 2)
		w1[i] = t * w0[i]
	}
	f0, f1 = make([]float64, gridPoints), make([]float64, gridPoints)
	for i := range f0 {
		first := max(i*split-reach, 0)
		last := min(i*split+reach+1, len(bins))
		offset := first - (i*split - reach)
		for j, count := range bins[first:last] {
			if count != 0 {
				f0[i] += count * w0[offset+j]
				f1[i] += count * w1[offset+j]
			}
		}
	}
	return f0, f1
}

// correct is the f of KDE before normalisation, at a point between the bounds, from Σw and Σtw.
func (k kernel) correct(at, f0, f1 float64) float64 {
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
