package exercises

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

var exams = normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}

func exactExams() *normal.Exact { return nb.Must(exams.Exact(datasets.ExamScores())) }

func examDraws(seed uint64) *sampler.Trace {
	set := sampler.Settings{Warmup: sampler.NoWarmup, Draws: 2000, Seed: seed, Progress: quiet}
	return nb.Run(nb.Must(exams.Model(datasets.ExamScores())), set)
}

// sigma is the mean of the roots of the variance, and where their interval ends.
func sigma(seed uint64) (mean, upper float64) {
	draws := nb.Must(examDraws(seed).Draws("sigma2"))
	for t, v := range draws {
		draws[t] = math.Sqrt(v)
	}
	_, upper = diag.ETI(draws, 0.95)
	return diag.Mean(draws), upper
}

func share(x []float64, ok func(float64) bool) float64 {
	return float64(floats.Count(ok, x)) / float64(len(x))
}

func from90(y float64) bool   { return y >= 90 }
func above100(y float64) bool { return y > 100 }

// fullScores is the share of the model's classes with as many at 100 as ok says.
func fullScores(seed uint64, ok func(int) bool) (all float64) {
	grade := func(r *rand.Rand, d *sampler.Draw, y []float64) {
		for i := range y {
			y[i] = min(100, variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2"))))
		}
	}
	r := sampler.Stream("classes", seed, 0)
	for _, class := range nb.Must(examDraws(seed).Replicate(r, 1000, 29, grade)) {
		if ok(floats.Count(func(y float64) bool { return y == 100 }, class)) {
			all += 1. / 1000
		}
	}
	return all
}

// unknownNu samples μ, σ² and ν. The exponents of the variances of μ and ν are 1/2 if they are
// right, and 1 without the square root. The squares are multiplied by rate in the draw of σ².
func unknownNu(seed uint64, ofMu, ofNu, rate float64) []float64 {
	r, y := sampler.Stream("mine", seed, 0), datasets.ExamScores()
	nu, mu, mus := 75.0, 85.0, []float64{}
	for range 50_000 {
		squares := 0.0
		for _, v := range y {
			squares += (v - mu) * (v - mu)
		}
		sigma2 := variate.InvGamma(r, 3+29./2, 50+rate*squares)
		v := 1 / (1./16 + 29/sigma2)
		mu = v*(nu/16+floats.Sum(y)/sigma2) + math.Pow(v, ofMu)*r.NormFloat64()
		if mus = append(mus, mu); ofNu > 0 {
			v = 1 / (1./100 + 1./16)
			nu = v*(75./100+mu/16) + math.Pow(v, ofNu)*r.NormFloat64()
		}
	}
	return []float64{diag.Mean(mus), diag.SD(mus)}
}

func TestExamScores(t *testing.T) {
	n, exact := open(t, "02_exam_scores"), exactExams()
	n.exercise("1", func(e *exercise) {
		e.rights(func(seed uint64) []float64 {
			mean, upper := sigma(seed)
			return []float64{mean, upper}
		})
		mean, upper := sigma(1)
		e.wrong("the root of the mean", math.Sqrt(exact.Sigma2Mean), upper)
		e.wrong("points²", exact.Sigma2Mean, exact.Sigma2Quantile(0.975))
		e.wrong("1.96 sd of σ²", mean, math.Sqrt(exact.Sigma2Mean+1.96*exact.Sigma2SD))
		e.wrong("where 95 % end", mean, math.Sqrt(exact.Sigma2Quantile(0.95)))
	})
	n.exercise("2", func(e *exercise) {
		e.rights(func(seed uint64) []float64 {
			r := sampler.Stream("predict", seed, 0)
			next := slices.Concat(nb.Must(normal.Predict(r, examDraws(seed)))...)
			return []float64{share(next, from90), share(next, above100)}
		})
		p90, p100 := 1-exact.PredictiveCDF(90), 1-exact.PredictiveCDF(100)
		e.wrong("draws of the mean", 1-exact.MuCDF(90), 1-exact.MuCDF(100))
		e.wrong("nobody can", p90, 0)
		e.wrong("below 90", 1-p90, p100)
		y := datasets.ExamScores()
		e.wrong("the shares among the 29", share(y, from90), share(y, above100))
	})
	n.exercise("3", func(e *exercise) {
		e.exact(math.Pow(exact.MuSD/0.005, 2))
		e.exact(math.Pow(1.48/0.005, 2)) // the sd of the table
		e.wrong("no square", exact.MuSD/0.005)
		e.wrong("the spread of the scores", math.Pow(exact.PredictiveSD/0.005, 2))
		e.wrong("the variance", exact.MuSD*exact.MuSD/0.005)
	})
	n.exercise("4a", func(e *exercise) {
		e.exact((75./100 + 86./16) / (1./100 + 1./16))
		e.wrong("the plain average", (75.+86)/2)
		e.wrong("standard deviations for variances", (75./10+86./4)/(1./10+1./4))
		e.wrong("weights exchanged", (75./16+86./100)/(1./100+1./16))
		e.wrong("the scores among the factors", (75./100+29*86./16)/(1./100+29./16))
	})
	n.exercise("4b", func(e *exercise) {
		e.exact(1 / math.Sqrt(1./100+1./16))
		e.wrong("no square root", 1/(1./100+1./16))
		e.wrong("variances added", math.Sqrt(100+16))
		e.wrong("standard deviations for variances", 1/math.Sqrt(1./10+1./4))
	})
	n.exercise("4c", func(e *exercise) {
		e.rights(func(seed uint64) []float64 { return unknownNu(seed, 0.5, 0.5, 0.5) })
		e.wrong("no square root for μ", unknownNu(1, 1, 0.5, 0.5)...)
		e.wrong("no square root for ν", unknownNu(1, 0.5, 1, 0.5)...)
		e.wrong("no square root at all", unknownNu(1, 1, 1, 0.5)...)
		e.wrong("ν stays at 75", unknownNu(1, 0.5, 0, 0.5)...)
		e.wrong("ν stays at 80", exact.MuMean, exact.MuSD)
		e.wrong("the squares not halved", unknownNu(1, 0.5, 0.5, 1)...)
	})
	n.exercise("5", func(e *exercise) {
		three := func(n int) bool { return n >= 3 }
		e.right(func(seed uint64) float64 { return fullScores(seed, three) })
		e.wrong("one or more", fullScores(1, func(n int) bool { return n >= 1 }))
		e.wrong("more than three", fullScores(1, func(n int) bool { return n > 3 }))
		e.wrong("exactly three", fullScores(1, func(n int) bool { return n == 3 }))
	})
}
