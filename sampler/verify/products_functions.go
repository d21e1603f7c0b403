package verify

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

const (
	mostFirst  = 8 // parameters, and fields of the data, whose products are looked at
	dataMeans  = 3
	elements   = 16  // of a field of the data, of which one is chosen
	mostPairs  = 28  // all pairs of eight numbers
	pilotDraws = 200 // from the joint distribution, to standardise pairs
)

// A standard says how a test function is standardised.
type standard struct{ centre, scale float64 }

// pairUp adds products of standardised pairs to the test functions: of scalar parameters, and of
// the first element of each array. They see relations between parameters that no single parameter
// shows. A LogJoint sees such relations better.
func (f *functions) pairUp(pairs bool) {
	var scalars, arrays []int
	k := 0
	for _, p := range f.params {
		switch {
		case p.picked == nil:
		case p.size == 1:
			scalars = append(scalars, k)
			k++
		default:
			arrays = append(arrays, k)
			k += len(p.picked) + 2
		}
	}
	all := slices.Concat(scalars, arrays)
	f.first, f.standards = all[:min(mostFirst, len(all))], make([]standard, k)
	if !pairs {
		return
	}
	for _, p := range pairsOf(len(all), mostPairs) {
		a, b := all[p[0]], all[p[1]]
		f.pairs = append(f.pairs, [2]int{a, b})
		f.names = append(f.names, pairName(f.names[a], f.names[b]))
		f.square = append(f.square, false)
	}
}

// products computes the products of pairs and writes them to the end of dst.
func (f *functions) products(d *drawn, dst []float64) {
	if d.numbers == nil && f.withData > 0 {
		d.numbers, _ = numbersOf(d.data, false)
	}
	for i, p := range f.pairs {
		a, b, other := f.standards[p[0]], f.standards[p[1]], dst
		if i >= len(f.pairs)-f.withData {
			other, p[1] = d.numbers, p[1]-(len(f.standards)-len(d.numbers))
		}
		v := (dst[p[0]] - a.centre) / a.scale * ((other[p[1]] - b.centre) / b.scale)
		if math.IsNaN(v) { // zero times infinity
			v = 0
		}
		dst[len(dst)-len(f.pairs)+i] = blur(v)
	}
}

// standardise estimates medians and interquartile ranges under the joint distribution from a few
// separate draws, and then adds products with data.
func (t *tester) standardise() error {
	f := t.functions
	var values [][]float64
	var names []string
	n := len(f.standards)
	buf, dst := make([]float64, f.width), make([]float64, len(f.names))
	for i := range pilotDraws {
		d, err := t.draw(sampler.Stream("verify pilot", t.set.Seed, i))
		if err == nil {
			err = f.of(&d, buf, dst)
		}
		if err != nil {
			return err
		}
		numbers, of := numbersOf(d.data, i == pilotDraws-1)
		numbers, names = slices.Concat(dst[:n], numbers), of
		if i == 0 {
			values = numeric.Matrix[float64](len(numbers), pilotDraws)
		}
		for k, v := range numbers {
			values[k][i] = v
		}
	}
	f.standards = nil
	for _, v := range values {
		sorted := slices.Sorted(slices.Values(v))
		s := standard{sorted[pilotDraws/2], sorted[3*pilotDraws/4] - sorted[pilotDraws/4]}
		if !(s.scale > 0) || math.IsInf(s.scale, 0) || math.IsInf(s.centre, 0) {
			s = standard{0, 1}
		}
		f.standards = append(f.standards, s)
		for i := range v { // without long tails
			x := (v[i] - s.centre) / s.scale
			v[i] = x / (1 + math.Abs(x))
		}
	}
	f.pairWithData(values, names)
	return nil
}

// numbersOf are numbers of a data set that need no word from the author of a model, who may have
// forgotten a factor in a block and in LogJoint: of each field of a struct, or of all, the mean,
// the mean square, the mean square of steps from one to the next, and some numbers evenly spaced.
// Names are made only if they are wanted: they take ten times as long.
func numbersOf(data any, named bool) (all []float64, names []string) {
	v, of := reflect.Indirect(reflect.ValueOf(data)), ""
	if v.Kind() != reflect.Struct {
		if named {
			of = "the data"
		}
		return summaries(v, of, all, names)
	}
	for i := range min(mostFirst, v.NumField()) {
		if named {
			of = v.Type().Field(i).Name + " of the data"
		}
		all, names = summaries(v.Field(i), of, all, names)
	}
	return all, names
}

func summaries(v reflect.Value, of string, all []float64, names []string) ([]float64, []string) {
	var own [dataMeans + elements]float64
	from := len(all)
	all = leaves(v, all, from, 0)
	x := all[from:]
	if of != "" {
		names = append(names, "the mean of "+of, "the mean square of "+of, "the mean squared step of "+of)
	}
	for i, v := range x {
		step, n := v-x[max(0, i-1)], float64(len(x))
		own[0], own[1], own[2] = own[0]+v/n, own[1]+v*v/n, own[2]+step*step/n
	}
	for i := range elements {
		k := i * len(x) / elements
		if k < len(x) {
			own[dataMeans+i] = x[k]
		}
		if of != "" {
			names = append(names, fmt.Sprintf("number %d of %s", k+1, of))
		}
	}
	return append(all[:from], own[:]...), names
}

// leaves appends the finite numbers in v to x, which has some before.
func leaves(v reflect.Value, x []float64, before, depth int) []float64 {
	at := math.NaN()
	switch k := v.Kind(); {
	case depth > 6 || len(x)-before > 5000 || !v.IsValid():
	case v.CanFloat():
		at = v.Float()
	case v.CanInt():
		at = float64(v.Int())
	case v.CanUint():
		at = float64(v.Uint())
	case k == reflect.Pointer:
		return leaves(v.Elem(), x, before, depth+1)
	case k == reflect.Struct:
		for i := range v.NumField() {
			x = leaves(v.Field(i), x, before, depth+1)
		}
	case k == reflect.Slice || k == reflect.Array:
		for i := range v.Len() {
			x = leaves(v.Index(i), x, before, depth+1)
		}
	}
	if at-at == 0 {
		x = append(x, at)
	}
	return x
}

// pairWithData adds products of each parameter and two numbers of each field of the data: the mean
// and the element with which it goes most in some draws from the joint distribution.
func (f *functions) pairWithData(draws [][]float64, names []string) {
	from := len(draws) - len(names)
	for _, p := range f.first {
		for k, n := 0, dataMeans; k < len(names); n = dataMeans + elements - n {
			best, most := 0, 0.0
			for end := k + n; k < end; k++ {
				if r := math.Abs(stat.Correlation(draws[p], draws[from+k], nil)); r > most {
					best, most = k, r
				}
			}
			if most > 0 {
				f.pairs, f.withData = append(f.pairs, [2]int{p, from + best}), f.withData+1
				f.names = append(f.names, pairName(f.names[p], names[best]))
				f.square = append(f.square, false)
			}
		}
	}
}
