package regress

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

// Groups lets coefficients vary between groups of observations: those of group g are β_j + b_gj,
//
//	b_g ~ N(0, Σ),   each standard deviation √Σ_jj ~ half-t(DF, Scale),
//
// with the prior of Huang and Wand: Σ | a ~ InvWishart(DF+q−1, 2 DF diag(1/a)), for q coefficients
// that vary, and a_j ~ InvGamma(1/2, 1/Scale_j²).
//
// The coefficients of all groups and β are drawn at once. Then the effects are moved together with
// their standard deviations and correlations, which interweaves the centred and the non-centred
// form: the sampler mixes whether the data say much about each group or little.
//
// A sweep visits each observation. Where groups are large and the errors normal, a sampler of your
// own that keeps sums by group is several times as fast: bench/nutpie/radon.go.
//
// Source: Huang & Wand, "Simple marginally noninformative prior distributions for covariance
// matrices", Bayesian Analysis 8 (2013) 439–452; for the scaling, that of update.Interweaver.
type Groups struct {
	Of    []int    // the group of each row of X, counted from 0
	Names []string // of the groups; nil shows their numbers
	Vary  []string // names of the columns whose coefficients vary, such as "intercept"
	// Scale of the half-t priors, one for all or one for each of Vary. nil is a flat prior of each
	// standard deviation, which needs at least two more groups than coefficients that vary.
	Scale []float64
	DF    float64 // of the half-t priors; 0 means 2, for which correlations are uniform
}

// setGroups checks the groups.
func (f *fit) setGroups() error {
	g := f.reg.Groups
	if g == nil {
		return nil
	}
	if len(g.Of) != len(f.x) || len(g.Vary) == 0 {
		return fmt.Errorf("regress: Groups has %d numbers in Of and %d names in Vary: give a group "+
			"for each of the %d rows, and at least one column that varies", len(g.Of), len(g.Vary),
			len(f.x))
	}
	f.groups = len(g.Names)
	for i, k := range g.Of {
		if k < 0 || g.Names != nil && k >= len(g.Names) || k > 1<<24 {
			return fmt.Errorf("regress: Groups.Of[%d] is %d, expected a number from 0 to below the "+
				"number of groups, %d", i, k, len(g.Names))
		}
		f.groups = max(f.groups, k+1)
	}
	f.of, f.members = append(f.of, g.Of...), make([][]int, f.groups)
	for i, k := range f.of {
		f.members[k] = append(f.members[k], i)
	}
	var err error
	if f.vary, err = f.columns("Groups.Vary", g.Vary); err != nil {
		return err
	}
	q := len(f.vary)
	if f.groupDF = g.DF; g.DF == 0 {
		f.groupDF = 2
	}
	if len(g.Scale) > 1 && len(g.Scale) != q || !numeric.Positive(f.groupDF) {
		return fmt.Errorf("regress: Groups has %d Scale and DF %g: give one Scale for all, or one "+
			"for each of the %d columns that vary, and a positive DF or 0", len(g.Scale), g.DF, q)
	}
	f.groupScale = make([]float64, q)
	for k := range q {
		if len(g.Scale) == 0 {
			if f.groups < q+2 {
				return fmt.Errorf("regress: %d groups are too few for a flat prior of %d standard "+
					"deviations: give Groups.Scale", f.groups, q)
			}
			break
		}
		a := g.Scale[min(k, len(g.Scale)-1)]
		if !numeric.Positive(a) {
			return errors.New("regress: Groups.Scale must be positive numbers; nil is flat")
		}
		f.groupScale[k] = 1 / (a * a)
	}
	return nil
}

// groupParams are the coefficients of the groups, and what Σ says.
func (f *fit) groupParams() []sampler.Param[State] {
	g, q := f.reg.Groups, len(f.vary)
	sd := func(s *State, k int) float64 { return norm(s.Factor[k*q : (k+1)*q]) }
	params := []sampler.Param[State]{
		{Name: "group", Shape: []int{f.groups, q}, Coords: [][]string{g.Names, g.Vary},
			Read: func(s *State, dst []float64) {
				for i := range dst {
					dst[i] = s.Beta[f.vary[i%q]] + s.Effects[i]
				}
			}},
		{Name: "sd", Shape: []int{q}, Coords: [][]string{g.Vary},
			Read: func(s *State, dst []float64) {
				for k := range dst {
					dst[k] = sd(s, k)
				}
			}},
	}
	var pairs []string
	for k := range q {
		for l := range k {
			pairs = append(pairs, g.Vary[l]+" and "+g.Vary[k])
		}
	}
	if q > 1 {
		params = append(params, sampler.Param[State]{Name: "correlation", Shape: []int{len(pairs)},
			Coords: [][]string{pairs}, Read: func(s *State, dst []float64) {
				at := 0
				for k := range q {
					for l := range k {
						dot := 0.0
						for m := range l + 1 {
							dot += s.Factor[k*q+m] * s.Factor[l*q+m]
						}
						dst[at] = dot / (sd(s, k) * sd(s, l))
						at++
					}
				}
			}})
	}
	return params
}

func norm(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}
