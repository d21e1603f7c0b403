package update_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// The degrees of freedom of a t distribution have no conjugate prior. Their full conditional is a
// function of one number.
func ExampleSlice() {
	r := sampler.Stream("example", 1, 0)
	y := []float64{-0.3, 0.2, 0.9, -1.1, 14}
	df, mean := 5.0, 0.0
	for range 10_000 {
		df = update.Slice(r, df, 5, 0, math.Inf(1), func(df float64) float64 {
			lp := -df / 10 // the prior
			for _, v := range y {
				lp += variate.StudentTLogProb(v, df, 0, 1)
			}
			return lp
		})
		mean += df / 10_000
	}
	fmt.Printf("posterior mean near %.0f\n", mean)
	// Output: posterior mean near 1
}

// A costly density: at most 4 widths of stepping out.
func ExampleSliceSteps() {
	evaluations := 0
	x := update.SliceSteps(sampler.Stream("example", 1, 0), 0, 1, -1, 1, 4,
		func(x float64) float64 { evaluations++; return 3 * x })
	fmt.Println(x > -1 && x < 1, evaluations < 10)
	// Output: true true
}

// Two parameters whose product the data determine: a move along the ridge, up for one and down for
// the other.
func ExampleScale() {
	r := sampler.Stream("example", 1, 0)
	a, b := 1.0, 6.0
	logJoint := func(a, b float64) float64 { return -a - b - (a*b-6)*(a*b-6)*100 }
	// a is multiplied and b divided: n = 1 − 1.
	c := update.Scale(r, 1, 0, func(c float64) float64 { return logJoint(a*c, b/c) })
	a, b = a*c, b/c
	fmt.Printf("%.1f\n", a*b)
	// Output: 6.0
}

// An intercept and effects without a fixed sum: when the intercept goes up, all effects go down.
func ExampleShift() {
	r := sampler.Stream("example", 1, 0)
	intercept, effects := 3.0, []float64{1, 2, 3}
	d := update.Shift(r, 1, func(d float64) float64 { // the likelihood does not change
		lp := -(intercept + d) * (intercept + d) / 200
		for _, e := range effects {
			lp -= (e - d) * (e - d) / 2
		}
		return lp
	})
	intercept += d
	for i := range effects {
		effects[i] -= d
	}
	fmt.Printf("%.1f\n", intercept+effects[0])
	// Output: 4.0
}

// Eight schools. With Interweaver in the sweep the standard deviation tau of the schools mixes.
// With the other two blocks alone it does not.
func ExampleInterweaver() {
	type state struct {
		Mu, Tau float64
		Theta   []float64
		Weave   update.Interweaver
	}
	y, se := []float64{28, 8, -3, 7, -1, 1, 18, 12}, []float64{15, 10, 16, 11, 9, 11, 10, 18}
	logJoint := func(s *state) float64 {
		lp := -s.Mu*s.Mu/50 - math.Log1p(s.Tau*s.Tau/25) // μ ~ N(0, 25), τ ~ half-Cauchy(5)
		for j, v := range s.Theta {
			lp += variate.NormalLogProb(v, s.Mu, s.Tau) + variate.NormalLogProb(y[j], v, se[j])
		}
		return lp
	}
	model := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{Mu: 10 * r.NormFloat64(), Tau: 10 * r.Float64(), Theta: make([]float64,
				8)}, nil
		},
		Blocks: []sampler.Block[state]{
			{Name: "theta", Update: func(r *rand.Rand, s *state) error {
				for j := range s.Theta {
					p, q := 1/(s.Tau*s.Tau), 1/(se[j]*se[j])
					s.Theta[j] = variate.Normal(r, (s.Mu*p+y[j]*q)/(p+q), 1/math.Sqrt(p+q))
				}
				return nil
			}},
			{Name: "mu and tau", Update: func(r *rand.Rand, s *state) error {
				s.Mu = update.Slice(r, s.Mu, 10, math.Inf(-1), math.Inf(1),
					func(mu float64) float64 { c := *s; c.Mu = mu; return logJoint(&c) })
				s.Tau = update.Slice(r, s.Tau, 5, 1e-9, math.Inf(1),
					func(tau float64) float64 { c := *s; c.Tau = tau; return logJoint(&c) })
				return nil
			}},
			{Name: "interweave", Update: func(r *rand.Rand, s *state) error {
				s.Weave.Draw(r, &s.Mu, &s.Tau, s.Theta, 10, 1,
					func() float64 { return logJoint(s) })
				return nil
			}},
		},
		Params: []sampler.Param[state]{sampler.Scalar("tau",
			func(s *state) float64 { return s.Tau })},
	}
	trace, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 5000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	tau, _ := trace.Draws("tau")
	mean := 0.0
	for _, v := range tau {
		mean += v / float64(len(tau))
	}
	fmt.Printf("tau is %.1f on average\n", mean)
	// Output: tau is 3.6 on average
}

