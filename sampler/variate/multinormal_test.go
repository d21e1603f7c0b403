package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// normalFormLaws: linear forms aᵀx of a normal vector are normal, and (x−m)ᵀΣ⁻¹(x−m) is chi-square.
func normalFormLaws(
	name string, mean []float64, cov *mat.SymDense, draw func(r *rand.Rand, dst []float64),
) []law {
	d := len(mean)
	x := make([]float64, d)
	var inv mat.SymDense
	var chol mat.Cholesky
	chol.Factorize(cov)
	chol.InverseTo(&inv)
	var rows []law
	for f := range 4 {
		a := make([]float64, d)
		for i := range a {
			switch f {
			case 0, 1:
				a[i] = float64(f)
			default:
				a[i] = math.Cos(float64(f * (i + 1)))
			}
		}
		a[0]++
		form := distuv.Normal{}
		for i := range d {
			form.Mu += a[i] * mean[i]
			for j := range d {
				form.Sigma += a[i] * a[j] * cov.At(i, j)
			}
		}
		variance := form.Sigma
		form.Sigma = math.Sqrt(variance)
		rows = append(rows, law{name: fmt.Sprintf("%s, form %d", name, f),
			draw: func(r *rand.Rand) float64 {
				draw(r, x)
				sum := 0.0
				for i, v := range x {
					sum += a[i] * v
				}
				return sum
			}, lo: -math.MaxFloat64, hi: math.MaxFloat64, cdf: form.CDF, mean: form.Mu,
			variance: variance, logMean: nan, logVar: nan})
	}
	chi := distuv.ChiSquared{K: float64(d)}
	return append(rows, law{name: name + ", distance", draw: func(r *rand.Rand) float64 {
		draw(r, x)
		sum := 0.0
		for i := range d {
			for j := range d {
				sum += (x[i] - mean[i]) * (x[j] - mean[j]) * inv.At(i, j)
			}
		}
		return sum
	}, lo: 0, hi: math.MaxFloat64, cdf: chi.CDF, mean: float64(d), variance: 2 * float64(d),
		logMean: nan, logVar: nan})
}

// precision3 is scale3 scale3ᵀ as a precision matrix, with its covariance and the mean for b =
// against.
func precision3() (q []float64, mean []float64, cov *mat.SymDense) {
	l := mat.NewDense(3, 3, scale3)
	var dense mat.Dense
	dense.Mul(l, l.T())
	sym := mat.NewSymDense(3, nil)
	for i := range 3 {
		for j := range 3 {
			q = append(q, dense.At(i, j))
			sym.SetSym(i, j, dense.At(i, j))
		}
	}
	var chol mat.Cholesky
	chol.Factorize(sym)
	cov = mat.NewSymDense(3, nil)
	chol.InverseTo(cov)
	v := mat.NewVecDense(3, nil)
	v.MulVec(cov, mat.NewVecDense(3, against))
	return q, v.RawVector().Data, cov
}

func TestMultiNormalLaws(t *testing.T) {
	q, mean, cov := precision3()
	root := make([]float64, 9)
	flat := make([]float64, 9)
	for i := range 9 {
		flat[i] = cov.At(i/3, i%3)
	}
	if err := variate.Cholesky(flat, root); err != nil {
		t.Fatal(err)
	}
	chol := make([]float64, 9)
	checkLaws(t, normalFormLaws("MultiNormal", mean, cov, func(r *rand.Rand,
		dst []float64) {
		variate.MultiNormal(r, mean, root, dst)
	}))
	fromPrecision := func(r *rand.Rand, dst []float64) {
		if err := variate.MultiNormalPrecision(r, q, against, chol, dst); err != nil {
			panic(err)
		}
	}
	checkLaws(t, normalFormLaws("MultiNormalPrecision", mean, cov, fromPrecision))
	inPlace := func(r *rand.Rand, dst []float64) {
		copy(chol, q)
		copy(dst, against)
		if err := variate.MultiNormalPrecision(r, chol, dst, chol, dst); err != nil {
			panic(err)
		}
	}
	checkLaws(t, normalFormLaws("MultiNormalPrecision in place", mean, cov, inPlace))
	checkLaws(t, normalFormLaws("MultiNormalBanded, full", mean, cov, func(r *rand.Rand,
		dst []float64) {
		band := [9]float64{0, 0, q[0], 0, q[3], q[4], q[6], q[7], q[8]}
		var l [9]float64
		if err := variate.MultiNormalBanded(r, 2, band[:], against, l[:], dst); err != nil {
			panic(err)
		}
	}))
	var twins []brokenTwin
	for i, wrong := range []func(r *rand.Rand, dst []float64){
		func(r *rand.Rand, dst []float64) {
			variate.MultiNormal(r, mean, chol,
				dst)
		}, // the factor of Q
		func(r *rand.Rand, dst []float64) { // forgets the mean
			variate.MultiNormalPrecision(r, q, make([]float64, 3), chol, dst)
		},
	} {
		rows := normalFormLaws(fmt.Sprintf("broken %d", i), mean, cov, wrong)
		twins = append(twins, brokenTwin{rows[2], []string{"distribution function", "histogram"}},
			brokenTwin{rows[4], []string{"mean", "distribution function"}})
	}
	checkTwins(t, twins)
}

