package dist

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/law"
)

// The functions logmass.dnorm(lo, hi, mean, precision) and so on are the log probabilities of
// intervals, by which a truncated density is divided. The functions logdensity.dhyper(x, …) and so
// on are log densities that are no sums of simple functions. dnorm(x, …), pnorm(x, …) and
// qnorm(p, …) and so on are the density, the probability of at most x, and its inverse.
func init() {
	for name, d := range All {
		l, ok := law.Find(name)
		if !ok || d.Multi {
			continue
		}
		n := 2 + len(d.Params)
		add := func(name string, n int, f func(v expr.Args) float64) {
			expr.Functions[name] = expr.Function{Min: n, Max: n, Scalar: func(v expr.Args) (y float64) {
				defer func() {
					if recover() != nil { // impossible parameters: of a proposal
						y = math.NaN()
					}
				}()
				return f(v)
			}}
		}
		add("logmass."+name, n, func(v expr.Args) float64 { return l.LogMass(v[0], v[1], v[2:n]) })
		add("logdensity."+name, n-1, func(v expr.Args) float64 {
			return max(l.LogDensity(v[0], v[1:n-1]), expr.Impossible)
		})
		add(name, n-1, func(v expr.Args) float64 { return math.Exp(l.LogDensity(v[0], v[1:n-1])) })
		add("p"+name[1:], n-1, func(v expr.Args) float64 {
			return math.Exp(l.LogMass(math.Inf(-1), v[0], v[1:n-1]))
		})
		add("q"+name[1:], n-1, func(v expr.Args) float64 { return l.Quantile(v[0], v[1:n-1]) })
	}
}
