package main

import (
	"strings"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
)

// declared are the posteriors as statements in the BUGS language. What is flat elsewhere is very
// wide here.
var declared = []struct {
	posterior, monitor, text string
	data                     func(kid, radon, wells map[string][]float64) bugs.Data
	start                    bugs.Data
}{
	{"eight schools", "mu tau theta", `model {
	   for (j in 1:8) {
	      y[j] ~ Normal(theta[j], s[j])
	      theta[j] ~ Normal(mu, tau)
	   }
	   mu ~ Normal(0, 5)
	   tau ~ HalfCauchy(5)
	}`, func(_, _, _ map[string][]float64) bugs.Data {
		return bugs.Data{"y": schoolsY, "s": schoolsS}
	}, nil},
	{"kidscore_interaction", "beta sigma", `model {
	   for (i in 1:n) {
	      kid_score[i] ~ Normal(beta[1] + beta[2]*hs[i] + beta[3]*iq[i] + beta[4]*hs[i]*iq[i], sigma)
	   }
	   for (k in 1:4) { beta[k] ~ dnorm(0, 1.0E-12) }
	   sigma ~ HalfCauchy(2.5)
	}`, func(kid, _, _ map[string][]float64) bugs.Data {
		return bugs.Data{"n": len(kid["kid_score"]), "kid_score": kid["kid_score"], "hs": kid["mom_hs"],
			"iq": kid["mom_iq"]}
	}, nil},
	{"radon, hierarchical", "alpha coef sigma_alpha sigma_y", `model {
	   for (i in 1:n) {
	      y[i] ~ Normal(alpha[county[i] + 1] + coef[2]*floor[i] + coef[3]*uranium[i], sigma_y)
	   }
	   for (j in 1:85) { alpha[j] ~ Normal(coef[1], sigma_alpha) }
	   for (k in 1:3) { coef[k] ~ Normal(0, 10) }
	   sigma_alpha ~ HalfCauchy(1)
	   sigma_y ~ HalfCauchy(1)
	}`, func(_, radon, _ map[string][]float64) bugs.Data {
		return bugs.Data{"n": len(radon["county"]), "y": radon["log_radon"], "county": radon["county"],
			"floor": radon["floor"], "uranium": radon["log_uranium"]}
	}, nil},
	{"GLM_Poisson", "beta", `model {
	   for (i in 1:40) {
	      C[i] ~ dpois(lambda[i])
	      log(lambda[i]) <- beta[1] + beta[2]*t[i] + beta[3]*pow(t[i], 2) + beta[4]*pow(t[i], 3)
	   }
	   beta[1] ~ dunif(-20, 20)
	   for (k in 2:4) { beta[k] ~ dunif(-10, 10) }
	}`, func(_, _, _ map[string][]float64) bugs.Data {
		t := make([]float64, len(poissonC))
		for i := range t {
			t[i] = year(i)
		}
		return bugs.Data{"C": poissonC, "t": t}
	}, nil},
	{"wells", "beta", `model {
	   for (i in 1:n) { switch[i] ~ dbern(ilogit(beta[1] + beta[2]*dist[i])) }
	   for (k in 1:2) { beta[k] ~ dnorm(0, 1.0E-12) }
	}`, func(_, _, wells map[string][]float64) bugs.Data {
		return bugs.Data{"n": len(wells["dist"]), "switch": wells["switch"], "dist": wells["dist"]}
	}, nil},
	{"seeds", "alpha sigma", `model {
	   for (i in 1:21) {
	      r[i] ~ dbin(p[i], n[i])
	      logit(p[i]) <- inprod(alpha[], x[i,]) + b[i]
	      b[i] ~ Normal(0, sigma)
	   }
	   for (k in 1:4) { alpha[k] ~ Normal(0, 1000) }
	   sigma ~ dunif(0, 10)
	}`, func(_, _, _ map[string][]float64) bugs.Data {
		var x [][]float64
		for i := range seedsR {
			row := seedsRow(i)
			x = append(x, row[:])
		}
		return bugs.Data{"r": seedsR, "n": seedsN, "x": x}
	}, nil},
	{"hmm_example", "theta mu", `model {
	   z[1] ~ dcat(c(0.5, 0.5))
	   for (t in 2:100) { z[t] ~ dcat(move[z[t-1],]) }
	   for (t in 1:100) { y[t] ~ Normal(mu[z[t]], 1) }
	   for (k in 1:2) {
	      move[k,1] <- theta[k]
	      move[k,2] <- 1 - theta[k]
	      theta[k] ~ dunif(0, 1)
	   }
	   mu[1] ~ Normal(3, 1) T(0,)
	   mu[2] ~ Normal(10, 1)
	}`, func(_, _, _ map[string][]float64) bugs.Data { return bugs.Data{"y": hmmY()} },
		bugs.Data{"mu": []float64{3, 10}}},
}

// statements measures the declared models; they record what the others record.
func statements(kid, radon, wells map[string][]float64, set sampler.Settings) {
	for _, d := range declared {
		m := tool.Must(bugs.Compile(d.text, d.data(kid, radon, wells)))
		m = tool.Must(tool.Must(m.Start(d.start)).Monitor(strings.Fields(d.monitor)...))
		s := m.Sampler()
		s.LogJoint = nil
		for i := range s.Params { // labels from zero, as elsewhere
			s.Params[i].Coords = nil
		}
		measure(d.posterior, "bugs", s, set)
	}
}
