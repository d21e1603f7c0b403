package published

import (
	"context"
	"regexp"
	"strconv"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
)

// declared are published posteriors as statements in the language of package bugs.
var declared = []struct {
	file, name, text string
	data             bugs.Data
	draws            int
	labels           map[string]string // of published parameters, where the statement has others
}{
	{name: "eight_schools", text: `model {
	   for (j in 1:8) {
	      y[j] ~ Normal(theta[j], sigma[j])
	      theta[j] ~ Normal(mu, tau)
	   }
	   mu ~ Normal(0, 5)
	   tau ~ HalfCauchy(5)
	}`},
	// The component with the smaller mean is the first: which of mu it is, is the same for each.
	{name: "low_dim_gauss_mix", text: `model {
	   for (i in 1:1000) {
	      y[i] ~ Normal(mu[z[i]], sigma[z[i]])
	      z[i] ~ dcat(p[])
	   }
	   p[1] <- theta
	   p[2] <- 1 - theta
	   theta ~ Beta(5, 5)
	   for (k in 1:2) {
	      mu[k] ~ Normal(0, 2)
	      sigma[k] ~ HalfNormal(2)
	   }
	   low <- 1 + step(mu[1] - mu[2])
	   lo <- mu[low]
	   hi <- mu[3 - low]
	   sigma.lo <- sigma[low]
	   sigma.hi <- sigma[3 - low]
	   share <- p[low]
	}`, draws: 500, labels: map[string]string{"mu[0]": "lo", "mu[1]": "hi", "sigma[0]": "sigma.lo",
		"sigma[1]": "sigma.hi", "theta": "share"}},
	// The flat prior of α₁ and β₁ below the line α₁ + β₁ = 1 is a Dirichlet distribution.
	{name: "garch11", text: `model {
	   v[1] <- 0.25
	   for (t in 2:200) { v[t] <- alpha0 + alpha1*pow(y[t-1] - mu, 2) + beta1*v[t-1] }
	   for (t in 1:200) { y[t] ~ Normal(mu, sqrt(v[t])) }
	   mu ~ Normal(0, 1000)
	   alpha0 ~ Uniform(0, 1000)
	   share[1:3] ~ Dirichlet(one[])
	   alpha1 <- share[1]
	   beta1 <- share[2]
	}`, data: bugs.Data{"one": []float64{1, 1, 1}}, draws: 1200, labels: map[string]string{
		"alpha1": "share[1]", "beta1": "share[2]"}},
	{name: "pump", text: `model {
	   for (i in 1:10) {
	      x[i] ~ dpois(theta[i] * t[i])
	      theta[i] ~ dgamma(alpha, beta)
	   }
	   alpha ~ dexp(1)
	   beta ~ dgamma(0.1, 1)
	}`},
	{name: "dugongs", text: `model {
	   for (i in 1:27) { y[i] ~ dnorm(alpha - beta*pow(gamma, x[i]), tau) }
	   alpha ~ dnorm(0, 1.0E-6)
	   beta ~ dnorm(0, 1.0E-6)
	   gamma ~ dunif(0.5, 1)
	   tau ~ dgamma(0.001, 0.001)
	   sigma <- 1/sqrt(tau)
	}`},
	{name: "rats", text: `model {
	   for (i in 1:30) {
	      for (j in 1:5) { y[5*(i - 1) + j] ~ dnorm(alpha[i] + beta[i]*day[j], tau) }
	      alpha[i] ~ dnorm(alpha.c, tau.alpha)
	      beta[i] ~ dnorm(beta_c, tau.beta)
	   }
	   alpha.c ~ dnorm(0, 1.0E-4)
	   beta_c ~ dnorm(0, 1.0E-4)
	   tau ~ dgamma(0.001, 0.001)
	   tau.alpha ~ dgamma(0.001, 0.001)
	   tau.beta ~ dgamma(0.001, 0.001)
	   alpha0 <- alpha.c - 22*beta_c
	}`, data: bugs.Data{"day": []float64{-14, -7, 0, 7, 14}}},
	{file: "regressions.json", name: "kidscore_momiq", text: `model {
	   for (i in 1:434) { kid_score[i] ~ Normal(b + c*mom_iq[i], sigma) }
	   b ~ Normal(0, 1.0E6)
	   c ~ Normal(0, 1.0E6)
	   sigma ~ HalfCauchy(2.5)
	}`, labels: map[string]string{"beta[intercept]": "b", "beta[mom_iq]": "c"}},
	{file: "regressions.json", name: "arK", text: `model {
	   for (t in 6:200) { y[t] ~ Normal(alpha + inprod(beta[], y[(t-5):(t-1)]), sigma) }
	   alpha ~ Normal(0, 10)
	   for (k in 1:5) { beta[k] ~ Normal(0, 10) }
	   sigma ~ HalfCauchy(2.5)
	}`, labels: map[string]string{"beta[alpha]": "alpha", "beta[1]": "beta[5]", "beta[2]": "beta[4]",
		"beta[3]": "beta[3]", "beta[4]": "beta[2]", "beta[5]": "beta[1]"}},
}

// Statements have the posteriors that are published.
func TestDeclared(t *testing.T) {
	turns.Long(t)
	for _, c := range declared {
		t.Run(c.name, func(t *testing.T) {
			if c.file == "" {
				c.file = "updates.json"
			}
			p := read(t, c.file, c.name)
			all := bugs.Data{}
			for name := range p.data {
				if name != "source" && name != "published" {
					all[name] = p.numbers(t, name)
				}
			}
			for name, v := range c.data {
				all[name] = v
			}
			m, err := bugs.Compile(c.text, all)
			if err != nil {
				t.Fatal(err)
			}
			draws := 5000
			if c.draws > 0 {
				draws = c.draws
			}
			tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Draws: draws, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			named := map[string][2]float64{}
			for label, v := range p.published {
				if other, ok := c.labels[label]; ok {
					label = other
				} else {
					label = fromOne(label)
				}
				named[label] = v
			}
			p.published = named
			p.check(t, tr)
		})
	}
}

var position = regexp.MustCompile(`\d+\]`)

// fromOne is a label whose elements are counted from one.
func fromOne(label string) string {
	return position.ReplaceAllStringFunc(label, func(s string) string {
		k, err := strconv.Atoi(s[:len(s)-1])
		if err != nil {
			return s
		}
		return strconv.Itoa(k+1) + "]"
	})
}
