package exercises

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// schools are the effects of the eight schools, and their standard errors.
func schools() (effect, se []float64) {
	return []float64{28, 8, -3, 7, -1, 1, 18, 12}, []float64{15, 10, 16, 11, 9, 11, 10, 18}
}

// schoolsGiven is the posterior mean and precision of μ given τ, and log p(y | τ), for a prior of μ
// with the precision flat.
func schoolsGiven(tau, prior float64) (m, precision, logp float64) {
	effect, se := schools()
	sum, precision := 0.0, prior
	for j, y := range effect {
		v := se[j]*se[j] + tau*tau
		sum, precision, logp = sum+y/v, precision+1/v, logp-(math.Log(v)+y*y/v)/2
	}
	return sum / precision, precision, logp + (sum*sum/precision-math.Log(precision))/2
}

// effectA is the exact posterior mean of school A's effect, over equally probable values of τ.
func effectA(precision float64, tau func(u float64) float64) float64 {
	effect, se := schools()
	sum, total := 0.0, 0.0
	for i := range 20_000 {
		t := tau((float64(i) + 0.5) / 20_000)
		m, _, logp := schoolsGiven(t, precision)
		w := math.Exp(logp)
		sum += w * (m + (effect[0]-m)*t*t/(t*t+se[0]*se[0]))
		total += w
	}
	return sum / total
}

func halfCauchy(u float64) float64 { return 5 * math.Tan(math.Pi/2*u) }

// schoolDraws runs the sampler of the notebook: the effects, μ and τ of 4000 draws.
func schoolDraws(seed uint64) (theta [][]float64, mu, tau []float64) {
	effect, se := schools()
	type state struct{ theta, scalars []float64 }
	block := func(r *rand.Rand, s *state) {
		t := update.Slice(r, s.scalars[1], 8, 0, math.Inf(1), func(t float64) float64 {
			_, _, logp := schoolsGiven(t, 1./25)
			return logp - math.Log1p(t*t/25)
		})
		m, precision, _ := schoolsGiven(t, 1./25)
		s.scalars[0], s.scalars[1] = variate.Normal(r, m, 1/math.Sqrt(precision)), t
		for j, y := range effect {
			own, common := 1/(se[j]*se[j]), 1/(t*t)
			v := 1 / (own + common)
			s.theta[j] = variate.Normal(r, v*(own*y+common*s.scalars[0]), math.Sqrt(v))
		}
	}
	post := chainsOf(sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{slices.Clone(effect), []float64{0, 20 * r.Float64()}}, nil
		},
		Blocks: []sampler.Block[state]{sampler.Update("all", block)},
		Params: []sampler.Param[state]{
			sampler.Vector("theta", 8, func(s *state) []float64 { return s.theta }),
			sampler.Vector("scalars", 2, func(s *state) []float64 { return s.scalars })},
	}, sampler.Settings{Seed: seed})
	for _, name := range []string{"theta[0]", "theta[2]"} {
		theta = append(theta, nb.Must(post.Draws(name)))
	}
	return theta, nb.Must(post.Draws("scalars[0]")), nb.Must(post.Draws("scalars[1]"))
}

// shareBelow is the share of pairs whose first number is below the second.
func shareBelow(a, b []float64) (share float64) {
	for i := range a {
		if a[i] < b[i] {
			share += 1 / float64(len(a))
		}
	}
	return share
}

