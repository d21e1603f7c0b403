package nb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
)

func init() {
	golden["confusion"] = func(*sampler.Trace) *plot.Plot {
		return Confusion([]string{"ham", "spam", "news"}, []int{0, 0, 0, 0, 1, 1, 1},
			[]int{0, 0, 0, 1, 1, 2, 0})
	}
}

func TestConfusionData(t *testing.T) {
	got := ConfusionData(3, []int{0, 0, 0, 2, 2}, []int{0, 1, 1, 2, 0})
	for i, want := range [][]int{{1, 2, 0}, {0, 0, 0}, {1, 0, 1}} {
		if !slices.Equal(got[i], want) {
			t.Errorf("true class %d: %v, want %v", i, got[i], want)
		}
	}
}

func TestConfusionMistakes(t *testing.T) {
	panics(t, "0 classes", func() { Confusion(nil, []int{0}, []int{0}) })
	panics(t, "1 true and 2 predicted", func() { Confusion([]string{"a"}, []int{0}, []int{0, 0}) })
	panics(t, "the true class of case 0 is 1",
		func() { Confusion([]string{"a"}, []int{1}, []int{0}) })
	panics(t, "the predicted class of case 1 is -1",
		func() { ConfusionData(2, []int{0, 0}, []int{0, -1}) })
}

func init() {
	golden["calibration"] = func(*sampler.Trace) *plot.Plot {
		prob, happened := forecasts(200, func(p float64) float64 { return p })
		return Calibration(prob, happened)
	}
}

// forecasts are n probabilities, evenly from 0 to 1, and events that happen with a probability that
// is a function of them.
func forecasts(n int, truly func(p float64) float64) (prob []float64, happened []bool) {
	r := rand.New(rand.NewPCG(5, 5))
	for i := range n {
		p := (float64(i) + 0.5) / float64(n)
		prob, happened = append(prob, p), append(happened, r.Float64() < truly(p))
	}
	return prob, happened
}

func TestCalibrationDataByHand(t *testing.T) {
	d := CalibrationData([]float64{0, 0.05, 1, 1, 0.99, 0.5},
		[]bool{false, true, true, true, false, true})
	want := calibrationNumbers{
		Prob: []float64{0.025, 0.5, 2.99 / 3}, Share: []float64{0.5, 1, 2. / 3}, N: []int{2, 1, 3},
		Error: (2*0.475 + 1*0.5 + 3*(2.99/3-2./3)) / 6,
	}
	for i := range want.N {
		if d.N[i] != want.N[i] || math.Abs(d.Prob[i]-want.Prob[i]) > 1e-12 ||
			math.Abs(d.Share[i]-want.Share[i]) > 1e-12 {
			t.Errorf("bin %d: %d cases, %v and %v; want %d, %v and %v", i, d.N[i], d.Prob[i],
				d.Share[i], want.N[i], want.Prob[i], want.Share[i])
		}
	}
	if len(d.N) != 3 || math.Abs(d.Error-want.Error) > 1e-12 {
		t.Errorf("%d bins and an error of %v, want 3 and %v", len(d.N), d.Error, want.Error)
	}
}

// An end of Wilson's interval is a share at which the observed one is 1.96 standard deviations
// away.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ share, n float64 }{{0, 10}, {0.3, 10}, {0.5, 1000}, {1, 7}} {
		lower, upper := wilson(c.share, c.n)
		for _, end := range []float64{lower, upper} {
			if end == 0 || end == 1 {
				continue
			}
			if z := math.Abs(c.share-end) / math.Sqrt(end*(1-end)/c.n); math.Abs(z-1.959964) > 1e-6 {
				t.Errorf("share %v of %v: the end %v is %v standard deviations away", c.share, c.n,
					end, z)
			}
		}
		if !(lower <= c.share && c.share <= upper) {
			t.Errorf("share %v of %v: the interval %v to %v does not hold it", c.share, c.n, lower,
				upper)
		}
	}
}

// Honest forecasts have a small error, those of someone too sure a large one: here events happen
// with a probability half as far from one half as was claimed, so that the error is a quarter of a
// half on average.
func TestCalibrationTellsHonestFromTooSure(t *testing.T) {
	honest := CalibrationData(forecasts(20_000, func(p float64) float64 { return p })).Error
	tooSure := CalibrationData(forecasts(20_000, func(p float64) float64 {
		return 0.5 +
			(p-0.5)/2
	})).Error
	if honest > 0.02 || math.Abs(tooSure-0.125) > 0.02 { // a bin of 2000 errs by 0.01 on average
		t.Errorf("calibration errors %v and %v, want less than 0.02, and 0.125", honest, tooSure)
	}
}

func TestCalibrationMistakes(t *testing.T) {
	panics(t, "0 probabilities and 0 outcomes", func() { Calibration(nil, nil) })
	panics(t, "1 probabilities and 2 outcomes",
		func() { Calibration([]float64{1}, make([]bool, 2)) })
	panics(t, "probability 0 is NaN", func() {
		Calibration([]float64{math.NaN()},
			make([]bool, 1))
	})
	panics(t, "probability 1 is 1.5", func() {
		CalibrationData([]float64{0, 1.5},
			make([]bool, 2))
	})
}
