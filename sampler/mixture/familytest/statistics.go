package familytest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/mixture"
)

// statistics checks Clear, Add, Remove and Merge, and LogPredictive against LogMarginal.
func (c Case[X]) statistics(f mixture.Family) error {
	size := f.Size()
	if size.N != len(c.Data) {
		return fmt.Errorf("familytest: Size.N is %d, expected %d, the number of observations",
			size.N, len(c.Data))
	}
	p := newProbe(f)
	all := numeric.Indices(size.N)
	want := p.of(p.count(all))
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	errs := []error{differ("Add in reverse order", p.of(p.count(backwards)), want)}
	for i := range all {
		others := slices.Delete(slices.Clone(all), i, i+1)
		if s := p.count(all); f.Remove(s, i) { // false is allowed: the sampler recounts
			errs = append(errs, differ(fmt.Sprintf("Remove of observation %d", i), p.of(s),
				p.of(p.count(others))))
		}
	}
	if m, ok := f.(mixture.Merger); ok {
		errs = append(errs, p.merge(m, all, want))
	}
	if conjugate, ok := f.(mixture.Conjugate); ok {
		errs = append(errs, differ("LogMarginal of no observation",
			[]float64{conjugate.LogMarginal(p.count(nil))}, []float64{0}))
		for i := range all {
			others := slices.Delete(slices.Clone(all), i, i+1)
			errs = append(errs, p.marginal(conjugate, i, others))
		}
	}
	return errors.Join(errs...)
}

// probe turns statistics into numbers that can be compared.
type probe struct {
	f     mixture.Family
	base  []float64
	start []float64 // parameters from the prior
}

func newProbe(f mixture.Family) probe {
	r := sampler.Stream("familytest", 1, 0)
	size := f.Size()
	p := probe{f: f, base: make([]float64, size.Base), start: make([]float64, size.Theta)}
	if h, ok := f.(mixture.Hierarchical); ok {
		h.DrawBase(r, p.base, nil, nil)
	}
	f.Draw(r, p.base, p.count(nil), p.start)
	return p
}

// count makes the statistics of these observations.
func (p probe) count(observations []int) []float64 {
	s := make([]float64, p.f.Size().Stats)
	p.f.Clear(s)
	for _, i := range observations {
		p.f.Add(s, i)
	}
	return s
}

// of summarises the statistics: parameters drawn with the same random numbers, and the log marginal
// density.
func (p probe) of(stats []float64) []float64 {
	theta := slices.Clone(p.start)
	p.f.Draw(rand.New(rand.NewPCG(1, 2)), p.base, stats, theta)
	if c, ok := p.f.(mixture.Conjugate); ok {
		theta = append(theta, c.LogMarginal(stats))
	}
	return theta
}

// merge compares the merger of two halves with all observations.
func (p probe) merge(m mixture.Merger, all []int, want []float64) error {
	var halves [2][]int
	for _, i := range all {
		halves[i%2] = append(halves[i%2], i)
	}
	one, two, both := p.count(halves[0]), p.count(halves[1]), p.count(nil)
	before := [][]float64{slices.Clone(one), slices.Clone(two)}
	if !m.Merge(one, two, both) {
		return nil // allowed: the sampler adds one by one
	}
	if !slices.Equal(one, before[0]) || !slices.Equal(two, before[1]) {
		return errors.New("familytest: Merge changes the statistics that it merges")
	}
	return differ("Merge", p.of(both), want)
}

// marginal compares the log marginal density with and without observation i with its predictive
// density. They may differ by a number that depends on i alone.
func (p probe) marginal(c mixture.Conjugate, i int, others []int) error {
	constant := func(rest []int) float64 {
		with, without := p.count(append(slices.Clone(rest), i)), p.count(rest)
		return c.LogMarginal(with) - c.LogMarginal(without) - c.LogPredictive(without, i)
	}
	return differ(fmt.Sprintf("LogMarginal less LogPredictive of observation %d", i),
		[]float64{constant(others)}, []float64{constant(nil)})
}

// differ is an error unless the numbers agree up to rounding.
func differ(what string, got, want []float64) error {
	for k := range got {
		if !(math.Abs(got[k]-want[k]) <= 1e-7*(1+math.Abs(want[k]))) {
			return fmt.Errorf("familytest: %s gives %v, expected %v", what, got, want)
		}
	}
	return nil
}
