package update_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A regression with everything unknown: y_i ~ N(x_iᵀβ, σ²/λ_i) with weights λ_i ~ Gamma(2, 2),
// β ~ N(m, diag(1/p_j)), p_j ~ Gamma(3, 3), m ~ N(1, 1) for both, σ² ~ InvGamma(4, 3).
type line struct {
	Beta, P, Lambda []float64
	M, Sigma2       float64
	m, w            []float64
	scratch         update.Scratch
}

var lineX = [][]float64{{1, 0}, {1, 1}, {1, 2}, {1, 3.5}}

func lineJoint(
	t *testing.T, draw func(d *update.Design, r *rand.Rand, s *line, y []float64) error,
) verify.Joint[line, []float64] {
	d, err := update.NewDesign(lineX)
	if err != nil {
		t.Fatal(err)
	}
	prior := func(r *rand.Rand) (*line, error) {
		s := &line{M: 1 + r.NormFloat64(), Sigma2: variate.InvGamma(r, 4, 3), m: make([]float64, 2),
			w: make([]float64, 4)}
		for range 2 {
			p := variate.Gamma(r, 3, 3)
			s.P = append(s.P, p)
			s.Beta = append(s.Beta, s.M+r.NormFloat64()/math.Sqrt(p))
		}
		for range 4 {
			s.Lambda = append(s.Lambda, variate.Gamma(r, 2, 2))
		}
		return s, nil
	}
	return verify.Joint[line, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *line) ([]float64, error) {
			y := make([]float64, 4)
			d.Predict(s.Beta, y)
			for i := range y {
				y[i] += math.Sqrt(s.Sigma2/s.Lambda[i]) * r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[line], error) {
			return sampler.Model[line]{
				Init: prior,
				Blocks: []sampler.Block[line]{
					{Name: "beta", Update: func(r *rand.Rand, s *line) error {
						return draw(d, r, s,
							y)
					}},
					{Name: "sigma2", Update: func(r *rand.Rand, s *line) error {
						s.Sigma2 = variate.InvGamma(r, 4+2, 3+d.Squares(y, s.Lambda, s.Beta)/2)
						return nil
					}},
					{Name: "p", Update: func(r *rand.Rand, s *line) error {
						for j, b := range s.Beta {
							s.P[j] = variate.Gamma(r, 3.5, 3+(b-s.M)*(b-s.M)/2)
						}
						return nil
					}},
					{Name: "m", Update: func(r *rand.Rand, s *line) error {
						q, b := 1.0, 1.0
						for j, p := range s.P {
							q, b = q+p, b+p*s.Beta[j]
						}
						s.M = variate.Normal(r, b/q, 1/math.Sqrt(q))
						return nil
					}},
					{Name: "lambda", Update: func(r *rand.Rand, s *line) error {
						d.Predict(s.Beta, s.w)
						for i, mean := range s.w {
							s.Lambda[i] = variate.Gamma(r, 2.5,
								2+(y[i]-mean)*(y[i]-mean)/(2*s.Sigma2))
						}
						return nil
					}},
				},
				Params: []sampler.Param[line]{
					{Name: "lambda", Shape: []int{4}, Read: func(s *line, dst []float64) {
						copy(dst,
							s.Lambda)
					}},
					sampler.Scalar("m", func(s *line) float64 { return s.M }),
					{Name: "beta", Shape: []int{2}, Read: func(s *line, dst []float64) {
						copy(dst,
							s.Beta)
					}},
					{Name: "p", Shape: []int{2}, Read: func(s *line, dst []float64) {
						copy(dst,
							s.P)
					}},
					sampler.Scalar("sigma2", func(s *line) float64 { return s.Sigma2 }),
				},
				LogJoint: func(s *line) float64 {
					lp := variate.InvGammaLogProb(s.Sigma2, 4, 3) - d.Squares(y, s.Lambda,
						s.Beta)/(2*s.Sigma2) - 2*math.Log(s.Sigma2)
					lp += normalLog(s.M, 1, 1)
					for _, l := range s.Lambda {
						lp += variate.GammaLogProb(l, 2.5, 2) // log p(y | λ) adds half a log
					}
					for j, b := range s.Beta {
						lp += variate.GammaLogProb(s.P[j], 3, 3) + normalLog(b, s.M, 1/s.P[j])
					}
					return lp
				},
			}, nil
		},
	}
}

