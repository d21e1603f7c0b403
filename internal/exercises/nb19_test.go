package exercises

import (
	"math"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// mines and growing are the models of the exercises.
const (
	mines = `model {
   for (i in 1:n) {
      y[i] ~ Poisson(ifelse(i <= k, lambda, mu))
      p[i] <- 1/n
   }
   k      ~ dcat(p[])
   lambda ~ Gamma(2, 1)
   mu     ~ Gamma(2, 1)
   next   ~ Poisson(mu)
}`
	growing = `model {
   for (i in 1:30) {
      for (j in 1:5) { Y[i,j] ~ dnorm(alpha[i] + beta[i]*(day[j] - mean(day[])), tau) }
      alpha[i] ~ dnorm(alpha.c, tau.alpha)
      beta[i]  ~ dnorm(beta.c, tau.beta)
   }
   alpha.c   ~ dnorm(0, 1.0E-6)
   beta.c    ~ dnorm(0, 1.0E-6)
   tau       ~ Gamma(2, 50)
   tau.alpha ~ Gamma(2, 200)
   tau.beta  ~ Gamma(2, 0.5)
   sd.alpha  <- 1/sqrt(tau.alpha)
   sd.beta   <- 1/sqrt(tau.beta)
}`
)

// drawn has the draws of a quantity of a model.
func drawn(t *testing.T, text string, data bugs.Data, seed uint64, name string) []float64 {
	m := nb.Must(bugs.Compile(text, data))
	tr := nb.Must(sampler.Run(t.Context(), m.Sampler(), sampler.Settings{Seed: seed}))
	return nb.Must(tr.Draws(name))
}

func TestDerivedForYou(t *testing.T) {
	n := open(t, "19_derived_for_you")
	n.exercise("1", func(e *exercise) {
		half := 0.0
		for _, y := range datasets.ExamScores() {
			half += (y - 80) * (y - 80) / 2
		}
		e.exact(50 + half)
		e.wrong("no half", 50+2*half)
		e.wrong("no prior", half)
		e.wrong("about the mean of the scores", 50+2169.7931/2)
		e.wrong("the middle term forgotten", 50+(223065+29*80*80)/2)
	})
	n.exercise("2", func(e *exercise) {
		e.slow()
		y := datasets.CoalDisasters()
		data := bugs.Data{"y": y, "n": len(y)}
		quiet := func(text string, seed uint64) float64 {
			none := 0.0
			for _, next := range drawn(t, text, data, seed, "next") {
				if next == 0 {
					none++
				}
			}
			return none / 4000
		}
		e.right(func(seed uint64) float64 { return quiet(mines, seed) })
		e.wrong("the old rate", quiet(strings.Replace(mines, "Poisson(mu)", "Poisson(lambda)", 1), 1))
		e.wrong("some disaster", 1-quiet(mines, 1))
		e.wrong("one rate for all years", math.Exp(-193./113))
		e.wrong("the share of quiet years", 33./112)
	})
	n.exercise("3", func(e *exercise) {
		e.slow()
		days, weights := datasets.Rats()
		data := bugs.Data{"Y": weights, "day": days}
		mean := func(text string, seed uint64, name string) float64 {
			return diag.Mean(drawn(t, text, data, seed, name))
		}
		e.right(func(seed uint64) float64 { return mean(growing, seed, "sd.beta") })
		e.wrong("one over the root of the mean", 1/math.Sqrt(mean(growing, 1, "tau.beta")))
		e.wrong("the precision", mean(growing, 1, "tau.beta"))
		e.wrong("the weights", mean(growing, 1, "sd.alpha"))
		e.wrong("the variance", 1/mean(growing, 1, "tau.beta"))
	})
}
