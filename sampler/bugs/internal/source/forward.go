package source

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// forwards are draws from distributions; #1, #2, … are the parameters. What begins with = assigns
// whole numbers.
var forwards = map[string]string{
	"dcat":       "= 1 + variate.Categorical(r, #1)",
	"dbern":      "= variate.Binomial(r, 1, #1)",
	"dbin":       "= variate.Binomial(r, #2, #1)",
	"dnorm":      "variate.Normal(r, #1, #2)",
	"dt":         "variate.StudentT(r, #3, #1, #2)",
	"dgamma":     "variate.Gamma(r, #1, #2)",
	"dinvgamma":  "variate.InvGamma(r, #1, #2)",
	"dbeta":      "variate.Beta(r, #1, #2)",
	"dexp":       "variate.Exponential(r, #1)",
	"dunif":      "variate.Uniform(r, #1, #2)",
	"ddexp":      "variate.Laplace(r, #1, 1.0/(#2))",
	"dlogis":     "variate.Logistic(r, #1, 1.0/(#2))",
	"dpar":       "variate.Pareto(r, #1, #2)",
	"dchisqr":    "variate.Gamma(r, (#1)/2.0, 0.5)",
	"dgen.gamma": "math.Exp(variate.LogGamma(r, #1)/(#3))/(#2)",
	"dnegbin":    "= variate.NegBinomial(r, (#2)*(1.0/(#1) - 1), #2)",
	"dbetabin":   "= variate.BetaBinomial(r, #3, #1, #2)",
	"dlnorm":     "variate.LogNormal(r, #1, #2)",
	"dpois":      "= variate.Poisson(r, #1)",
	"dweib":      "math.Pow(variate.Exponential(r, #2), 1.0/(#1))",
}

// parts are draws from the part of a distribution between two limits, which are the last two
// arguments.
var parts = map[string]string{
	"dnorm":  "variate.TruncatedNormal(r, #1, #2, #3, #4)",
	"dlnorm": "math.Exp(variate.TruncatedNormal(r, #1, #2, logOf(#3), logOf(#4)))",
	"dgamma": "variate.TruncatedGamma(r, #1, #2, #3, #4)",
	"dexp":   "variate.TruncatedGamma(r, 1, #1, #2, #3)",
	"dweib": "math.Pow(variate.TruncatedGamma(r, 1, #2, math.Pow(#3, #1), math.Pow(#4, #1)), " +
		"1.0/(#1))",
}

// forward writes a draw from the distribution that the model states.
func (w *writer) forward() string {
	s, x := w.u.Statement, w.u.X
	place := w.own()
	piece := place.Factor.Piece
	var args []string
	for k, a := range piece.Args {
		e := place.Letter(a)
		switch name := s.Dist.Name; {
		case s.Dist.Vector[k]:
			args = append(args, w.vector(e))
		case slices.Contains([]string{"dnorm", "dlnorm", "dt"}, name) && k == 1:
			args = append(args, w.deviation(e))
		case name == "dbin" && k == 1 || name == "dbetabin" && k == 2:
			args = append(args, w.value(e))
		default:
			args = append(args, w.expr(e, sum))
		}
	}
	text, ok := forwards[s.Dist.Name]
	switch {
	case w.isCut() && s.Dist.Name != "dunif":
		lo, hi, before := w.limits()
		part, ok := parts[s.Dist.Name]
		if !ok {
			w.refuse("%s is drawn from a part of its distribution %s", x, s.Dist.Name)
		}
		return w.around(before + w.put(expr.Fill(part, append(args, lo, hi))))
	case s.Dist.Name == "dmnorm" && wholeRow(s.Left):
		return w.around(fmt.Sprintf("multiNormal(r, %s, %s, %s)\n", args[0], args[1], w.row()))
	case s.Dist.Name == "dwish" && len(s.Loops) == 0:
		return w.matrix(args[1], args[0])
	case s.Dist.Name == "ddirch" && !wholeRow(s.Left):
		w.refuse("%s is a part of a row", s.Left)
	case s.Dist.Name == "ddirch":
		return w.around(fmt.Sprintf("variate.Dirichlet(r, %s, %s)\n", args[0], w.row()))
	case !ok:
		w.refuse("%s is predicted from %s, which the text cannot draw yet", x, s.Dist.Name)
	}
	text = expr.Fill(text, args)
	if whole, ok := strings.CutPrefix(text, "="); ok {
		return w.around(w.x() + " =" + whole + "\n")
	}
	return w.around(w.put(text))
}

// own is the place where the unknown stands on the left of its statement.
func (w *writer) own() (place *tex.Place) {
	s, x := w.u.Statement, w.u.X
	for _, p := range w.d.Places {
		switch piece := p.Factor.Piece; {
		case piece.Statement != s || !s.Dist.Multi && p.Letter(piece.Left) != x:
		case place == nil:
			place = p
		case !s.Dist.Multi:
			w.refuse("the distribution of %s has several forms", x)
		}
	}
	if place == nil || len(place.Conds) > 0 && !s.Dist.Multi {
		w.refuse("%s stands in its own distribution", x)
	}
	return place
}
