package regress

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// drawLatent draws the latent variables, and before them the coefficients if these would hold them.
func (f *fit) drawLatent(r *rand.Rand, s *State) error {
	f.predict(s)
	for _, c := range f.all() {
		if f.approximate != nil {
			if err := f.drawEllipse(r, s, c); err != nil {
				return err
			}
		}
	}
	f.family.latent(r, f, s)
	return nil
}

// drawBeta draws the coefficients and all effects given the latent variables, those of each
// grouping in turn, with β, given the others. move says whether the effects are moved with their
// deviations, too; a direct family has no latent variables then.
func (f *fit) drawBeta(r *rand.Rand, s *State, move bool) (err error) {
	for _, c := range f.all() {
		if move && f.direct {
			err = f.drawEllipse(r, s, c)
		} else {
			err = f.drawGiven(r, s, c, f.groupings)
		}
		if err == nil && move && c != none {
			f.rescaleEffects(r, s, c)
			err = f.drawOuter(r, s, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drawGiven draws β and the effects of a grouping given the latent variables and the others.
func (f *fit) drawGiven(r *rand.Rand, s *State, c *grouping, others []*grouping) error {
	f.priorPrecision(s)
	if f.design == nil {
		f.sums(s, c, others)
		return f.drawWith(r, s, c)
	}
	z := s.z
	if f.offset != nil {
		z = s.column
		floats.SubTo(z, s.z, f.offset)
	}
	return f.design.Draw(r, &s.scratch, z, s.w, f.mean, s.precision, s.Beta)
}

// all are the groupings, or the one of a model without groups.
func (f *fit) all() []*grouping {
	if len(f.groupings) == 0 {
		return alone
	}
	return f.groupings
}

var (
	none  = new(grouping)
	alone = []*grouping{none}
)

// piece is the number of rows that are done at once, so that what is computed stays in the cache.
const piece = 1024

// predict fills s.eta with the linear predictor, if it is not there from the last call: if X has
// missing values, or coefficients or effects are others than then.
func (f *fit) predict(s *State) {
	last := &s.predicted
	if len(f.cells) == 0 && slices.Equal(s.Beta, last[0]) && slices.Equal(s.Effects, last[1]) {
		return
	}
	last[0], last[1] = append(last[0][:0], s.Beta...), append(last[1][:0], s.Effects...)
	for lo := 0; lo < len(s.eta); lo += piece {
		f.predictRows(s, lo, s.eta[lo:min(lo+piece, len(s.eta))])
	}
}

// predictRows fills eta with the linear predictor of the rows from lo on.
func (f *fit) predictRows(s *State, lo int, eta []float64) {
	x, sum := f.allRows(s), 0.0
	for i := range eta {
		if i == 0 || f.step > 0 {
			sum = dot(s.Beta, x[(lo+i)*f.step:])
		}
		eta[i] = sum
	}
	if f.offset != nil {
		floats.Add(eta, f.offset[lo:][:len(eta)])
	}
	for _, c := range f.groupings {
		c.add(s, x, eta, lo, f.step, 1)
	}
}

// allRows are the rows of X one after the other, with what is missing filled in. Each is f.step
// numbers behind the last; where all are equal, f.step is 0.
func (f *fit) allRows(s *State) []float64 {
	if len(f.cells) > 0 {
		return s.x
	}
	return f.x[0][:len(f.x)*f.p] // see sideBySide
}

func (f *fit) logJoint(s *State) float64 {
	f.predict(s)
	return f.logPrior(s) + f.logCovariance(s) + f.logMissing(s) + f.family.logDensity(f, s)
}