// The coefficients and the error variance of a regression.
func ExampleDesign() {
	design, err := update.NewDesign([][]float64{{1, 0}, {1, 1}, {1, 2}, {1, 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	type state struct {
		Beta    []float64
		Sigma2  float64
		scratch update.Scratch
	}
	y := []float64{1.1, 2.9, 5.2, 6.8}
	r, s, mean := sampler.Stream("example", 1, 0), &state{Beta: make([]float64, 2), Sigma2: 1}, 0.0
	for range 10_000 {
		// Each coefficient has a normal prior of mean 0 and precision 1/100.
		if err := design.Draw(r, &s.scratch, y, []float64{1 / s.Sigma2}, nil, []float64{0.01, 0.01},
			s.Beta); err != nil {
			fmt.Println(err)
			return
		}
		s.Sigma2 = variate.InvGamma(r, 1+2, 0.1+design.Squares(y, nil, s.Beta)/2)
		mean += s.Beta[1] / 10_000
	}
	fitted := make([]float64, 4)
	design.Predict([]float64{1, 2}, fitted)
	fmt.Printf("slope %.1f, a line through %g\n", mean, fitted)
	// Output: slope 1.9, a line through [1 3 5 7]
}

// A coin that is swapped now and then: a fair one, or one that shows heads nine times out of ten.
func ExampleHMM() {
	tosses := "HTHTTHTHHHHHHHHHHHTHHHHHTTHTHTTH"
	start, transition := []float64{0.5, 0.5}, [][]float64{{0.9, 0.1}, {0.1, 0.9}}
	r, hmm, path := sampler.Stream("example", 1, 0), update.HMM{}, make([]int, len(tosses))
	heads := []float64{0.5, 0.9} // of each coin
	logLikelihood := hmm.Emissions(len(tosses), 2, func(t, j int) float64 {
		if tosses[t] == 'T' {
			return math.Log(1 - heads[j])
		}
		return math.Log(heads[j])
	})
	biased := make([]int, len(tosses))
	for range 1000 {
		if _, err := hmm.Draw(r, start, transition, logLikelihood, path); err != nil {
			fmt.Println(err)
			return
		}
		for t, z := range path {
			biased[t] += z
		}
	}
	for _, n := range biased {
		fmt.Print([]string{"f", "b"}[(n+500)/1000])
	}
	logMarginal, err := hmm.LogMarginal(start, transition, logLikelihood)
	fmt.Printf("\nlog p(tosses) = %.2f %v\n", logMarginal, err)
	// Output:
	// fffffffbbbbbbbbbbbbbbbbfffffffff
	// log p(tosses) = -19.50 <nil>
}

// Two decay rates that depend on each other. Their steps are learned in the warm-up.
func ExampleMetropolis() {
	type state struct {
		X    []float64
		Walk update.Metropolis
	}
	logDensity := func(x []float64) float64 {
		u := x[0] + x[1] - 3
		return -u*u*50 -
			(x[0]*x[0]+x[1]*x[1])/2
	}
	model := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{X: []float64{r.NormFloat64(),
				r.NormFloat64()}}, nil
		},
		Blocks: []sampler.Block[state]{{Name: "x", Update: func(r *rand.Rand, s *state) error {
			s.Walk.Draw(r, s.X, logDensity)
			return nil
		}}},
		Params: []sampler.Param[state]{
			sampler.Vector("x", 2, func(s *state) []float64 { return s.X })},
	}
	trace, err := sampler.Run(context.Background(), model, sampler.Settings{Chains: 1, Warmup: 2000,
		Draws: 5000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("about %.1f of the proposals were accepted\n", trace.Blocks()[0].Acceptance)
	// Output: about 0.4 of the proposals were accepted
}

// A path that mostly stays where it is, and the probabilities that it suggests.
func ExampleTransitions() {
	r := sampler.Stream("example", 1, 0)
	path := []int{0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0}
	p := [][]float64{make([]float64, 2), make([]float64, 2)}
	stay := 0.0
	for range 10_000 {
		update.Transitions(r, path, nil, p) // p[0][0] ~ Beta(1+5, 1+1)
		stay += p[0][0] / 10_000
	}
	fmt.Printf("%.2f\n", stay)
	// Output: 0.75
}
