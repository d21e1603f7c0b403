package dist

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/law"
)

// The functions logmass.dnorm(lo, hi, mean, precision) and so on are the log probabilities of
// intervals, by which a truncated density is divided. The functions logdensity.dhyper(x, …) and so
// on are log densities that are no sums of simple functions.
func init() {
	for name, d := range All {
		l, ok := law.Find(name)
		if !ok || d.Multi {
			continue
		}
		n := 2 + len(d.Params)
		expr.Functions["logmass."+name] = expr.Function{Min: n, Max: n,
			Scalar: func(v expr.Args) (mass float64) {
				defer func() {
					if recover() != nil { // impossible parameters: of a proposal
						mass = math.NaN()
					}
				}()
				return l.LogMass(v[0], v[1], v[2:n])
			}}
		expr.Functions["logdensity."+name] = expr.Function{Min: n - 1, Max: n - 1,
			Scalar: func(v expr.Args) float64 { return max(l.LogDensity(v[0], v[1:n-1]), expr.Impossible) }}
	}
}
