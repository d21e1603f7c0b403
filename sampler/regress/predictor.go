package regress

import (
	"math/rand/v2"
)

// drawLatent draws the latent variables, and before them the coefficients if these would hold them.
func (f *fit) drawLatent(r *rand.Rand, s *State) error {
	f.predict(s)
	if f.approximate != nil {
		if err := f.drawEllipse(r, s); err != nil {
			return err
		}
	}
	f.family.latent(r, f, s)
	return nil
}

// drawBeta draws the coefficients given the latent variables.
func (f *fit) drawBeta(r *rand.Rand, s *State) error {
	f.priorPrecision(s)
	if f.design != nil {
		return f.design.Draw(r, &s.scratch, s.z, s.w, f.mean, s.precision, s.Beta)
	}
	return f.drawJoint(r, s)
}

// predict fills s.eta with the linear predictor.
func (f *fit) predict(s *State) {
	for i, row := range f.rows(s) {
		s.eta[i] = f.predictRow(s, i, row)
	}
}

// predictRow is the linear predictor of row i.
func (f *fit) predictRow(s *State, i int, row []float64) float64 {
	sum := 0.0
	for j, v := range row {
		sum += v * s.Beta[j]
	}
	for _, c := range f.groupings {
		sum += c.part(s, i, row)
	}
	return sum
}

// rows are those of X, with what is missing filled in.
func (f *fit) rows(s *State) [][]float64 {
	if len(f.cells) > 0 {
		return s.x
	}
	return f.x
}

func (f *fit) logJoint(s *State) float64 {
	f.predict(s)
	return f.logPrior(s) + f.logCovariance(s) + f.logMissing(s) + f.family.logDensity(f, s)
}
