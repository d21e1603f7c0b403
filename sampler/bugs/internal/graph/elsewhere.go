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
var families = map[string]string{"norm": "dnorm", "normal": "dnorm", "gaussian": "dnorm",
	"gauss": "dnorm", "exp": "dexp", "exponential": "dexp",
	"pois": "dpois", "poisson": "dpois", "bern": "dbern", "bernoulli": "dbern", "binom": "dbin",
	"binomial": "dbin", "unif": "dunif",
	"uniform": "dunif", "gamma": "dgamma", "beta": "dbeta", "student_t": "dt", "t": "dt",
	"lognormal": "dlnorm", "lnorm": "dlnorm",
	"weibull": "dweib", "multi_normal": "dmnorm", "multi_normal_prec": "dmnorm", "mvnorm": "dmnorm",
	"mvn": "dmnorm", "multinormal": "dmnorm",
	"categorical": "dcat", "cat": "dcat", "dirichlet": "ddirch", "multinom": "dmulti",
	"multinomial": "dmulti", "wishart": "dwish",
	"inv_gamma": "dinvgamma", "invgamma": "dinvgamma", "igamma": "dinvgamma",
	"neg_binomial": "dnegbin", "negbinomial": "dnegbin",
	"laplace": "ddexp", "double_exponential": "ddexp", "logistic": "dlogis", "pareto": "dpar",
	"chisq": "dchisqr", "chi_square": "dchisqr",
	"half_normal": "HalfNormal", "halfnormal": "HalfNormal", "half_cauchy": "HalfCauchy",
	"halfcauchy": "HalfCauchy", "cauchy": "dt",
	"geom": "dnegbin", "geometric": "dnegbin", "beta_binomial": "dbetabin", "invwishart": "dwish",
	"inv_wishart": "dwish"}

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
		known = slices.DeleteFunc(slices.Clone(known),
			func(s string) bool { return !unicode.IsLower(rune(s[0])) })
		return " There are " + strings.Join(known, ", ") + "."
	}
	_, params, _, _, _ := dist.Find(of)
	hint := fmt.Sprintf(" Write %s(%s)", of, strings.Join(params, ", "))
	for _, other := range known { // the name whose parameters are those of gonum
		if d, params, _, _, _ := dist.Find(other); other[0] < 'a' && d.Name == of &&
			strings.EqualFold(other, bare) {
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
var functions = map[string]string{"ln": "log(x)", "log10": "log(x) / log(10)",
	"log2": "log(x) / log(2)", "log1p": "log(1 + x)", "expm1": "exp(x) - 1",
	"square": "pow(x, 2)", "sqr": "pow(x, 2)", "power": "pow(x, y)", "inv": "1 / x",
	"inv_logit": "ilogit(x)", "invlogit": "ilogit(x)",
	"plogis": "ilogit(x)", "sigmoid": "ilogit(x)", "qlogis": "logit(p)", "pnorm": "phi(x)",
	"Phi": "phi(x)", "qnorm": "probit(p)", "inv_phi": "probit(p)",
	"var": "pow(sd(x[]), 2)", "variance": "pow(sd(x[]), 2)", "dot_product": "inprod(x[], y[])",
	"dot": "inprod(x[], y[])", "crossprod": "inprod(x[], y[])",
	"sumsq": "inprod(x[], x[])", "ss": "inprod(x[], x[])", "sum_of_squares": "inprod(x[], x[])",
	"nrow": "length(x[,1])", "ncol": "length(x[1,])",
	"len": "length(x[])", "size": "length(x[])", "lfactorial": "logfact(x)",
	"factorial": "exp(logfact(x))", "choose": "exp(logfact(n) - logfact(k) - logfact(n - k))",
	"gamma": "exp(loggam(x))", "gammaln": "loggam(x)", "solve": "inverse(A[,])",
	"inv.logit": "ilogit(x)", "det": "exp(logdet(A[,]))", "if_else": "ifelse(a > b, x, y)",
	"average": "mean(x[])", "avg": "mean(x[])", "mod": "x - y * trunc(x / y)",
	"%%": "x - y * trunc(x / y)", "floor": "trunc(x), which is the same for x of at least 0",
	"int": "trunc(x)", "std": "sd(x[])", "I": "step(x) or equals(x, y)", "indicator": "equals(x, y)",
	"dim": "length(x[])"}

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
