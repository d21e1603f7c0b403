package verify

import (
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

const (
	mostPairs  = 28  // all pairs of eight numbers
	pilotDraws = 200 // from the joint distribution, to standardise pairs
)

// A standard says how a test function is standardised.
type standard struct{ centre, scale float64 }

// pairUp adds products of standardised pairs to the test functions: of scalar parameters, and of
// the first element of each array. They see relations between parameters that no single parameter
// shows. It is called for models without LogJoint, which sees such relations better.
func (f *functions) pairUp() {
	var scalars, arrays []int
	k := 0
	for _, p := range f.params {
		if p.size == 1 {
			scalars = append(scalars, k)
			k++
			continue
		}
		arrays = append(arrays, k)
		k += len(p.picked) + 2
	}
	all := slices.Concat(scalars, arrays)
	for _, p := range pairsOf(len(all), mostPairs) {
		a, b := all[p[0]], all[p[1]]
		f.pairs = append(f.pairs, [2]int{a, b})
		f.names = append(f.names, pairName(f.names[a], f.names[b]))
		f.square = append(f.square, false)
	}
	f.standards = make([]standard, k)
	for i := range f.standards {
		f.standards[i].scale = 1
	}
}

// products computes the products of pairs and writes them to the end of dst.
func (f *functions) products(dst []float64) {
	for i, p := range f.pairs {
		a, b := f.standards[p[0]], f.standards[p[1]]
		v := (dst[p[0]] - a.centre) / a.scale * ((dst[p[1]] - b.centre) / b.scale)
		if math.IsNaN(v) { // zero times infinity
			v = 0
		}
		dst[len(dst)-len(f.pairs)+i] = blur(v)
	}
}

// standardise estimates medians and interquartile ranges under the joint distribution from a few
// separate draws.
func (t *tester) standardise() error {
	f := t.functions
	if len(f.pairs) == 0 {
		return nil
	}
	values := numeric.Matrix[float64](len(f.standards), pilotDraws)
	buf, dst := make([]float64, f.width), make([]float64, len(f.names))
	for i := range pilotDraws {
		d, err := t.draw(sampler.Stream("verify pilot", t.set.Seed, i))
		if err == nil {
			err = f.of(&d, buf, dst)
		}
		if err != nil {
			return err
		}
		for k := range values {
			values[k][i] = dst[k]
		}
	}
	for k, v := range values {
		slices.Sort(v)
		s := standard{v[pilotDraws/2], v[3*pilotDraws/4] - v[pilotDraws/4]}
		if s.scale > 0 && !math.IsInf(s.scale, 0) && !math.IsInf(s.centre, 0) {
			f.standards[k] = s
		}
	}
	return nil
}
