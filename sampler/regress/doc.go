// Package regress makes Gibbs samplers for regressions, on top of package update. A [Regression] is
// the data, a [Family] that says how y depends on its linear predictor, and a [Prior]:
//
//	reg := regress.Regression{X: x, Names: []string{"intercept", "iq"}, Y: score}
//	m, err := reg.Model()
//
// [Formula] makes the same from the columns of a file: "score ~ iq".
//
// The families are [Normal] and [Student] for numbers, [Probit] and [Logit] for yes and no and for
// counts of successes, [Poisson] and [NegativeBinomial] for other counts, [Ordinal] for grades. All
// of them may have an offset, coefficients that vary between [Groups], coefficients that are shrunk
// by the horseshoe ([Prior.Shrink]), and missing values. [Multinomial] is a type of its own, for
// categories without an order.
//
// Given latent variables, which the family draws first in each sweep, all but Poisson are normal
// regressions with known precisions:
//
//	z_i ~ N(η_i, 1/w_i),   η_i = o_i + x_iᵀβ + u_iᵀ b_g(i)
//
// so the other blocks are the same for all: the coefficients β and b at once, the covariance of the
// groups, the shrinkage, the missing values.
//
// In the language of gibbslab/sampler/bugs, a regression with the family Normal{Scale: Scale} and
// the prior of mean 0 is
//
//	model {
//	   for (i in 1:N) {
//	      eta[i] <- inprod(X[i,], beta[])
//	      y[i] ~ Normal(eta[i], sigma)
//	   }
//	   for (j in 1:J) { beta[j] ~ Normal(0, SD) }
//	   sigma ~ HalfCauchy(Scale)
//	}
//
// and the other families differ in y, and in what it needs:
//
//	Student           y[i] ~ StudentsT(eta[i], sigma, df)              df ~ Gamma(2, 0.1) T(1, )
//	Probit            y[i] ~ dbern(phi(eta[i]))
//	Ordinal           y[i] ~ dcat(p[i,]), p[i,k] <- phi(c[k] - eta[i]) - phi(c[k-1] - eta[i])
//	Logit             y[i] ~ dbin(ilogit(eta[i]), trials[i])
//	Poisson           y[i] ~ dpois(exp(eta[i]))
//	NegativeBinomial  y[i] ~ dnegbin(size/(size + exp(eta[i])), size)  size ~ Gamma(2, 0.1)
//
// With an Offset, eta[i] <- offset[i] + inprod(X[i,], beta[]).
//
// A model of your own differs in one place from all of these? Then copy the list of updates rather
// than look for an option: the updates are in package update.
package regress