// randomWalk is the band of a second-order random walk with noise, of d steps.
func randomWalk(d int) (band, b []float64, dense []float64) {
	dense, b = make([]float64, d*d), make([]float64, d)
	for i := range d {
		dense[i*d+i] += 0.5
		b[i] = math.Sin(float64(i))
		if i >= 2 {
			w := []float64{1, -2, 1}
			for j := range 3 {
				for k := range 3 {
					dense[(i-2+j)*d+i-2+k] += 3 * w[j] * w[k]
				}
			}
		}
	}
	band = make([]float64, 3*d)
	for i := range d {
		for k := range min(i, 2) + 1 {
			band[3*i+2-k] = dense[i*d+i-k]
		}
	}
	return band, b, dense
}

// A banded matrix gives the same draws and log densities as the full matrix.
func TestBandedIsDense(t *testing.T) {
	const d = 7
	band, b, dense := randomWalk(d)
	x, y := make([]float64, d), make([]float64, d)
	l, bl := make([]float64, d*d), make([]float64, 3*d)
	for range 20 {
		if err := variate.MultiNormalPrecision(sampler.Stream("band", 1, 0), dense, b, l,
			x); err != nil {
			t.Fatal(err)
		}
		if err := variate.MultiNormalBanded(sampler.Stream("band", 1, 0), 2, band, b, bl,
			y); err != nil {
			t.Fatal(err)
		}
		for i := range d {
			if math.Abs(x[i]-y[i]) > 1e-12 {
				t.Fatalf("element %d: %g and %g", i, x[i], y[i])
			}
		}
		p, q := variate.MultiNormalPrecisionLogProb(x, l, b, nil),
			variate.MultiNormalBandedLogProb(x, 2, bl, b, nil)
		if math.Abs(p-q) > 1e-12*math.Abs(p) {
			t.Fatalf("log densities %g and %g", p, q)
		}
	}
	r, work := sampler.Stream("band", 2, 0), make([]float64, d)
	if n := testing.AllocsPerRun(100, func() {
		variate.MultiNormalPrecision(r, dense, b, l, x)
		variate.MultiNormalBanded(r, 2, band, b, bl, x)
		variate.MultiNormalPrecisionLogProb(x, l, b, work)
		variate.MultiNormalBandedLogProb(x, 2, bl, b, work)
		variate.MultiNormalLogProb(x, b, l, work)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestMultiNormalRefuses(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	x := []float64{7, 8}
	for _, q := range [][]float64{{1, 2, 2, 1}, {1, 0, 0, nan}, {0, 0, 0, 1}} {
		if err := variate.MultiNormalPrecision(r, q, []float64{0, 0}, make([]float64, 4),
			x); err == nil || x[0] != 7 {
			t.Errorf("precision %v: error %v, draw %v", q, err, x)
		}
		if err := variate.MultiNormalBanded(r, 1, []float64{0, q[0], q[2], q[3]}, []float64{0, 0},
			make([]float64, 4), x); err == nil || x[0] != 7 {
			t.Errorf("banded precision %v: error %v, draw %v", q, err, x)
		}
	}
	wantPanic(t, func() { variate.MultiNormal(r, x, make([]float64, 9), x) },
		"vectors of 2 and 2 numbers, expected 3")
	wantPanic(t, func() {
		variate.MultiNormalPrecision(r, make([]float64, 9), x, make([]float64, 9),
			x)
	}, "vectors of 2 and 2 numbers, expected 3")
	wantPanic(t, func() {
		variate.MultiNormalBanded(r, 1, make([]float64, 5), x, make([]float64, 5),
			x)
	}, "bands of 5 and 5")
	wantPanic(t, func() {
		variate.MultiNormalLogProb(x, x, make([]float64, 4), make([]float64,
			1))
	}, "working memory of 1 numbers")
}
