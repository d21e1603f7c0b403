package diag

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/fast"
)

// quantileDraws represent n draws without their noise: the quantiles at (i+½)/n.
func quantileDraws(n int, quantile func(p float64) float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = quantile((float64(i) + 0.5) / float64(n))
	}
	return x
}

func exponential(p float64) float64 { return -math.Log1p(-p) }

var inf = math.Inf(1)

// checkDensity checks properties that every density has.
func checkDensity(t *testing.T, d Density) {
	t.Helper()
	integral, peak := 0.0, slices.Max(d.Y)
	for i := 1; i < len(d.X); i++ {
		integral += (d.Y[i]/peak + d.Y[i-1]/peak) / 2 * (d.X[i] - d.X[i-1]) * peak
	}
	// X is rounded to 2⁻⁵² of its size, which matters if the draws differ only in their last
	// digits.
	step := (d.X[len(d.X)-1] - d.X[0]) / gridPoints
	rounding := max(math.Abs(d.X[0]), math.Abs(d.X[len(d.X)-1])) / step * 0x1p-52
	if slices.Min(d.Y) < 0 || !(math.Abs(integral-1) < 1e-9+rounding) || !(d.Bandwidth > 0) ||
		!slices.IsSorted(d.X) {
		t.Errorf("density from %v to %v: integral %v, least value %v, bandwidth %v", d.X[0],
			d.X[len(d.X)-1], integral, slices.Min(d.Y), d.Bandwidth)
	}
}

// plainKernel is the estimate without correction, as a control.
func plainKernel(k kernel, at float64) float64 {
	return kernel{k.x, k.h, math.Inf(-1), inf}.density(at)
}

// At the bound and next to it, halving the bandwidth must divide the error by about four.
func TestKDEBiasAtABound(t *testing.T) {
	for name, c := range map[string]struct {
		quantile, density func(float64) float64
		lower, upper      float64
	}{
		"exponential": {exponential, func(x float64) float64 { return math.Exp(-x) }, 0, inf},
		"minus exponential": {func(p float64) float64 { return -exponential(1 - p) }, math.Exp,
			math.Inf(-1), 0},
		"falling on [0,1]": {func(p float64) float64 { return 2 - math.Sqrt(4-3*p) },
			func(x float64) float64 { return 2 * (2 - x) / 3 }, 0, 1},
	} {
		x := quantileDraws(200_000, c.quantile)
		edge := c.lower
		if math.IsInf(edge, -1) {
			edge = c.upper
		}
		side := 1.0
		if edge == c.upper {
			side = -1
		}
		worst := func(h float64, estimate func(k kernel, at float64) float64) float64 {
			k := kernel{x, h, c.lower, c.upper}
			e := 0.0
			for u := 0.0; u <= 3; u += 0.25 { // up to three bandwidths from the bound
				at := edge + side*u*h
				e = max(e, math.Abs(estimate(k, at)-c.density(at)))
			}
			return e
		}
		const h = 0.08
		order := func(estimate func(k kernel, at float64) float64) float64 {
			return math.Log2(worst(h, estimate) / worst(h/2, estimate))
		}
		if got := order(kernel.density); got < 1.7 {
			t.Errorf("%s: the error falls with the bandwidth to the power %.2f, want 2", name, got)
		}
		if got := order(plainKernel); got > 0.5 {
			t.Errorf("%s: the plain estimate passes with a power of %.2f", name, got)
		}
	}
}

func TestKDEFollowsTheDensity(t *testing.T) {
	uniform := func(p float64) float64 { return p }
	one := func(float64) float64 { return 1 }
	for name, c := range map[string]struct {
		quantile, density func(float64) float64
		lower, upper      float64
		limit             float64
	}{
		"exponential at 0": {exponential, func(x float64) float64 { return math.Exp(-x) }, 0, inf, 0.02},
		"uniform on [0,1]": {uniform, one, 0, 1, 0.01},
	} {
		x := quantileDraws(4000, c.quantile)
		largest := func(lower, upper float64) float64 {
			d, err := KDE(x, lower, upper)
			if err != nil {
				t.Fatal(err)
			}
			checkDensity(t, d)
			e := 0.0
			for i, at := range d.X {
				if at >= c.lower && at <= c.upper {
					e = max(e, math.Abs(d.Y[i]-c.density(at)))
				}
			}
			return e
		}
		if e := largest(c.lower, c.upper); e > c.limit {
			t.Errorf("%s: off by %.3f, more than %v", name, e, c.limit)
		}
		// Without bounds, half the density at them is lost: the check notices.
		if e := largest(math.Inf(-1), inf); e < 0.3 {
			t.Errorf("%s without bounds is off by %.3f only: KDE has invented a bound", name, e)
		}
	}
}

