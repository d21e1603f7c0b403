package verify_test

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	updates "gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A flatLine is a regression with flat priors on a and b and p(σ²) ∝ 1/σ²: no prior to draw from.
type flatLine struct {
	a, b, sigma2 float64
	nuts         updates.NUTS
	both         [2]float64
}

var (
	lineX = []float64{-1.5, -1, -0.2, 0.3, 0.9, 1.4, 2.5}
	lineY = []float64{-2.1, -1.2, 0.4, 0.6, 1.1, 2.2, 4.1}
)

func (s *flatLine) squares() (sum float64) {
	for i, x := range lineX {
		e := lineY[i] - s.a - s.b*x
		sum += e * e
	}
	return sum
}

func (s *flatLine) logJoint() float64 {
	if !(s.sigma2 > 0) {
		return math.Inf(-1)
	}
	return -(1+float64(len(lineX))/2)*math.Log(s.sigma2) - s.squares()/(2*s.sigma2)
}

// slope is the derivative of logJoint with respect to a or b.
func (s *flatLine) slope(ofB bool) (g float64) {
	for i, x := range lineX {
		e := (lineY[i] - s.a - s.b*x) / s.sigma2
		if ofB {
			e *= x
		}
		g += e
	}
	return g
}

// drawNUTS moves a and b; the gradient of b is multiplied by sign, the log density by tempered.
func drawNUTS(sign, tempered float64) func(r *rand.Rand, s *flatLine) error {
	return func(r *rand.Rand, s *flatLine) error {
		s.both = [2]float64{s.a, s.b}
		s.nuts.Draw(r, s.both[:], func(x, gradient []float64) float64 {
			s.a, s.b = x[0], x[1]
			gradient[0], gradient[1] = tempered*s.slope(false), tempered*sign*s.slope(true)
			return tempered * s.logJoint()
		})
		s.a, s.b = s.both[0], s.both[1]
		return nil
	}
}

func flatModel() sampler.Model[flatLine] {
	n := float64(len(lineX))
	return sampler.Model[flatLine]{
		Init: func(r *rand.Rand) (*flatLine, error) {
			return &flatLine{a: r.NormFloat64(), b: 1.5, sigma2: 1}, nil
		},
		Blocks: []sampler.Block[flatLine]{
			{Name: "a", Update: func(r *rand.Rand, s *flatLine) error {
				sum := 0.0
				for i, x := range lineX {
					sum += lineY[i] - s.b*x
				}
				s.a = sum/n + math.Sqrt(s.sigma2/n)*r.NormFloat64()
				return nil
			}},
			{Name: "both", Update: drawNUTS(1, 1)},
			{Name: "sigma2", Update: func(r *rand.Rand, s *flatLine) error {
				s.sigma2 = variate.InvGamma(r, n/2, s.squares()/2)
				return nil
			}},
		},
		LogJoint: (*flatLine).logJoint,
	}
}

// coordinates lists the numbers that each block updates.
func coordinates(block string) []verify.Coordinate[flatLine] {
	a := verify.Coordinate[flatLine]{Name: "a", At: func(s *flatLine) *float64 { return &s.a }}
	b := verify.Coordinate[flatLine]{Name: "b", At: func(s *flatLine) *float64 { return &s.b }}
	switch block {
	case "a":
		return []verify.Coordinate[flatLine]{a}
	case "both":
		a.Gradient = func(s *flatLine) float64 { return s.slope(false) }
		b.Gradient = func(s *flatLine) float64 { return s.slope(true) }
		return []verify.Coordinate[flatLine]{a, b}
	}
	return []verify.Coordinate[flatLine]{{Name: "sigma2", Hi: math.Inf(1),
		At: func(s *flatLine) *float64 { return &s.sigma2 }}}
}
