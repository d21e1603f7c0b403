package exercises

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// tails is the mean probability of three tails under a Beta distribution of heads.
func tails(seed uint64, a, b float64) (mean float64) {
	r := sampler.Stream("mine", seed, 0)
	for range 100_000 {
		mean += math.Pow(1-variate.Beta(r, a, b), 3) / 100_000
	}
	return mean
}

// ball is the share of a million grains in a cube that are in the ball.
func ball(seed uint64, dimensions int) (share float64) {
	r := sampler.Stream("mine", seed, 0)
	for range 1_000_000 {
		square := 0.0
		for range dimensions {
			x := 2*r.Float64() - 1
			square += x * x
		}
		if square < 1 {
			share += 1e-6
		}
	}
	return share
}

// rain is the long-run share of the kind of weather j.
func rain(p []float64, j int) float64 {
	var power mat.Dense
	power.Pow(mat.NewDense(3, 3, p), 100)
	return power.At(0, j)
}

// correlation makes 200 000 sweeps, and returns the correlation of x and y.
func correlation(seed uint64, sweep func(r *rand.Rand, x, y float64) (float64, float64)) float64 {
	r, x, y := sampler.Stream("mine", seed, 0), 0.5, 0.25
	xs, ys := make([]float64, 200_000), make([]float64, 200_000)
	for t := range xs {
		x, y = sweep(r, x, y)
		xs[t], ys[t] = x, y
	}
	return stat.Correlation(xs, ys, nil)
}

// uv draws the turned coordinates.
func uv(seed uint64, sdU, sdV float64) (u, v []float64) {
	r := sampler.Stream("mine", seed, 0)
	for range 100_000 {
		u, v = append(u, sdU*r.NormFloat64()), append(v, sdV*r.NormFloat64())
	}
	return u, v
}

// turned draws u and v, and turns the map back. Its three numbers are those of the cell.
func turned(seed uint64, sdU, sdV float64) []float64 {
	x, y := uv(seed, sdU, sdV)
	for t, u := range x {
		x[t], y[t] = (u+y[t])/math.Sqrt2, (u-y[t])/math.Sqrt2
	}
	return judged(x, y)
}

func judged(x, y []float64) []float64 {
	return []float64{diag.SD(x), stat.Correlation(x, y, nil), diag.ESSMean([][]float64{x}) / 100}
}

// ridge makes 100 000 draws of x and y with the standard deviation sd given each other.
func ridge(seed uint64, sd float64, newest bool) (x, y []float64) {
	r, a, b := sampler.Stream("mine", seed, 0), 0.0, 0.0
	for range 100_000 {
		old := a
		if a = 0.99*b + sd*r.NormFloat64(); newest {
			old = a
		}
		b = 0.99*old + sd*r.NormFloat64()
		x, y = append(x, a), append(y, b)
	}
	return x, y
}

func TestWhySample(t *testing.T) {
	n := open(t, "01_why_sample")
	n.exercise("1", func(e *exercise) {
		e.right(func(seed uint64) float64 { return tails(seed, 6, 8) })
		e.wrong("the posterior mean, plugged in", math.Pow(1-6./14, 3))
		e.wrong("the peak, plugged in", math.Pow(1-5./12, 3))
		e.wrong("no prior", tails(1, 5, 7))
		e.wrong("three heads", tails(1, 8, 6))
	})
	n.exercise("2", func(e *exercise) {
		e.right(func(seed uint64) float64 { return ball(seed, 10) })
		e.wrong("the circle's share to the fifth power", math.Pow(math.Pi/4, 5))
		e.wrong("nine dimensions", ball(1, 9))
		e.wrong("the volume of the ball", math.Pow(math.Pi, 5)/120)
	})
	n.exercise("3", func(e *exercise) {
		wetter := []float64{.7, .2, .1, .3, .4, .3, .1, .3, .6}
		e.exact(rain(wetter, 2))
		e.wrong("the old land", rain([]float64{.7, .2, .1, .3, .4, .3, .2, .4, .4}, 2))
		e.wrong("the day after rain", 0.6)
		e.wrong("cloudy days", rain(wetter, 1))
		e.wrong("sunny days", rain(wetter, 0))
	})
	n.exercise("4a", func(e *exercise) {
		e.exact((0.4 + 1) / 2)
		e.wrong("from 0 to 1", 0.5)
		e.wrong("from 0 to y", 0.2)
		e.wrong("half the length", 0.3)
	})
	n.exercise("4b", func(e *exercise) {
		e.exact((0 + 0.4) / 2)
		e.wrong("from 0 to 1", 0.5)
		e.wrong("from x to 1", 0.7)
		e.wrong("the end", 0.4)
	})
	n.exercise("4c", func(e *exercise) {
		e.right(func(seed uint64) float64 {
			return correlation(seed, func(r *rand.Rand, _, y float64) (float64, float64) {
				x := y + (1-y)*r.Float64()
				return x, x * r.Float64()
			})
		})
		e.wrong("both from 0 to 1", 0)
		free := func(r *rand.Rand, _, _ float64) (float64, float64) {
			x := r.Float64()
			return x, x * r.Float64()
		}
		e.wrong("x from 0 to 1", correlation(1, free))
		stale := func(r *rand.Rand, x, y float64) (float64, float64) {
			return y + (1-y)*r.Float64(), x * r.Float64()
		}
		e.wrong("both from the old values", correlation(1, stale))
		e.wrong("the average of xy", 0.25)
	})
	n.exercise("5", func(e *exercise) {
		sdU, sdV := math.Sqrt(1+0.99), math.Sqrt(1-0.99)
		e.rights(func(seed uint64) []float64 { return turned(seed, sdU, sdV) })
		e.rights(func(seed uint64) []float64 { // x, and y given x, in one block
			x, y := uv(seed, 1, math.Sqrt(1-0.99*0.99))
			return judged(x, floats.AddScaledTo(y, y, 0.99, x))
		})
		e.wrong("variances exchanged", turned(1, sdV, sdU)...)
		e.wrong("variances for standard deviations", turned(1, sdU*sdU, sdV*sdV)...)
		e.wrong("not turned back", judged(uv(1, sdU, sdV))...)
		e.wrong("two independent normals", judged(uv(1, 1, 1))...)
		x, _ := uv(1, 1, 1)
		e.wrong("y is x", judged(x, x)...)
		e.wrong("the slow sampler", judged(ridge(1, math.Sqrt(1-0.99*0.99), true))...)
		e.wrong("both from the old values", judged(ridge(1, math.Sqrt(1-0.99*0.99), false))...)
	})
}
