package regress

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// sixRows are two groups and one that has no row, with a column that does not vary.
var (
	sixRows  = [][]float64{{1, -1, 0.5}, {1, 0.5, 0}, {1, 1, -1}, {1, 2, 1}, {1, 0, 2}, {1, -0.7, 1}}
	sixNames = []string{"one", "x", "other"}
	sixPrior = Prior{Mean: []float64{1, -0.5, 0}, SD: []float64{1, 0.7, 0.8}}
	sixOf    = []int{0, 0, 0, 1, 1, 1}
)

// groupMutants break the blocks that only groups have.
var groupMutants = []verify.Mutant[State, Regression]{
	wrong("the deviation left behind", "beta", func(f *fit, r *rand.Rand, s *State) {
		factor := slices.Clone(s.Factor)
		if err := f.drawBeta(r, s, true); err != nil {
			panic(err)
		}
		copy(s.Factor, factor)
	}),
	wrong("the correlation alone", "beta", func(f *fit, r *rand.Rand, s *State) {
		if err := f.drawBeta(r, s, false); err != nil {
			panic(err)
		}
		effects := slices.Clone(s.Effects)
		f.sums(s, f.groupings[0], f.groupings)
		f.shear(r, s, f.groupings[0], 1, 0)
		copy(s.Effects, effects)
	}),
	wrong("a group too few", "covariance", func(right *fit, r *rand.Rand, s *State) {
		f, c := *right, *right.groupings[0]
		c.groups--
		if f.groupings = []*grouping{&c}; len(right.groupings) > 1 {
			f.groupings = append(f.groupings, right.groupings[1])
		}
		if err := f.drawCovariance(r, s); err != nil {
			panic(err)
		}
	}),
}

func TestGroups(t *testing.T) {
	groups := Groups{Of: sixOf, Names: []string{"a", "b", "empty"}, Vary: []string{"one", "x"},
		Scale: []float64{0.7, 1}, DF: 3}
	g := Regression{X: sixRows, Names: sixNames, Prior: sixPrior, Family: Normal{Scale: 1, DF: 3},
		Groups: &groups}
	with := func(change func(g *Groups)) func() error {
		return fails(g, func(g *Regression) {
			c := groups
			change(&c)
			g.Groups = &c
		})
	}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint:   jointOf(g, halfT3),
		Mutants: append(normalMutants(Normal{Scale: 1, DF: 3}), groupMutants...),
		Bad: map[string]func() error{
			"Groups has 2 numbers in Of": with(func(g *Groups) { g.Of = g.Of[:2] }),
			"Groups.Of[1] is 3":          with(func(g *Groups) { g.Of = []int{0, 3, 1, 1, 1, 1} }),
			`names the column "y"`:       with(func(g *Groups) { g.Vary = []string{"y"} }),
			"3 Scale":                    with(func(g *Groups) { g.Scale = []float64{1, 2, 3} }),
			"too few":                    with(func(g *Groups) { g.Scale = nil }),
		},
		Settings: quick,
	})
}

func TestShrink(t *testing.T) {
	prior := Prior{SD: []float64{2}, Shrink: []string{"x", "other"}, ShrinkScale: 0.5}
	g := Regression{X: sixRows, Names: sixNames, Prior: prior, Family: Normal{Scale: 1, DF: 3}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, halfT3),
		Mutants: append(normalMutants(Normal{Scale: 1, DF: 3}),
			wrong("fixed precision", "beta", func(f *fit, r *rand.Rand, s *State) {
				copy(s.precision, f.base)
				if f.design.Draw(r, &s.scratch, s.z, s.w, f.mean, s.precision, s.Beta) != nil {
					panic("no draw")
				}
			}),
			wrong("tau left behind", "rescale", func(f *fit, r *rand.Rand, s *State) {
				tau2 := s.Shrink.Tau2
				f.rescale(r, s)
				for k := range s.Shrink.Precision {
					s.Shrink.Precision[k] *= s.Shrink.Tau2 / tau2
				}
				s.Shrink.Tau2 = tau2
			}),
			wrong("twice the scale", "shrink", func(right *fit, r *rand.Rand, s *State) {
				f := *right
				f.shrinkScale *= 2
				f.drawShrink(r, s)
			}),
		),
		Bad: map[string]func() error{
			`names the column "z"`: fails(g, func(g *Regression) { g.Prior.Shrink = []string{"z"} }),
			"twice": fails(g, func(g *Regression) {
				g.Prior.Shrink = []string{"x", "x"}
			}),
			"ShrinkScale is -1": fails(g, func(g *Regression) { g.Prior.ShrinkScale = -1 }),
		},
		Settings: quick,
	})
}

