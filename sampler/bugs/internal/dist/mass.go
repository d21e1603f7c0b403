package dist

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/law"
)

// The functions logmass.dnorm(lo, hi, mean, precision) and so on are the log probabilities of
// intervals, by which a truncated density is divided.
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
	}
}
