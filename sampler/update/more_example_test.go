package update_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// The variance of five effects. Their standard deviation has a half-Cauchy prior of scale 5.
func ExampleHalfT() {
	r, tau2, mean := sampler.Stream("example", 1, 0), 1.0, 0.0
	effects, squares := []float64{2, -1, 0.5, -3, 1}, 0.0
	for _, e := range effects {
		squares += e * e
	}
	for range 20_000 {
		tau2 = update.HalfT(r, tau2, 1, 5, len(effects), squares)
		mean += math.Sqrt(tau2) / 20_000
	}
	fmt.Printf("standard deviation %.1f\n", mean)
	// Output: standard deviation 2.2
}

// Ten coefficients, only one of which matters.
func ExampleHorseshoe() {
	r := sampler.Stream("example", 1, 0)
	x, y := make([][]float64, 40), make([]float64, 40)
	for i := range x {
		for range 10 {
			x[i] = append(x[i], r.NormFloat64())
		}
		y[i] = 3*x[i][4] + r.NormFloat64()
	}
	design, err := update.NewDesign(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	shoe, scratch := update.NewHorseshoe(10), update.Scratch{}
	beta, mean := make([]float64, 10), make([]float64, 10)
	for range 2000 {
		if err := design.Draw(r, &scratch, y, []float64{1}, nil, shoe.Precision, beta); err != nil {
			fmt.Println(err)
			return
		}
		shoe.Draw(r, beta, 1, 0.1)
		for j, b := range beta {
			mean[j] += b / 2000
		}
	}
	for j, m := range mean {
		if math.Abs(m) > 0.5 {
			fmt.Printf("coefficient %d: %.0f\n", j, m)
		}
	}
	// Output: coefficient 4: 3
}

// The same, but each coefficient is exactly 0 or not: how often is each in?
func ExampleDesign_SpikeAndSlab() {
	r := sampler.Stream("example", 1, 0)
	x, y := make([][]float64, 40), make([]float64, 40)
	for i := range x {
		x[i] = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		y[i] = 2*x[i][1] + r.NormFloat64()
	}
	design, err := update.NewDesign(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	beta, in, scratch := make([]float64, 3), make([]float64, 3), update.Scratch{}
	for range 2000 {
		err := design.SpikeAndSlab(r, &scratch, y, []float64{1}, []float64{0.1, 0.1, 0.1},
			[]float64{0, 0, 0}, beta)
		if err != nil {
			fmt.Println(err)
			return
		}
		for j, b := range beta {
			if b != 0 {
				in[j] += 1. / 2000
			}
		}
	}
	fmt.Println(in[0] < 0.3, in[1] > 0.99, in[2] < 0.3)
	// Output: true true true
}

// A level that walks by steps of variance 1. It is seen with noise of variance 4, and for a while
// not at all.
func ExampleKalman() {
	y := [][]float64{{1}, {2}, {3}, {math.NaN()}, {math.NaN()}, {6}, {7}}
	level := &update.StateSpace{
		Mean: []float64{0}, Covariance: []float64{100},
		A: []float64{1}, Noise: []float64{1},
		C: []float64{1}, ObservationNoise: []float64{4},
	}
	r, kalman, x, mean := sampler.Stream("example", 1, 0), update.Kalman{}, make([][]float64, 7),
		0.0
	for t := range x {
		x[t] = make([]float64, 1)
	}
	for range 10_000 {
		if _, err := kalman.Draw(r, level, y, x); err != nil {
			fmt.Println(err)
			return
		}
		mean += x[3][0] / 10_000
	}
	fmt.Printf("in the gap about %.0f\n", mean)
	// Output: in the gap about 4
}

// A latent curve with a normal prior, seen through counts.
func ExampleElliptical() {
	chol := []float64{1, 0.9, 0.9, 1} // covariance of two neighbours
	if err := variate.Cholesky(chol, chol); err != nil {
		fmt.Println(err)
		return
	}
	r, e := sampler.Stream("example", 1, 0), update.Elliptical{}
	f, other, zero := make([]float64, 2), make([]float64, 2), make([]float64, 2)
	counts, mean := []float64{7, 3}, 0.0
	for range 10_000 {
		variate.MultiNormal(r, zero, chol, other)
		e.Draw(r, f, other, func(f []float64) float64 {
			return counts[0]*f[0] - math.Exp(f[0]) + counts[1]*f[1] - math.Exp(f[1])
		})
		mean += math.Exp(f[0]) / 10_000
	}
	fmt.Printf("rate about %.0f\n", mean)
	// Output: rate about 5
}

// Two means, and the place where the first changes to the second.
func ExampleChangePoints() {
	y := []float64{0.1, -0.4, 0.3, 0.2, 5.1, 4.7, 5.2, 4.9}
	logSegment := func(from, to int) float64 { // y ~ N(μ, 1), μ ~ N(0, 100) integrated out
		n, sum, squares := float64(to-from), 0.0, 0.0
		for _, v := range y[from:to] {
			sum, squares = sum+v, squares+v*v
		}
		return -(squares-100*sum*sum/(1+100*n))/2 - math.Log1p(100*n)/2
	}
	r, points, starts, count := sampler.Stream("example", 1, 0), update.ChangePoints{}, make([]bool,
		len(y)), make([]int, len(y))
	for range 1000 {
		if _, err := points.Draw(r, 0.1, logSegment, starts); err != nil {
			fmt.Println(err)
			return
		}
		for t, s := range starts {
			if s {
				count[t]++
			}
		}
	}
	fmt.Println(count[4] > 950, count[2] < 100)
	// Output: true true
}

// Three parameters on three scales, each with a step of its own.
func ExampleComponentwise() {
	r, x, walk := sampler.Stream("example", 1, 0), []float64{0, 0, 0}, update.Componentwise{}
	logDensity := func(x []float64) float64 {
		return -(x[0]*x[0] + x[1]*x[1]*1e4 +
			x[2]*x[2]/1e4) / 2
	}
	for range 3000 {
		walk.Draw(r, x, logDensity)
	}
	walk.Freeze()
	var squares [3]float64
	for range 30_000 {
		walk.Draw(r, x, logDensity)
		for j, v := range x {
			squares[j] += v * v / 30_000
		}
	}
	fmt.Printf("standard deviations %.1f, %.2f and %.0f\n", math.Sqrt(squares[0]),
		math.Sqrt(squares[1]), 10*math.Round(math.Sqrt(squares[2])/10))
	// Output: standard deviations 1.0, 0.01 and 100
}

// A logistic regression with its gradient.
func ExampleNUTS() {
	x, y := [][]float64{{1, -2}, {1, -1}, {1, 0}, {1, 0.5}, {1, 1}, {1, 2}, {1, 3}}, []float64{0, 0,
		1, 0, 1, 1, 1}
	logDensity := func(beta, gradient []float64) float64 {
		lp := 0.0
		for j, b := range beta { // N(0, 4) for both
			lp -= b * b / 8
			gradient[j] = -b / 4
		}
		for i, row := range x {
			eta := row[0]*beta[0] + row[1]*beta[1]
			lp += y[i]*eta - math.Log1p(math.Exp(eta))
			for j, v := range row {
				gradient[j] += v * (y[i] - 1/(1+math.Exp(-eta)))
			}
		}
		return lp
	}
	r, beta, nuts := sampler.Stream("example", 1, 0), make([]float64, 2), update.NUTS{}
	for range 500 {
		nuts.Draw(r, beta, logDensity)
	}
	nuts.Freeze() // in a model: WarmedUp
	mean := 0.0
	for range 4000 {
		nuts.Draw(r, beta, logDensity)
		mean += beta[1] / 4000
	}
	fmt.Printf("slope %.1f, %d divergent\n", mean, nuts.Divergent)
	// Output: slope 2.0, 0 divergent
}

// The log of a Poisson rate, with a normal prior: its density is log-concave.
func ExampleAdaptiveRejection() {
	r, reject, mean := sampler.Stream("example", 1, 0), update.AdaptiveRejection{}, 0.0
	for range 10_000 {
		a, err := reject.Draw(r, -10, 10, math.Inf(-1), math.Inf(1), func(a float64) (value,
			slope float64) {
			return 7*a - 2*math.Exp(a) - a*a/2, 7 - 2*math.Exp(a) - a // two counts of sum 7
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		mean += math.Exp(a) / 10_000
	}
	fmt.Printf("rate about %.0f\n", mean)
	// Output: rate about 3
}

// Intercept and slope depend on each other, because the covariate is far from 0.
func ExampleFactorSlice() {
	r, x, slice := sampler.Stream("example", 1, 0), []float64{0, 0}, update.FactorSlice{}
	logDensity := func(x []float64) float64 {
		lp := -(x[0]*x[0] + x[1]*x[1]) / 200
		for i, y := range []float64{201, 203, 205} {
			e := y - x[0] - x[1]*float64(100+i)
			lp -= e * e / 2
		}
		return lp
	}
	for range 2000 {
		slice.Draw(r, x, logDensity)
	}
	slice.Freeze()
	mean := 0.0
	for range 4000 {
		slice.Draw(r, x, logDensity)
		mean += x[1] / 4000
	}
	fmt.Printf("slope %.1f\n", mean)
	// Output: slope 2.0
}
