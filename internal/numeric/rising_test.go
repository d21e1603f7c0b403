package numeric

import (
	"math"
	"math/big"
	"testing"
)

// bigRising is log x(x+1)…(x+n−1), computed as a product with 200 bits.
func bigRising(x float64, n int) float64 {
	product := new(big.Float).SetPrec(200).SetInt64(1)
	for i := range n {
		f := new(big.Float).SetPrec(200).SetFloat64(x)
		product.Mul(product, f.Add(f, new(big.Float).SetInt64(int64(i))))
	}
	mantissa := new(big.Float)
	e := product.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(e)*math.Ln2
}

func TestLogRising(t *testing.T) {
	for _, x := range []float64{1e-100, 1e-8, 0.01, 0.5, 1, 7.3, 1000, 1e6, 1e12, 1e100} {
		for _, n := range []int{0, 1, 2, 5, 63, 64, 65, 200, 3000} {
			got, want := LogRising(x, n), bigRising(x, n)
			if !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want))) {
				t.Errorf("log of %g rising %d is %v, want %v", x, n, got, want)
			}
		}
	}
	// The largest possible counts take no time, and agree with log-gamma.
	a, _ := math.Lgamma(math.MaxInt32 + 0.5)
	b, _ := math.Lgamma(0.5)
	if got := LogRising(0.5, math.MaxInt32); math.Abs(got-(a-b)) > 1e-13*a {
		t.Errorf("log of 0.5 rising 2³¹−1 is %v, want %v", got, a-b)
	}
}

func TestValidators(t *testing.T) {
	for _, c := range []struct {
		x                float64
		finite, positive bool
	}{
		{1, true, true}, {5e-324, true, true}, {math.MaxFloat64, true, true}, {0, true, false},
		{-1, true, false}, {-math.MaxFloat64, true, false}, {math.NaN(), false, false},
		{math.Inf(1), false, false}, {math.Inf(-1), false, false},
	} {
		if Finite(c.x) != c.finite || Positive(c.x) != c.positive {
			t.Errorf("%g: finite %t, positive %t", c.x, Finite(c.x), Positive(c.x))
		}
	}
}