// drawLine is the update of beta; a bug changes its arguments.
func drawLine(
	change func(w, m, p, y []float64),
) func(*update.Design, *rand.Rand, *line, []float64) error {
	return func(d *update.Design, r *rand.Rand, s *line, y []float64) error {
		for i, l := range s.Lambda {
			s.w[i] = l / s.Sigma2
		}
		s.m[0], s.m[1] = s.M, s.M
		p := s.P
		if change != nil {
			p, y = append([]float64(nil), p...), append([]float64(nil), y...)
			change(s.w, s.m, p, y)
		}
		return d.Draw(r, &s.scratch, y, s.w, s.m, p, s.Beta)
	}
}

func TestDesign(t *testing.T) {
	joint := lineJoint(t, drawLine(nil))
	planted := func(name string, change func(w, m, p, y []float64)) bug[line, []float64] {
		return bug[line, []float64]{name, "beta", func(y []float64) func(*rand.Rand, *line) error {
			m, _ := lineJoint(t, drawLine(change)).Model(y)
			return m.Blocks[0].Update
		}}
	}
	kills(t, joint,
		planted("no prior mean", func(_, m, _, _ []float64) { clear(m) }),
		planted("variance for precision", func(_, _, p, _ []float64) {
			p[0], p[1] = 1/p[0],
				1/p[1]
		}),
		planted("standard deviation for variance", func(w, _, _, _ []float64) {
			for i := range w {
				w[i] = math.Sqrt(w[i])
			}
		}),
		planted("one weight for all", func(w, _, _, _ []float64) {
			w[1], w[2], w[3] = w[0], w[0],
				w[0]
		}),
		planted("an observation forgotten", func(w, _, _, _ []float64) { w[3] = 0 }),
		planted("y less the prior mean", func(_, m, _, y []float64) { y[0] -= m[0] }),
	)
	m, _ := joint.Model([]float64{1, 2, 3, 4})
	s, _ := joint.Prior(sampler.Stream("line", 1, 0))
	noAllocations(t, m, s)
}

// One precision for all equals n equal ones, a diagonal prior a full one, and no prior a vague one.
func TestDesignForms(t *testing.T) {
	d, err := update.NewDesign(lineX)
	if err != nil {
		t.Fatal(err)
	}
	y, a, b := []float64{1, 2, 2, 5}, make([]float64, 2), make([]float64, 2)
	m, s := []float64{3, 4}, update.Scratch{}
	for _, c := range [][2][3][]float64{
		{{{2}, m, {3, 5}}, {{2, 2, 2, 2}, m, {3, 0, 0, 5}}},
		{{{2}, nil, {3, 5}}, {{2}, {0, 0}, {3, 0, 0, 5}}},
		{{{2}, m, nil}, {{2}, nil, {0, 0}}},
	} {
		for k, beta := range [][]float64{a, b} {
			if err := d.Draw(sampler.Stream("forms", 1, 0), &s, y, c[k][0], c[k][1], c[k][2],
				beta); err != nil {
				t.Fatal(err)
			}
		}
		if math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1]) > 1e-12 {
			t.Errorf("%v gives %v, %v gives %v", c[0], a, c[1], b)
		}
	}
	bad := func(want string, err error) {
		t.Helper()
		if err == nil || !contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	r := sampler.Stream("refuse", 1, 0)
	bad("3 values of y", d.Draw(r, &s, y[:3], []float64{1}, nil, nil, a))
	bad("a prior precision of 3", d.Draw(r, &s, y, []float64{1}, nil, y[:3], a))
	bad("not positive definite", d.Draw(r, &s, y, []float64{nan}, nil, nil, a))
	_, err = update.NewDesign([][]float64{{1, 2}, {1}})
	bad("row 1 has 1 numbers", err)
	_, err = update.NewDesign(nil)
	bad("no rows", err)
	same, err := update.NewDesign([][]float64{{1, 2}, {2, 4}})
	if err != nil {
		t.Fatal(err)
	}
	bad("not positive definite: row 1", same.Draw(r, &s, y[:2], []float64{1}, nil, nil, a))
}
