package graph

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/syntax"
)

// refused has what other programs know and this one does not, and why.
var refused = map[string]string{
	"cut": "It stops information from flowing back, and then there is no joint distribution to " +
		"sample from.",
	"dsum":         "Give the sum as the data of a distribution of its own, such as dpois or dnorm.",
	"dflat":        "It is improper: give dnorm(0, 1.0E-6) or a wide dunif.",
	"car.normal":   "Its prior is a cycle; write the neighbours as a dmnorm.",
	"ode":          "Differential equations are not solved.",
	"D":            "Differential equations are not solved.",
	"ode.solution": "Differential equations are not solved.",
	"deviance":     "Use the log likelihood of the model.",
	"dnormmix":     "Write a mixture with dcat: z[i] ~ dcat(p[]), y[i] ~ dnorm(mu[z[i]], tau).",
	"mexp":         "The matrix exponential is not there.", "dround": "Use dinterval.",
	"dmt":             "Write it as dmnorm with a precision times a dgamma.",
	"dscaled.wishart": "Write its parts: a dwish times scales.",
}

// families are distributions by their names in R, Stan, NumPy and in speech, without what stands
// before or after them there.
var families = byName(map[string]string{
	"dnorm": "norm normal gaussian gauss", "dexp": "exp exponential", "dpois": "pois poisson",
	"dbern": "bern bernoulli", "dbin": "binom binomial", "dunif": "unif uniform", "dgamma": "gamma",
	"dbeta": "beta", "dt": "student_t t cauchy", "dlnorm": "lognormal lnorm", "dweib": "weibull",
	"dmnorm": "multi_normal multi_normal_prec mvnorm mvn multinormal", "dcat": "categorical cat",
	"ddirch": "dirichlet", "dmulti": "multinom multinomial",
	"dwish": "wishart invwishart inv_wishart", "dinvgamma": "inv_gamma invgamma igamma",
	"dnegbin": "neg_binomial negbinomial geom geometric", "ddexp": "laplace double_exponential",
	"dlogis": "logistic", "dpar": "pareto", "dchisqr": "chisq chi_square",
	"HalfNormal": "half_normal halfnormal", "HalfCauchy": "half_cauchy halfcauchy",
	"dbetabin": "beta_binomial", "NegBinomial": "neg_binomial_2",
})

// byName turns lists of names into a table by name.
func byName(lists map[string]string) map[string]string {
	out := map[string]string{}
	for is, names := range lists {
		for _, name := range strings.Fields(names) {
			out[name] = is
		}
	}
	return out
}

// refusal says what to write for a distribution that is not there.
func refusal(name string, known []string) string {
	if why := refused[name]; why != "" {
		return " " + why
	}
	if strings.HasPrefix(name, "car.") {
		return " " + refused["car.normal"]
	}
	bare := strings.ToLower(name)
	for _, end := range []string{"_lpdf", "_lpmf", "_rng", "_log"} {
		bare = strings.TrimSuffix(bare, end)
	}
	of, ok := families[bare]
	if !ok && len(bare) > 1 && strings.Contains("drpq", bare[:1]) {
		of, ok = families[bare[1:]]
	}
	if !ok {
		if near := syntax.Suggest(name, known); near != "" {
			return near
		}
		known = slices.DeleteFunc(slices.Clone(known), func(s string) bool { // one family of names
			return unicode.IsLower(rune(s[0])) != unicode.IsLower(rune(name[0]))
		})
		return " There are " + strings.Join(known, ", ") + "."
	}
	_, params, _, _, _ := dist.Find(of)
	hint := fmt.Sprintf(" Write %s(%s)", of, strings.Join(params, ", "))
	for _, other := range known { // the name whose parameters are those of package variate
		if d, params, _, _, _ := dist.Find(other); other[0] < 'a' && d.Name == of &&
			strings.EqualFold(other, strings.ReplaceAll(bare, "_", "")) {
			hint += fmt.Sprintf(", or %s(%s)", other, strings.Join(params, ", "))
		}
	}
	switch {
	case strings.HasSuffix(bare, "cauchy") && of == "dt":
		hint += " with 1 degree of freedom"
	case strings.HasSuffix(bare, "geom") || bare == "geometric":
		hint += " with size 1"
	case strings.HasSuffix(bare, "wishart") && of == "dwish" && bare != "wishart" &&
		bare != "rwishart":
		hint += " for the inverse of the matrix"
	}
	return hint + "."
}

// functions have what to write for functions of R and Stan.
var functions = byName(map[string]string{
	"log(x)": "ln", "log(x) / log(10)": "log10", "log(x) / log(2)": "log2", "log(1 + x)": "log1p",
	"exp(x) - 1": "expm1", "pow(x, 2)": "square sqr", "pow(x, y)": "power", "1 / x": "inv",
	"ilogit(x)": "inv_logit invlogit plogis sigmoid inv.logit", "logit(p)": "qlogis",
	"phi(x)": "pnorm Phi", "probit(p)": "qnorm inv_phi", "pow(sd(x[]), 2)": "var variance",
	"inprod(x[], y[])": "dot_product dot crossprod", "inprod(x[], x[])": "sumsq ss sum_of_squares",
	"length(x[,1])": "nrow", "length(x[1,])": "ncol", "length(x[])": "len size dim",
	"logfact(x)": "lfactorial", "exp(logfact(x))": "factorial",
	"exp(logfact(n) - logfact(k) - logfact(n - k))": "choose", "exp(loggam(x))": "gamma",
	"loggam(x)": "gammaln", "inverse(A[,])": "solve", "exp(logdet(A[,]))": "det",
	"ifelse(a > b, x, y)": "if_else", "mean(x[])": "average avg", "x - y * trunc(x / y)": "mod %%",
	"trunc(x), which is the same for x of at least 0": "floor", "trunc(x)": "int", "sd(x[])": "std",
	"step(x) or equals(x, y)": "I", "equals(x, y)": "indicator",
})

// function says what to write for a function that is not there.
func function(name string, known []string) string {
	if to := functions[name]; to != "" {
		return " Write " + to + "."
	}
	if slices.Contains(dist.Names(), name) {
		return fmt.Sprintf(" It is a distribution: it stands after ~, as in x ~ %s(...).", name)
	}
	if why := refused[name]; why != "" {
		return " " + why
	}
	return syntax.Suggest(name, known)
}
