// Package familytest tests a family of mixture components in one call. A package that adds a
// [mixture.Family] describes it once, as a [Case], and calls [Run] in a test:
//
//	func TestFamily(t *testing.T) {
//		familytest.Run(t, familytest.Case[int]{Data: data, Family: family, Observe: observe})
//	}
//
// Run checks what every family promises:
//
//   - the statistics of a component do not depend on the order of its observations, Remove undoes
//     Add, and Merge gives the same statistics as adding one observation after another;
//   - LogPredictive and LogMarginal of a conjugate family agree;
//   - under every sampler that takes the family, a sweep allocates no memory, the same seed gives
//     the same draws, and a stopped run resumes bit for bit;
//   - every block of these samplers leaves the joint distribution of partition, parameters and data
//     invariant ([verify.Blocks]). This finds a Draw, LogLikelihood, LogPredictive, LogMarginal or
//     DrawBase that disagrees with the prior and with Observe.
package familytest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// A Case is a family together with everything its tests need. X is an observation.
type Case[X any] struct {
	// Data are observations, preferably different. Every data set of the test has this many. Give
	// about six: few enough for the partition to change all the time.
	Data []X
	// Family binds the prior to data.
	Family func(x []X) (mixture.Family, error)
	// Observe draws observation i given the parameters of its component, as Family.Draw leaves
	// them.
	Observe func(r *rand.Rand, theta []float64, i int) X
	// Number computes a number from an observation, such as the observation itself. The tests
	// compare it with the parameter theta[Param], to which it should be close. Optional, but the
	// tests see more with it.
	Number func(x X) float64
	Param  int
	// Settings say how hard [verify.Blocks] looks. Here 0 Replications mean 700.
	Settings verify.Settings
}

// A Sampler makes a model for a family.
type Sampler struct {
	Name  string
	Model func(f mixture.Family) (sampler.Model[mixture.State], error)
}

// Samplers lists the samplers that take this partition and family. A family that is not conjugate
// has Neal8 and Explicit. Explicit and Collapsed need a Finite partition. The others refuse a
// Finite whose components differ in Gamma.
func Samplers(p mixture.Partition, f mixture.Family) []Sampler {
	var list []Sampler
	add := func(name string, model func(f mixture.Family) (sampler.Model[mixture.State], error)) {
		list = append(list, Sampler{name, model})
	}
	collapsed := func(name string,
		model func(f mixture.Conjugate) (sampler.Model[mixture.State], error)) {
		if _, ok := f.(mixture.Conjugate); ok {
			add(name, func(f mixture.Family) (sampler.Model[mixture.State], error) {
				return model(f.(mixture.Conjugate))
			})
		}
	}
	finite, isFinite := p.(mixture.Finite)
	if !isFinite || len(finite.Gamma) < 2 {
		collapsed("Neal3", func(f mixture.Conjugate) (sampler.Model[mixture.State], error) {
			return mixture.Neal3(p, f)
		})
		add("Neal8", func(f mixture.Family) (sampler.Model[mixture.State], error) {
			return mixture.Neal8(p, f, 2)
		})
		collapsed("SplitMerge", func(f mixture.Conjugate) (sampler.Model[mixture.State], error) {
			return mixture.SplitMerge(p, f, mixture.SplitMergeSettings{Proposals: 3})
		})
		collapsed("SplitMerge of Jain & Neal",
			func(f mixture.Conjugate) (sampler.Model[mixture.State], error) {
				return mixture.SplitMerge(p, f, mixture.SplitMergeSettings{Proposals: 3, Scans: 1})
			})
	}
	if isFinite {
		add("Explicit", func(f mixture.Family) (sampler.Model[mixture.State], error) {
			return mixture.Explicit(finite, f)
		})
		collapsed("Collapsed", func(f mixture.Conjugate) (sampler.Model[mixture.State], error) {
			return mixture.Collapsed(finite, f)
		})
	}
	return list
}

// Run runs all checks of the case, each as a subtest: the statistics; the samplers with a Dirichlet
// process of unknown concentration; the samplers with three components of different concentrations.
func Run[X any](t *testing.T, c Case[X]) {
	t.Helper()
	f, err := c.bind()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("statistics", func(t *testing.T) {
		if err := c.statistics(f); err != nil {
			t.Error(err)
		}
	})
	dp := mixture.DP{Shape: 3, Rate: 2}
	three := mixture.Finite{K: 3, Gamma: []float64{0.3, 1.5, 0.8}}
	for _, s := range append(Samplers(dp, f), Samplers(three, f)...) {
		t.Run(s.Name, func(t *testing.T) {
			m, err := s.Model(f)
			if err != nil {
				t.Fatal(err)
			}
			modeltest.Engine(t, m)
			t.Run("blocks", func(t *testing.T) {
				if err := Blocks(c, s); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// bind checks the case, and binds the family to its data.
func (c Case[X]) bind() (mixture.Family, error) {
	if len(c.Data) < 3 || c.Family == nil || c.Observe == nil {
		return nil, errors.New("familytest: the case needs Data of at least three observations, " +
			"Family and Observe")
	}
	f, err := c.Family(c.Data)
	if err == nil && f == nil {
		err = errors.New("familytest: Family gives neither a family nor an error")
	}
	return f, err
}