func TestMissing(t *testing.T) {
	turns.Long(t)
	x := [][]float64{{1, -1}, {1, nan}, {1, 1}, {1, 2}, {1, nan}, {1, 0}, {1, -2}}
	g := Regression{X: x, Names: twoNames, Prior: proper, Family: Normal{Scale: 1, DF: 3},
		Missing: &Missing{SD: 1, Scale: 1}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint:   jointOf(g, halfT3),
		Mutants: append(normalMutants(Normal{Scale: 1, DF: 3}), missingMutants...),
		Bad: map[string]func() error{
			"X[1][1] is NaN": fails(g, func(g *Regression) { g.Missing = nil }),
			"SD -1":          fails(g, func(g *Regression) { g.Missing = &Missing{SD: -1} }),
			"column x of X has 2 values": fails(g, func(g *Regression) {
				g.X, g.Y = x[:3], []float64{1, 2, 3}
			}),
			"each column": fails(g, func(g *Regression) {
				g.X = [][]float64{{nan, 1}, {1, nan}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}}
			}),
		},
		Settings: quick,
	})
}

var missingMutants = []verify.Mutant[State, Regression]{
	wrong("y ignored", "missing", func(f *fit, r *rand.Rand, s *State) {
		w := s.w
		s.w = make([]float64, len(w))
		f.drawMissing(r, s)
		s.w = w
	}),
	wrong("another mean", "columns", func(f *fit, r *rand.Rand, s *State) {
		for i := 1; i < len(s.x); i += f.p {
			s.x[i]++
		}
		if err := f.drawColumns(r, s); err != nil {
			panic(err)
		}
		for i := 1; i < len(s.x); i += f.p {
			s.x[i]--
		}
	}),
}

// A missing value of a column whose coefficient varies has the slope of its group.
func TestMissingInGroups(t *testing.T) {
	x := [][]float64{{1, -1, 0.5}, {1, nan, 0}, {1, 1, nan}, {1, 2, 1}, {1, 0, 2}, {1, nan, nan},
		{1, 1, 0}, {1, 3, 2}}
	g := Regression{X: x, Names: sixNames, Prior: sixPrior, Family: Probit{},
		Groups:  &Groups{Of: []int{0, 1, 0, 1, 0, 1, 0, 1}, Vary: []string{"x"}, Scale: []float64{1}},
		Missing: &Missing{SD: 1, Scale: 1}}
	right := jointOf(g, func(*rand.Rand, *State) {})
	broken := right
	broken.Model = wrong("slope of all", "missing", func(f *fit, r *rand.Rand, s *State) {
		effects := s.Effects
		s.Effects = make([]float64, len(effects))
		f.drawMissing(r, s)
		s.Effects = effects
	}).Model
	for i, joint := range []verify.Joint[State, Regression]{right, broken} {
		report, err := verify.Blocks(joint, quick)
		if err != nil {
			t.Fatal(err)
		}
		if want := [][]string{nil, {"missing"}}[i]; !slices.Equal(report.WrongBlocks(), want) {
			t.Errorf("wrong blocks %q, expected %q:\n%s", report.WrongBlocks(), want, report)
		}
	}
}
