package block

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler/bugs/internal/graph"
)

// Coordinates map the unknowns of a plan to the whole line, one by one.
type Coordinates []coordinate

type coordinate struct {
	at    int
	scale scale
}

// Coordinates returns the coordinates of all unknowns. The error says which unknown has none.
func (p *Plan) Coordinates() (out Coordinates, err error) {
	for _, s := range p.Graph.Statements {
		if s.Deterministic() || len(targets(s)) == 0 {
			continue
		}
		if s.Dist.Discrete || s.Dist.Multi && s.Dist.Name != "dmnorm" {
			return nil, fmt.Errorf("%s of %s has no density on the line", s.Left, s.Dist.Name)
		}
		el := targets(s)
		lim := p.bounds(p.collect(s), el)
		st := p.bare()
		for k, i := range el {
			c := coordinate{s.Left.Array.Base + i, scale{lim.lo[k](st), lim.hi[k](st)}}
			if math.IsNaN(c.scale.lo) || math.IsNaN(c.scale.hi) {
				return nil, fmt.Errorf("the bounds of %s are unknown", graph.Name(s.Left.Array, i))
			}
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the model has no unknowns")
	}
	return out, nil
}

// Outward computes the coordinates of a state.
func (c Coordinates) Outward(s *State, x []float64) {
	for k, q := range c {
		x[k] = q.scale.outward(s.X[q.at])
	}
}

// Inward sets the state from coordinates, and returns the log of the Jacobian.
func (c Coordinates) Inward(x []float64, s *State) (logJacobian float64) {
	for k, q := range c {
		v, _, j, _ := q.scale.inward(x[k])
		s.X[q.at] = v
		logJacobian += j
	}
	return logJacobian
}