func TestHierarchical(t *testing.T) {
	n := open(t, "10_hierarchical")
	effect, _ := schools()
	theta, mu, tau := schoolDraws(1)
	n.exercise("1", func(e *exercise) {
		m, _, _ := schoolsGiven(0, 1./25)
		e.exact(m)
		flat, _, _ := schoolsGiven(0, 0)
		e.wrong("the prior of μ is left out", flat)
		e.wrong("all schools weigh the same", diag.Mean(effect))
		e.wrong("the posterior mean with τ unknown", diag.Mean(mu))
	})
	n.exercise("2", func(e *exercise) {
		e.right(func(seed uint64) float64 {
			theta, _, _ := schoolDraws(seed)
			return shareBelow(theta[1], theta[0])
		})
		e.wrong("the two estimates alone",
			distuv.Normal{Mu: 28 + 3, Sigma: math.Hypot(15, 16)}.Survival(0))
		e.wrong("the other way round", shareBelow(theta[0], theta[1]))
		e.wrong("A helps at all", shareBelow(make([]float64, len(mu)), theta[0]))
	})
	n.exercise("3", func(e *exercise) {
		e.exact((28./225 + 20./100 + 5./25) / (1./225 + 1./100 + 1./25))
		e.wrong("one measurement", (28./225+5./25)/(1./225+1./25))
		e.wrong("no common mean", (28./225+20./100)/(1./225+1./100))
		e.wrong("standard errors for precisions", (28./15+20./10+5./5)/(1./15+1./10+1./5))
		e.wrong("the mean of both, as one", (24./225+5./25)/(1./225+1./25))
	})
	n.exercise("4", func(e *exercise) {
		e.right(func(seed uint64) float64 {
			_, mu, tau := schoolDraws(seed)
			r, ninth := sampler.Stream("ninth", seed, 0), make([]float64, len(mu))
			for i := range mu {
				ninth[i] = variate.Normal(r, mu[i], tau[i])
			}
			return shareBelow(ninth, make([]float64, len(mu)))
		})
		plugIn := distuv.Normal{Mu: diag.Mean(mu), Sigma: diag.Mean(tau)}
		e.wrong("means of μ and τ plugged in", plugIn.CDF(0))
		e.wrong("the mean μ is below 0", shareBelow(mu, make([]float64, len(mu))))
		e.wrong("above 0", 1-0.174)
		e.wrong("the effect of school A", shareBelow(theta[0], make([]float64, len(mu))))
	})
	n.exercise("5", func(e *exercise) {
		e.exact(effectA(1./25, func(u float64) float64 { return 50 * u }))
		e.wrong("still half-Cauchy", effectA(1./25, halfCauchy))
		e.wrong("a flat prior of μ as well", effectA(0, func(u float64) float64 { return 50 * u }))
		e.wrong("a flat prior of μ, half-Cauchy", effectA(0, halfCauchy))
		e.wrong("uniform up to 5", effectA(1./25, func(u float64) float64 { return 5 * u }))
		e.wrong("its own number", floats.Max(effect))
	})
	n.exercise("6", func(e *exercise) {
		e.slow()
		e.rights(func(seed uint64) []float64 {
			newcomer, _, above := batters(seed, math.NaN())
			return []float64{newcomer, above[0] + above[1] + above[2]}
		})
		newcomer, mean, above := batters(1, math.NaN())
		three := above[0] + above[1] + above[2]
		e.wrong("Clemente above the new player", 1-newcomer, three)
		e.wrong("the new player above the mean", mean, three)
		e.wrong("Clemente is the best", newcomer, above[0])
		e.wrong("among the best four", newcomer, three+above[3])
		alone, _, above := batters(1, 10)
		e.wrong("no pooling", alone, above[0]+above[1]+above[2])
	})
}

// batters is how probable it is that a new player is above Clemente, and above the mean of the
// eighteen, and that so many of them are above Clemente. NaN is an unknown tau.
func batters(seed uint64, tau float64) (newcomer, aboveMean float64, above []float64) {
	hits := []float64{18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7}
	m := nb.Must(bugs.Compile(`model {
		for (j in 1:18) {
			hits[j] ~ Binomial(45, rate[j])
			logit(rate[j]) <- theta[j]
			theta[j] ~ Normal(mu, tau)
		}
		mu ~ Normal(-1, 1)
		tau ~ HalfNormal(1)
		next ~ Normal(mu, tau)
		next.one <- ilogit(next)
	}`, bugs.Data{"hits": hits, "tau": tau}))
	tr := chainsOf(nb.Must(m.Monitor("rate", "next.one")).Sampler(),
		sampler.Settings{Draws: 5000, Seed: seed})
	above = make([]float64, len(hits))
	next, rates := nb.Must(tr.Draws("next.one")), make([][]float64, len(hits))
	for j := range rates {
		rates[j] = nb.Must(tr.Draws(fmt.Sprintf("rate[%d]", j+1)))
	}
	share := 1 / float64(len(next))
	for t, x := range next {
		higher, mean := 0, 0.0
		for _, rate := range rates {
			mean += rate[t] / float64(len(rates))
			if rate[t] > rates[0][t] {
				higher++
			}
		}
		above[higher] += share
		if x > rates[0][t] {
			newcomer += share
		}
		if x > mean {
			aboveMean += share
		}
	}
	return newcomer, aboveMean, above
}
