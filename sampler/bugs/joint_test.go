package bugs_test

import (
	"math"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/verify"
)

var nan = math.NaN()

// small are models that together use every kind of update, with proper priors.
var small = []struct {
	name, text string
	data       bugs.Data
}{
	{"normal", `model { for (i in 1:5) { y[i] ~ dnorm(mu, tau) }
	 mu ~ dnorm(1, 0.5)
	 tau ~ dgamma(3, 2) }`, bugs.Data{"y": []float64{1, 2, 3, 4, 5}}},
	{"uniform sd", `model { for (i in 1:5) { y[i] ~ dnorm(mu, pow(sigma, -2)) }
	 mu ~ dnorm(1, 0.5)
	 sigma ~ dunif(0.2, 3) }`, bugs.Data{"y": []float64{1, 2, 3, 4, 5}}},
	{"GARCH", `model { for (t in 1:8) { y[t] ~ dnorm(mu, 1/h[t]) }
	 h[1] ~ dgamma(3, 2)
	 for (t in 2:8) { h[t] <- w + a*pow(y[t-1] - mu, 2) + b*h[t-1] }
	 mu ~ dnorm(0, 1)
	 w ~ dunif(0.1, 2)
	 a ~ dunif(0, 1)
	 b ~ dunif(0, 1 - a) }`, bugs.Data{"y": []float64{1, -1, 2, 0.5, 0, -2, 1, 0.3}}},
	{"truncated effects", `model { for (i in 1:4) { y[i] ~ dbin(ilogit(e[i]), 3)
	 e[i] ~ dnorm(mu, t)T(-5, 6) }
	 mu ~ dnorm(0, 0.1)
	 t ~ dgamma(3, 50) }`, bugs.Data{"y": []int{0, 1, 3, 2}}},
	{"truncated in turn", `model { for (i in 1:4) { y[i] ~ dnorm(b[i], 1)
	 b[i] ~ dnorm(mu, t)T(-5, 5) }
	 mu ~ dnorm(0, 0.1)
	 t ~ dgamma(3, 50) }`, bugs.Data{"y": []float64{3, -4, 0, 4.5}}},
	{"truncated counts", `model { for (i in 1:4) { k[i] ~ dpois(exp(a + l[i]))
	 l[i] ~ dnorm(0, t)T(-5, 5) }
	 a ~ dnorm(0, 1)T(-6, 6)
	 t ~ dgamma(3, 20) }`, bugs.Data{"k": []int{1, 0, 2, 4}}},
	{"relations", `model { u[1:3] ~ dmnorm(z[], tu*A[,])
	 v[1:3] ~ dmnorm(z[], Q[,])
	 for (i in 1:3) { z[i] <- 0
	 for (j in 1:3) { Q[i,j] <- pow(s, -2)*A[i,j] }
	 y[i] ~ dnorm(u[i], te)
	 x[i] ~ dnorm(v[i], 1) }
	 s ~ dunif(0.2, 3)
	 tu ~ dgamma(3, 2)
	 te ~ dgamma(3, 2) }`, bugs.Data{"y": []float64{1, 2, -1.5}, "x": []float64{2, 0, 1},
		"A": [][]float64{{2, 0.3, 0.1}, {0.3, 1, 0}, {0.1, 0, 1}}}},
	{"guarded branches", `model { for (i in 1:3) { y[i] ~ dnorm(ifelse(x[i] > 0, sqrt(x[i]), 0), 1)
	 w[i] ~ dnorm(ifelse(k[i] == 0, 0, m/k[i]), 1)
	 c[i] ~ dpois(exp(ifelse(t[i] > g, b*log(t[i] - g), 0)))
	 x[i] ~ dnorm(m, 1)
	 k[i] ~ dpois(1) }
	 m ~ dnorm(0, 1)
	 b ~ dnorm(0, 1)
	 g ~ dunif(0, 5) }`, bugs.Data{"y": []float64{0.3, 1.2, -0.4}, "w": []float64{0.1, 0.5, 1.4},
		"c": []int{1, 0, 4}, "t": []float64{1, 2, 4}}},
	{"stick breaking", `model { for (k in 1:3) { v[k] ~ dbeta(1, alpha)
	 w[k] ~ dbeta(rr, 1) }
	 alpha ~ dgamma(2, 2)
	 rr ~ dgamma(2, 1) }`, bugs.Data{"v": []float64{0.2, 0.5, 0.3}, "w": []float64{0.2, 0.9, 0.3}}},
	{"counts in intervals", `model { for (i in 1:6) { t[i] ~ dpois(l)
	 y[i] ~ dinterval(t[i], c[]) }
	 for (i in 1:4) { w[i] ~ dnegbin(p, 1)
	 z[i] ~ dinterval(w[i], 5) }
	 p ~ dbeta(2, 3)
	 l ~ dgamma(4, 1) }`, bugs.Data{"y": []int{0, 1, 1, 2, 0, 1}, "c": []float64{2, 5}, "z": []int{0, 0, 1, 1},
		"w": []float64{0, 5, nan, nan}}},
	{"missing", `model { for (i in 1:4) { for (j in 1:3) { y[i,j] ~ dnorm(a[i] + b*(x[j] - mean(x[])), tau) }
	 a[i] ~ dnorm(m, 2) }
	 b ~ dnorm(0, 1)
	 m ~ dnorm(0, 1)
	 tau ~ dgamma(4, 4) }`,
		bugs.Data{"y": [][]float64{{1, 2, nan}, {2, nan, 1}, {0, 1, 1}, {1, 1, 1}}, "x": []float64{1, 2, 5}}},
	{"mixed model", `model { for (i in 1:12) { y[i] ~ dnorm(b[g[i]], 1) }
	 for (j in 1:4) { b[j] ~ dnorm(m, t) }
	 m ~ dnorm(0, 1)
	 t ~ dgamma(3, 2) }`, bugs.Data{"y": make([]float64, 12), "g": []int{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}}},
	{"crossover", `model { for (i in 1:5) { for (k in 1:2) { y[i,k] ~ dnorm(mu + (k - 1.5)*phi + d[i], tau1) }
	 d[i] ~ dnorm(0, tau2) }
	 mu ~ dnorm(0, 1)
	 phi ~ dnorm(0, 1)
	 tau1 ~ dgamma(3, 2)
	 tau2 ~ dgamma(3, 2) }`, bugs.Data{"y": [][]float64{{1, 2}, {0, 1}, {3, 3}, {-1, 1}, {1, 1}}}},
	{"Poisson", `model { for (i in 1:4) { y[i] ~ dpois(l[i]*e[i])
	 l[i] ~ dgamma(2, b) }
	 b ~ dgamma(3, 2) }`, bugs.Data{"y": []int{1, 2, 3, 1}, "e": []float64{1, 2, 0.5, 1}}},
	{"logistic", `model { for (i in 1:6) { y[i] ~ dbin(p[i], 3)
	 logit(p[i]) <- a + b*x[i] }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1) }`, bugs.Data{"y": []int{1, 2, 3, 1, 0, 0}, "x": []float64{-1, -0.5, 0, 0.5, 1, 1}}},
	{"probit", `model { for (i in 1:6) { y[i] ~ dbern(p[i])
	 probit(p[i]) <- a + b*x[i] }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1) }`, bugs.Data{"y": []int{1, 0, 1, 1, 0, 0}, "x": []float64{-1, -0.5, 0, 0.5, 1, 1}}},
	{"Poisson regression", `model { for (i in 1:6) { y[i] ~ dpois(exp(a + b*x[i] + e[i]))
	 e[i] ~ dnorm(0, tau) }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1)
	 tau ~ dgamma(3, 3) }`, bugs.Data{"y": []int{1, 2, 3, 1, 0, 0}, "x": []float64{-1, -0.5, 0, 0.5, 1, 1}}},
	{"uniform coefficients", `model { for (i in 1:6) { y[i] ~ dpois(exp(b[1] + b[2]*x[i]))
	 z[i] ~ dbin(ilogit(b[3] - b[1]*x[i]), 3) }
	 for (k in 1:3) { b[k] ~ dunif(-2, 1.5) } }`, bugs.Data{"y": []int{1, 2, 3, 1, 0, 0}, "z": []int{1, 2, 3, 1, 0, 0},
		"x": []float64{-1, -0.5, 0, 0.5, 1, 1}}},
	{"growth curve", `model { for (i in 1:6) { y[i] ~ dnorm(a - b*pow(g, x[i]), 4) }
	 a ~ dnorm(1, 4)
	 b ~ dgamma(3, 3)
	 g ~ dunif(0.2, 1) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0, 0}, "x": []float64{1, 1.5, 2, 3, 4, 5}}},
	{"cloglog", `model { for (i in 1:6) { y[i] ~ dbin(p[i], 4)
	 cloglog(p[i]) <- a + b*x[i] }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1) }`, bugs.Data{"y": []int{1, 2, 3, 1, 0, 0}, "x": []float64{-1, -0.5, 0, 0.5, 1, 1}}},
	{"mixture", `model { for (i in 1:6) { y[i] ~ dnorm(mu[z[i]], 2)
	 z[i] ~ dcat(p[]) }
	 p[1:2] ~ ddirch(a[])
	 for (k in 1:2) { mu[k] ~ dnorm(k, 1) } }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0, 0}, "a": []float64{2, 3}}},
	{"naive Bayes", `model { for (d in 1:4) { z[d] ~ dcat(p[])
	 for (i in 1:3) { w[d,i] ~ dcat(theta[z[d],]) } }
	 p[1:2] ~ ddirch(a[])
	 for (k in 1:2) { theta[k,1:3] ~ ddirch(g[]) } }`,
		bugs.Data{"w": [][]int{{1, 2, 3}, {3, 3, 3}, {1, 1, 2}, {2, 2, 2}}, "a": []float64{2, 3}, "g": []float64{1, 2, 1.5}}},
	{"known rest", `model { for (i in 1:6) { z[i] ~ dcat(P[g[i],]) }
	 w[1:3] ~ dmulti(P[2,], 5)
	 P[1,1:3] ~ ddirch(a[])
	 P[2,1:2] ~ ddirch(a[2:3])
	 P[2,3] <- 0.5 }`, bugs.Data{"z": []int{1, 2, 3, 3, 1, 2}, "g": []int{1, 1, 1, 2, 2, 2}, "w": []int{2, 1, 2},
		"a": []float64{2, 3, 1.5}}},
	{"states in part", `model { z[1] ~ dcat(q[])
	 for (t in 2:8) { z[t] ~ dcat(P[z[t-1],]) }
	 for (t in 1:8) { y[t] ~ dnorm(3*z[t], 0.5) }
	 for (k in 1:2) { P[k,1:2] ~ ddirch(a[k,]) } }`, bugs.Data{"z": []float64{nan, 1, nan, 2, nan, nan, nan, 1},
		"y": []float64{1, nan, 6, 3, nan, 6, nan, 3}, "q": []float64{0.5, 0.5}, "a": [][]float64{{8, 2}, {1, 9}}}},
	{"maximum", `model { for (i in 1:4) { y[i] ~ dpois(max(a, b))
	 u[i] ~ dbern(P[max(z[1], z[2])])
	 v[i] ~ dnorm(mu * max(a, c[i]), 1) }
	 mu ~ dnorm(0, 1)
	 for (k in 1:2) { z[k] ~ dcat(q[]) }
	 a ~ dgamma(3, 2)
	 b ~ dgamma(3, 2) }`, bugs.Data{"y": []int{1, 2, 3, 1}, "u": []int{1, 0, 1, 1},
		"v": []float64{1, 0, 2, 1}, "c": []float64{0.5, 1, 1.5, 3},
		"P": []float64{0.2, 0.5, 0.9}, "q": []float64{0.5, 0.3, 0.2}}},
	{"strides", `model { for (i in 1:5) { z[i] ~ dcat(q[])
	 y[i] ~ dpois(l[z[i], 2])
	 u[i] ~ dpois(3 * l[1, z[i]]) }
	 for (j in 1:2) { for (k in 1:2) { l[j, k] ~ dgamma(2 * j, k) } } }`,
		bugs.Data{"y": []int{1, 2, 3, 1, 0}, "u": []int{1, 0, 1, 1, 2}, "q": []float64{0.5, 0.5}}},
	{"certain", `model { for (i in 1:4) { y[i] ~ dbin(P[z[i]], 2)
	 z[i] ~ dcat(q[]) }
	 q[1:3] ~ ddirch(a[]) }`, bugs.Data{"y": []int{0, 1, 2, 2}, "P": []float64{0, 0.5, 1},
		"a": []float64{2, 1, 1}}},
	{"limits", `model { for (i in 1:5) { y[i] ~ dnorm(mu, tau) T(lo, 3 + tau) }
	 mu ~ dnorm(0, 1)
	 tau ~ dgamma(3, 2)
	 lo ~ dunif(-2, -1) }`, bugs.Data{"y": []float64{1, 2, 0, 1, 0.5}}},
	{"quotients and powers", `model { for (i in 1:4) { y[i] ~ dnorm(nu, 1 / (v + x[i]))
	 u[i] ~ dnorm(mu, exp(-2 * log(s)))
	 w[i] ~ dpois(l)
	 k[i] ~ dexp(l) }
	 l ~ dgamma(3, exp(mu / 2 + 0.7))
	 mu ~ dnorm(0, 1)
	 nu ~ dnorm(0, 1)
	 v ~ dgamma(3, 2)
	 s ~ dunif(0.5, 2) }`, bugs.Data{"y": []float64{1, 2, 0, 1}, "u": []float64{1, 0, 1, 1},
		"w": []int{1, 2, 3, 1}, "k": []float64{1, 0.2, 0.3, 1}, "x": []float64{0.5, 1, 2, 3}}},
	{"several definitions", `model { for (i in 1:6) { y[i] ~ dnorm(m[z[i]], tau)
	 z[i] ~ dcat(q[]) }
	 m[1] <- a
	 m[2] <- a + b
	 m[3] <- -b
	 a ~ dnorm(0, 1)
	 b ~ dnorm(1, 1)
	 tau ~ dgamma(4, 2) }`, bugs.Data{"y": []float64{1, 2, 0, 1, -1, 0.5},
		"q": []float64{0.5, 0.3, 0.2}}},
	{"logistic effects", `model { for (i in 1:5) { y[i] ~ dbin(ilogit(a + e[i]), 3)
	 u[i] ~ dbern(phi(a - e[i]))
	 e[i] ~ dnorm(0, t) }
	 a ~ dnorm(0, 1)
	 t ~ dgamma(3, 2) }`, bugs.Data{"y": []int{1, 2, 0, 1, 3}, "u": []int{1, 0, 1, 1, 0}}},
	{"Weibull", `model { for (i in 1:5) { y[i] ~ dweib(r, l) }
	 r ~ dgamma(8, 8)
	 l ~ dgamma(3, 2) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0.5}}},
	{"three arms", `model { for (i in 1:3) { w[i,1] <- 0
	 e[i,1] <- 0
	 for (k in 1:n[i]) { r[i,k] ~ dnorm(e[i,k], 2) }
	 for (k in 2:n[i]) { e[i,k] ~ dnorm(d[t[i,k]] - d[t[i,1]] + sum(w[i,1:(k-1)])/(k-1), tau*2*(k-1)/k)
	 w[i,k] <- e[i,k] - d[t[i,k]] + d[t[i,1]] } }
	 d[1] <- 0
	 for (k in 2:3) { d[k] ~ dnorm(0, 1) }
	 tau ~ dgamma(3, 2) }`, bugs.Data{"n": []int{2, 3, 2},
		"r": [][]float64{{0, 1, math.NaN()}, {0.5, 1, 2}, {0, 0.3, math.NaN()}},
		"t": [][]int{{1, 2, 1}, {1, 2, 3}, {2, 3, 1}}}},
	{"uniform rate", `model { for (i in 1:5) { y[i] ~ dpois(l)
	 x[i] ~ dnorm(0, tau) }
	 l ~ dunif(0.5, 3)
	 tau ~ dunif(0, 2) }`, bugs.Data{"y": []int{0, 2, 1, 4, 1}, "x": []float64{1, -0.5, 0.2, 2, 0.1}}},
	{"degrees of freedom", `model { for (i in 1:4) { y[i] ~ dt(0, 1, nu) }
	 nu ~ dgamma(6, 1) }`, bugs.Data{"y": []float64{1, -3, 0.5, 0}}},
	{"censored", `model { for (i in 1:4) { is[i] ~ dinterval(t[i], c[i])
	 t[i] ~ dweib(1.5, l) }
	 l ~ dgamma(2, 2) }`, bugs.Data{"t": []float64{0.3, 1.2, math.NaN(), math.NaN()}, "is": []int{0, 0, 1, 1},
		"c": []float64{2, 2, 2, 1}}},
	{"sums of columns", `model { for (i in 1:3) { for (t in 1:2) { z[i,t] ~ dbern(0.5)
	 y[i,t] ~ dbern(0.8*z[i,t] + 0.1) } }
	 for (t in 1:2) { n[t] <- sum(z[,t]) } }`, bugs.Data{"y": [][]int{{1, 0}, {0, 0}, {1, 1}}}},
	{"counted in part", `model { for (i in 1:3) { N[i] ~ dpois(4)
	 C[i] ~ dbin(p, N[i]) }
	 p ~ dbeta(1, 1) }`, bugs.Data{"C": []int{9, 3, 0}}},
	{"about their mean", `model { for (i in 1:3) { y[i] ~ dnorm(mu[i] - mean(mu[]), 1)
	 mu[i] ~ dnorm(0, 1) } }`, bugs.Data{"y": []float64{-1, 0.5, 1}}},
	{"about their mean, jointly", `model { for (i in 1:3) { y[i] ~ dnorm(mu[i] - mean(mu[]) + m, 1)
	 mu[i] ~ dnorm(m, tau) }
	 tau ~ dgamma(3, 2)
	 m ~ dnorm(0, 1) }`, bugs.Data{"y": []float64{-1, 0.5, 1}}},
	{"truncated", `model { for (i in 1:5) { y[i] ~ dnorm(mu, 1) T(0, ) }
	 mu ~ dnorm(0, 1) T(-1, 2) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0.5}}},
	{"autoregression", `model { x[1] ~ dnorm(0, 1)
	 for (t in 2:6) { x[t] ~ dnorm(rho*x[t-1], 2) }
	 for (t in 1:6) { y[t] ~ dnorm(x[t], tau) }
	 rho ~ dunif(-1, 1)
	 tau ~ dgamma(4, 2) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0.5, 0}}},
	{"Wishart", `model { for (i in 1:2) { y[i,1:2] ~ dmnorm(mu[], Omega[,]) }
	 mu[1:2] ~ dmnorm(zero[], P[,])
	 Omega[1:2,1:2] ~ dwish(R[,], 3) }`, bugs.Data{"y": [][]float64{{1, 2}, {3, 1}},
		"zero": []float64{0, 0}, "P": [][]float64{{1, 0.2}, {0.2, 1}}, "R": [][]float64{{2, 0.3}, {0.3, 2}}}},
	{"varying slopes", `model { for (i in 1:8) { y[i] ~ dnorm(xi[1] * B[g[i],1] + xi[2] * B[g[i],2] * x[i], 2) }
	 for (j in 1:3) { B[j,1:2] ~ dmnorm(hat[j,], Tau[,])
	   hat[j,1] <- mu.a
	   hat[j,2] <- mu.b }
	 mu.a ~ dnorm(0, 1)
	 mu.b ~ dnorm(0, 1)
	 for (k in 1:2) { xi[k] ~ dunif(0.5, 2) }
	 Tau[1:2,1:2] ~ dwish(R[,], 4)
	 new[1:2] ~ dmnorm(hat[1,], Tau[,]) }`, bugs.Data{"y": []float64{1, 2, 0, 1, 3, 1, 2, 0},
		"g": []int{1, 1, 1, 2, 2, 3, 3, 3}, "x": []float64{-1, 0, 1, -1, 1, -1, 0, 1},
		"R": [][]float64{{2, 0.3}, {0.3, 2}}}},
	{"one size", `model { for (i in 1:5) { r[i] ~ dbin(p[i], n)
	   logit(p[i]) <- a + b * x[i] }
	 for (i in 1:4) { k[i] ~ dbin(q[i], m)
	   q[i] <- min(1, exp(-c * i) + 0.3) }
	 c ~ dgamma(2, 3)
	 a ~ dnorm(0, 0.1); b ~ dnorm(0, 0.1) }`, bugs.Data{"r": []int{1, 3, 5, 7, 9}, "n": 10,
		"x": []float64{-2, -1, 0, 1, 2}, "k": []int{6, 4, 4, 2}, "m": 6}},
	{"scattered rows", `model { for (i in 1:40) { mu[i] <- a + b * x[i]
	   y[i] ~ dnorm(mu[i], tau[1 + u[i]]) }
	 for (i in 1:40) { u[i] <- equals(s[i], 1) }
	 for (i in 1:40) { z[i] ~ dcat(p[s[i],]) }
	 p[1,1] <- q; p[1,2] <- 1 - q; p[2,1] <- 0; p[2,2] <- 1
	 q ~ dunif(0, 1)
	 a ~ dnorm(0, 1); b ~ dnorm(0, 1)
	 for (k in 1:2) { tau[k] ~ dgamma(2, 1) } }`, scattered()},
	{"change point", `model { for (i in 1:6) { y[i] ~ dpois(l[1 + step(i - k)]) }
	 k ~ dcat(p[])
	 for (j in 1:2) { l[j] ~ dgamma(2, 1) } }`,
		bugs.Data{"y": []int{1, 2, 3, 1, 0, 5}, "p": []float64{0.2, 0.2, 0.2, 0.2, 0.1, 0.1}}},
	{"ifelse", `model { for (i in 1:6) { y[i] ~ dpois(ifelse(i <= k, lambda, mu)) }
	 k ~ dcat(p[])
	 lambda ~ dgamma(2, 1)
	 mu ~ dgamma(3, 1) }`, bugs.Data{"y": []int{1, 2, 3, 1, 0, 5}, "p": []float64{0.2, 0.2, 0.2, 0.2, 0.1, 0.1}}},
	{"volatility", `model { s[1] <- 1
	 for (t in 2:8) { s[t] <- a + b*s[t-1] }
	 for (t in 1:8) { y[t] ~ dnorm(0, 1/s[t]) }
	 a ~ dunif(0.1, 1)
	 b ~ dunif(0, 1) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0.5, 0, 1, 1}}},
	{"Student", `model { for (i in 1:6) { y[i] ~ dt(a + b*x[i], tau, 3)
	 b2[i] ~ dt(a, t, 4) }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1)
	 t ~ dgamma(3, 3)
	 tau ~ dgamma(3, 2) }`, bugs.Data{"y": []float64{1, 2, 3, 1, 0, 0}, "x": []float64{-1, -0.5, 0, 0.5, 1, 1},
		"b2": []float64{1, 2, 0, nan, nan, nan}}},
	{"odds ratio", `model { for (i in 1:3) { y[i] ~ dhyper(12, 10, 8, psi) }
	 psi ~ dlnorm(0, 1) }`, bugs.Data{"y": []int{6, 3, 5}}},
	{"noncentral", `model { for (i in 1:3) { y[i] ~ dnchisqr(3, l) }
	 l ~ dexp(0.2) }`, bugs.Data{"y": []float64{2, 5, 9}}},
	{"covariance", `model { for (i in 1:3) { y[i,1:2] ~ dmnorm.vcov(mu[], S[,]) }
	 mu[1:2] ~ dmnorm(zero[], P[,]) }`, bugs.Data{"y": [][]float64{{1, 2}, {3, 1}, {0.5, 0}},
		"zero": []float64{0, 0}, "S": [][]float64{{2, 0.5}, {0.5, 1}}, "P": [][]float64{{1, 0}, {0, 1}}}},
	{"scale", `model { for (i in 1:4) { y[i] ~ dpois(l[i])
	 log(l[i]) <- b[i]
	 b[i] ~ dnorm(m, 1/pow(s, 2)) }
	 m ~ dnorm(0, 2)
	 s ~ dunif(0.2, 1.5) }`, bugs.Data{"y": []int{1, 2, 3, 1}}},
	{"network", `model { a ~ dcat(p[])
	 b ~ dbin(q, 2)
	 c ~ dcat(t[a, b + 1, ])
	 d ~ dcat(u[c, ])
	 e ~ dcat(u[max(a, c), ])
	 q ~ dbeta(2, 3) }`, bugs.Data{"p": []float64{0.3, 0.7}, "t": [][][]float64{
		{{0.5, 0.5}, {0.1, 0.9}, {0.6, 0.4}}, {{0.2, 0.8}, {0.7, 0.3}, {0.9, 0.1}}},
		"u": [][]float64{{0.2, 0.8}, {0.6, 0.4}}, "d": 2, "e": 1}},
	{"states", `model { z[1] ~ dcat(p[])
	 for (t in 2:6) { z[t] ~ dcat(m[z[t-1], ]) }
	 for (t in 1:6) { y[t] ~ dnorm(mu[z[t]], 1) }
	 for (k in 1:2) { m[k, 1:2] ~ ddirch(a[])
	 mu[k] ~ dnorm(k, 1) } }`, bugs.Data{"y": []float64{1, 2, nan, 1, 0, 0}, "a": []float64{2, 3},
		"p": []float64{0.4, 0.6}}},
	{"observed autoregression", `model { y[1] ~ dnorm(0, 1)
	 for (t in 2:8) { y[t] ~ dnorm(phi * y[t-1], 1) }
	 phi ~ dunif(-1, 1) }`, bugs.Data{"y": []float64{0, 0.5, 1, nan, 0.3, 0.2, 1, 0.4}}},
	{"covariate", `model { for (i in 1:6) { k[i] ~ dnorm(b * x[i], 4)
	 x[i] ~ dnorm(0, 1) }
	 b ~ dnorm(0, 4) }`, bugs.Data{"k": []float64{1, 2, 0, 1, 1, 0}, "x": []float64{1, 0, nan, -1, 0.5, 1}}},
	{"occupancy", `model { for (i in 1:6) { z[i] ~ dbern(psi)
	 for (j in 1:2) { y[i,j] ~ dbern(z[i] * p) } }
	 psi ~ dunif(0, 1)
	 p ~ dunif(0, 1) }`, bugs.Data{"y": [][]float64{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 1}, {0, 0}}}},
	{"detection", `model { for (i in 1:5) { z[i] ~ dbern(0.6)
	 for (j in 1:2) { y[i,j] ~ dbern(z[i] * ilogit(a + b*x[i])) } }
	 a ~ dnorm(0, 1)
	 b ~ dnorm(0, 1) }`, bugs.Data{"y": [][]float64{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 1}},
		"x": []float64{-1, 0.5, 1, 0, 2}}},
	{"lags", `model { for (t in 3:8) { y[t] ~ dnorm(inprod(b[], y[(t-2):(t-1)]), 4) }
	 for (k in 1:2) { b[k] ~ dnorm(0, 4) } }`, bugs.Data{"y": []float64{0, 0.5, 1, 0.6, 0.3, 0.2, 1, 0.4}}},
	{"ragged", `model { for (i in 1:4) { y[i] ~ dnorm(inprod(b[1:n[i]], x[i,1:n[i]]), 4) }
	 for (k in 1:3) { b[k] ~ dnorm(0, 4) } }`, bugs.Data{"n": []int{1, 2, 3, 2}, "y": []float64{1, 2, 0.5, 1},
		"x": [][]float64{{1, 0, 0}, {1, 2, 0}, {-1, 0.5, 1}, {0.3, 1, 0}}}},
	{"probabilities in part", `model { for (i in 1:5) { y[i] ~ dcat(P[z[i],])
	 z[i] ~ dcat(q[]) }
	 P[1,1] <- 1
	 for (k in 2:3) { P[1,k] <- 0 }
	 P[2,1:2] ~ ddirch(a[])
	 P[2,3] <- 0 }`, bugs.Data{"y": []int{1, 2, 2, 1, 1}, "a": []float64{2, 3}, "q": []float64{0.4, 0.6}}},
	{"grades", `model { for (i in 1:2) { theta[i] ~ dnorm(0, 1)
	 for (j in 1:3) { y[i,j] ~ dcat(p[i,j,1:n[j]])
	 for (k in 1:(n[j]-1)) { logit(Q[i,j,k]) <- theta[i] - g[k] }
	 p[i,j,1] <- 1 - Q[i,j,1]
	 for (k in 2:(n[j]-1)) { p[i,j,k] <- Q[i,j,k-1] - Q[i,j,k] }
	 p[i,j,n[j]] <- Q[i,j,n[j]-1] } } }`, bugs.Data{"n": []int{2, 3, 4}, "g": []float64{-1, 0.5, 1.5},
		"y": [][]int{{1, 2, 4}, {2, 3, 2}}}},
	{"a spread for each row", `model { for (j in 1:2) { for (i in 1:4) { y[j,i] ~ dnorm(e[j,i], 2)
	 e[j,i] ~ dnorm(mu[j], t[j]) }
	 mu[j] ~ dnorm(0, 1) }
	 t[1] ~ dgamma(3, 2)
	 t[2] ~ dgamma(2, 1) T(0.2, ) }`, bugs.Data{"y": [][]float64{{1, 2, 0, 1}, {0, 3, 1, 0}}}},
	{"a spread along the gradient", `model { for (i in 1:12) { y[i] ~ dbern(ilogit(a + exp(b[i]) * x[i]))
	 b[i] ~ dnorm(0, t) }
	 a ~ dnorm(0, 1)
	 t ~ dgamma(3, 2) }`, bugs.Data{"y": []int{0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1},
		"x": []float64{1, 2, -1, 0.5, 1, 2, -1, 0.5, 1, -2, 1, 1}}},
	{"exponential sd", `model { for (i in 1:5) { y[i] ~ dnorm(mu, pow(s, -2)) }
	 mu ~ dnorm(0, 0.01)
	 s ~ dexp(1) }`, bugs.Data{"y": []float64{1, 2, 3, 4, 5}}},
}

