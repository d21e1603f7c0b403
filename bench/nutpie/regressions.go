package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/regress"
	"gibbslab/sampler/update"
)

// The posteriors that package regress has, by its defaults.

// regression is the model, recording what the other samplers record.
func regression(
	g regress.Regression, params ...sampler.Param[regress.State],
) sampler.Model[regress.State] {
	m := tool.Must(g.Model())
	m.Params, m.LogJoint = params, nil
	return m
}

func sigma(name string) sampler.Param[regress.State] {
	return sampler.Scalar(name, func(s *regress.State) float64 { return s.Sigma })
}

func groupSD(name string) sampler.Param[regress.State] {
	return sampler.Scalar(name, func(s *regress.State) float64 { return math.Abs(s.Factor[0]) })
}

func coefficients(name string, n int) sampler.Param[regress.State] {
	return sampler.Vector(name, n, func(s *regress.State) []float64 { return s.Beta })
}

// kidscore has flat coefficients and σ ~ half-Cauchy(2.5).
func kidscore(data map[string][]float64) sampler.Model[regress.State] {
	g := regress.Regression{Y: data["kid_score"], Family: regress.Normal{Scale: 2.5}}
	for i, hs := range data["mom_hs"] {
		iq := data["mom_iq"][i]
		g.X = append(g.X, []float64{1, hs, iq, hs * iq})
	}
	return regression(g, coefficients("beta", 4), sigma("sigma"))
}

// housesRegress is the model of houses.
func housesRegress(data map[string][]float64) sampler.Model[regress.State] {
	g := regress.Regression{Y: data["log_radon"], Names: []string{"intercept", "floor", "uranium"},
		Family: regress.Normal{Scale: 1}, Prior: regress.Prior{SD: []float64{10}},
		Groups: &regress.Groups{Vary: []string{"intercept"}, Scale: []float64{1}, DF: 1}}
	for i, c := range data["county"] {
		g.X = append(g.X, []float64{1, data["floor"][i], data["log_uranium"][i]})
		g.Groups.Of = append(g.Groups.Of, int(c))
	}
	alpha := sampler.Param[regress.State]{Name: "alpha", Shape: []int{85},
		Read: func(s *regress.State, dst []float64) {
			for j, b := range s.Effects {
				dst[j] = s.Beta[0] + b
			}
		}}
	return regression(g, alpha, coefficients("coef", 3), groupSD("sigma_alpha"), sigma("sigma_y"))
}

// wellsRegress is the model of wells: Pólya-Gamma variables.
func wellsRegress(data map[string][]float64) sampler.Model[regress.State] {
	g := regress.Regression{Y: data["switch"], Family: regress.Logit{}}
	for _, d := range data["dist"] {
		g.X = append(g.X, []float64{1, d})
	}
	return regression(g, coefficients("beta", 2))
}

// seedsRegress is the model of seeds. The flat prior of σ has no end at 10, which σ never reaches.
func seedsRegress() sampler.Model[regress.State] {
	g := regress.Regression{Y: seedsR, Family: regress.Logit{Trials: seedsN},
		Names:  []string{"intercept", "seed", "extract", "both"},
		Prior:  regress.Prior{SD: []float64{1000}},
		Groups: &regress.Groups{Vary: []string{"intercept"}}}
	for i := range seedsR {
		row := seedsRow(i)
		g.X, g.Groups.Of = append(g.X, row[:]), append(g.Groups.Of, i)
	}
	return regression(g, coefficients("alpha", 4), groupSD("sigma"))
}

type wellsState struct {
	Beta []float64 // for the distance in units of 40 m from 50 m
	Hops update.NUTS
}

// wellsNUTS is the logistic regression of changing the well on the distance in metres, with flat
// coefficients.
func wellsNUTS(data map[string][]float64) sampler.Model[wellsState] {
	var x []float64
	var sum, sumX float64 // of those who changed
	for i, d := range data["dist"] {
		x = append(x, (d-50)/40)
		sum += data["switch"][i]
		sumX += data["switch"][i] * x[i]
	}
	density := func(b, gradient []float64) float64 {
		lp := sum*b[0] + sumX*b[1]
		g0, g1 := sum, sumX
		for _, v := range x {
			e := math.Exp(b[0] + b[1]*v)
			lp -= math.Log1p(e)
			p := e / (1 + e)
			g0 -= p
			g1 -= p * v
		}
		gradient[0], gradient[1] = g0, g1
		return lp
	}
	return sampler.Model[wellsState]{
		Init: func(r *rand.Rand) (*wellsState, error) {
			return &wellsState{Beta: []float64{r.NormFloat64(), r.NormFloat64()}}, nil
		},
		Blocks: []sampler.Block[wellsState]{
			sampler.Update("beta", func(r *rand.Rand, s *wellsState) {
				s.Hops.Draw(r, s.Beta, density)
			}),
		},
		Params: []sampler.Param[wellsState]{{Name: "beta", Shape: []int{2},
			Read: func(s *wellsState, dst []float64) {
				dst[0], dst[1] = s.Beta[0]-50./40*s.Beta[1], s.Beta[1]/40
			}}},
	}
}