func TestKDEAwayFromBoundsIsThePlainEstimate(t *testing.T) {
	x := quantileDraws(1000, func(p float64) float64 {
		return 100 + exponential(p) - exponential(1-p)
	})
	free, err := KDE(x, math.Inf(-1), inf)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := KDE(x, 0, 1e9)
	if err != nil || !slices.Equal(free.X, bound.X) || !slices.Equal(free.Y, bound.Y) {
		t.Errorf("bounds far away change the density (error %v)", err)
	}
	if free.X[0] >= x[0] || free.X[gridPoints-1] <= x[len(x)-1] {
		t.Error("the density ends at the outermost draws: KDE has invented bounds")
	}
}

func TestKDEBandwidth(t *testing.T) {
	normal := quantileDraws(2000, func(p float64) float64 {
		return fast.NormalScore(int(2000*p+0.5)*2+1, 2001)
	})
	once, err := KDE(normal, math.Inf(-1), inf)
	if err != nil {
		t.Fatal(err)
	}
	// Silverman 1986, eq. 3.31, for SD 1, where IQR/1.34 = 1.349/1.34 is larger.
	if want := 0.9 * math.Pow(2000, -0.2); !diagtest.Near(once.Bandwidth, want, 0.01) {
		t.Errorf("bandwidth %v of normal draws, want %v", once.Bandwidth, want)
	}
	var repeated, rounded []float64
	for _, v := range normal {
		repeated = append(repeated, v, v, v, v, v)
		rounded = append(rounded, math.Round(v*10)/10)
	}
	for name, x := range map[string][]float64{"repeated": repeated, "rounded": rounded} {
		d, err := KDE(x, math.Inf(-1), inf)
		if err != nil {
			t.Fatal(err)
		}
		if r := d.Bandwidth / once.Bandwidth; r < 0.999 || r > 2.5 {
			t.Errorf("%s: bandwidth changes by the factor %.3f", name, r)
		}
		if peak, want := slices.Max(d.Y), slices.Max(once.Y); math.Abs(peak-want) > 0.1*want {
			t.Errorf("%s: highest density %.3f, want near %.3f", name, peak, want)
		}
	}
	// Three quarters of the draws equal: the interquartile range is 0.
	spike := append(slices.Repeat([]float64{0}, 3000), normal[:1000]...)
	if d, err := KDE(spike, math.Inf(-1), inf); err != nil || d.Bandwidth < 0.05 {
		t.Errorf("with a spike: bandwidth %v, error %v", d.Bandwidth, err)
	}
}

func TestKDERefuses(t *testing.T) {
	for name, c := range map[string]struct {
		x            []float64
		lower, upper float64
	}{
		"no draws": {nil, 0, 1}, "one value": {[]float64{2, 2, 2}, 0, 5},
		"NaN":   {[]float64{1, math.NaN()}, 0, 5},
		"below": {[]float64{-0.1, 1}, 0, inf}, "above": {[]float64{0.1, 1.1}, 0, 1},
		"bounds reversed": {[]float64{1, 2}, 5, 0},
		"NaN bound":       {[]float64{1, 2}, math.NaN(), 3}, "equal bounds": {[]float64{1, 2}, 1, 1},
		"lower +Inf": {[]float64{1, 2}, inf, inf},
		"overflow":   {[]float64{-math.MaxFloat64, math.MaxFloat64}, math.Inf(-1), inf},
		"no room":    {[]float64{0, 5e-324}, math.Inf(-1), inf},
	} {
		if d, err := KDE(c.x, c.lower, c.upper); err == nil || d.X != nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestKDEScales(t *testing.T) {
	x := quantileDraws(500, exponential)
	want, err := KDE(x, 0, inf)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []float64{0x1p-600, 0x1p600} {
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = v * scale
		}
		d, err := KDE(y, 0, inf)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.X {
			if !diagtest.Near(d.X[i], want.X[i]*scale, 1e-13) ||
				!diagtest.Near(d.Y[i], want.Y[i]/scale, 1e-12) {
				t.Fatalf("times %v: density %v at %v, want %v at %v", scale, d.Y[i], d.X[i],
					want.Y[i]/scale, want.X[i]*scale)
			}
		}
	}
}