// In a long run each model has its turn to be looked at ten times as hard.
func TestBlocks(t *testing.T) {
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			set := verify.Settings{Seed: 1, Replications: 200}
			if !testing.Short() && turns.Of(c.name, 4) {
				set.Replications = 2000
			}
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := verify.Blocks(m.Joint(), set)
			if err != nil {
				t.Fatalf("%v\n%v", err, m.Plan())
			}
			if rep.Wrong {
				t.Errorf("%v\n%v", rep, m.Plan())
			}
		})
	}
}

// A vector that is drawn in part is Dirichlet if the rest is zero, and grades of which the number
// differs depend on one person each. Both precisions are drawn without the effects if there is one for two
// observations.
func TestPlanOfParts(t *testing.T) {
	for _, c := range small {
		for _, of := range [][3]string{{"probabilities in part", "Dirichlet", ""},
			{"crossover", "tau2, tau1 by slice sampling with them", ""}, {"mixed model", "; t by slice", ""},
			{"probabilities in part", "slice, in pairs", "0.5"}, {"grades", "its log density contains", ""}} {
			if of[0] != c.name {
				continue
			}
			if of[2] != "" {
				c.text = strings.Replace(c.text, "P[2,3] <- 0", "P[2,3] <- "+of[2], 1)
			}
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			if plan := m.Plan().String(); !strings.Contains(plan, of[1]) {
				t.Errorf("expected %q:\n%s", of[1], plan)
			}
		}
	}
}

// scattered are data of two kinds in no order.
func scattered() bugs.Data {
	var x, y []float64
	var s, z []int
	for i := range 40 {
		kind := 1 + i*i%7%2
		x, y, s = append(x, float64(i%5)-2), append(y, float64(i*i%11)/3), append(s, kind)
		z = append(z, max(kind, 1+i%3%2))
	}
	return bugs.Data{"x": x, "y": y, "s": s, "z": z}
}
