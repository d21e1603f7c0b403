package lda

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// A part is one field of a term, with what made its columns. All fields are plain data, because the
// covariates belong to the fingerprint of a run.
type part struct {
	Kind, Name string // number, factor, steps or smooth
	Texts      []string
	Numbers    []float64
	Cuts       []float64
	Curves     int
}

func (p part) len() int { return max(len(p.Texts), len(p.Numbers)) }

// append adds the value of one more document.
func (p *part) append(value any) error {
	switch v := value.(type) {
	case string:
		if p.Texts == nil {
			break
		}
		if !slices.Contains(p.Texts, v) {
			return fmt.Errorf("no document has the %s %q: give one of %q", p.Name, v, p.levels(len(p.Texts)))
		}
		p.Texts = append(slices.Clip(p.Texts), v)
		return nil
	case time.Time:
		return p.append(Years([]time.Time{v})[0])
	case int:
		return p.append(float64(v))
	case float64:
		if p.Texts != nil {
			break
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%q is %g, expected a finite number", p.Name, v)
		}
		p.Numbers = append(slices.Clip(p.Numbers), v)
		return nil
	}
	return fmt.Errorf("the value of %q is %v (%[2]T), expected %s", p.Name, value,
		map[bool]string{true: "one of its kinds, a string", false: "a number"}[p.Texts != nil])
}

// columns makes the columns of all values. What is estimated, such as a mean, comes from the first
// n.
func (p part) columns(n int) (names []string, columns [][]float64, err error) {
	switch p.Kind {
	case "number":
		return []string{p.Name}, [][]float64{standardised(p.Numbers, n, 1)}, nil
	case "factor":
		return p.factor(n)
	case "steps":
		return p.steps(n)
	}
	return p.smooth(n)
}

func (p part) levels(n int) []string {
	levels := slices.Compact(slices.Sorted(slices.Values(p.Texts[:n])))
	if len(levels) > 0 && levels[0] == "" {
		levels = levels[1:]
	}
	return levels
}

func (p part) factor(n int) (names []string, columns [][]float64, err error) {
	levels := p.levels(n)
	if len(levels) < 2 {
		return nil, nil, fmt.Errorf("Factor: %q has the kinds %q, expected two or more different ones",
			p.Name, levels)
	}
	for _, level := range levels[1:] {
		column := make([]float64, len(p.Texts))
		for d, kind := range p.Texts {
			switch kind {
			case level:
				column[d] = 1
			case "":
				column[d] = math.NaN()
			}
		}
		names, columns = append(names, p.Name+"="+level), append(columns, column)
	}
	return names, columns, nil
}

func (p part) steps(n int) (names []string, columns [][]float64, err error) {
	cuts := p.Cuts
	if cuts == nil {
		for _, v := range finite(p.Numbers[:n]) {
			cuts = append(cuts, math.Floor(v))
		}
		cuts = slices.Compact(cuts)
		if len(cuts) > 0 {
			cuts = cuts[1:]
		}
		if len(cuts) > 100 {
			return nil, nil, fmt.Errorf("Steps: %q would have %d steps, one at each whole number: give "+
				"cuts, or use Smooth", p.Name, len(cuts))
		}
	}
	if len(cuts) == 0 {
		return nil, nil, fmt.Errorf("Steps: %q has no step: give cuts between its values", p.Name)
	}
	for _, cut := range cuts {
		column := make([]float64, len(p.Numbers))
		for d, v := range p.Numbers {
			switch {
			case math.IsNaN(v):
				column[d] = v
			case v >= cut:
				column[d] = 1
			}
		}
		names = append(names, p.Name+"≥"+strconv.FormatFloat(cut, 'g', -1, 64))
		columns = append(columns, column)
	}
	return names, columns, nil
}

// finite are the finite values in increasing order.
func finite(values []float64) []float64 {
	return slices.DeleteFunc(slices.Sorted(slices.Values(values)),
		func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

func (p part) smooth(n int) (names []string, columns [][]float64, err error) {
	known := finite(p.Numbers[:n])
	different := slices.Compact(slices.Clone(known))
	if p.Curves < 2 || p.Curves > 20 || len(different) <= p.Curves {
		return nil, nil, fmt.Errorf("Smooth: %q has %d different values, and %d curves were asked for: "+
			"give 2 to 20 curves, and fewer than there are different values", p.Name, len(different),
			p.Curves)
	}
	knots := quantiles(known, p.Curves+1)
	if len(knots) <= p.Curves { // many equal values
		knots = quantiles(different, p.Curves+1)
	}
	for j := range p.Curves {
		column := make([]float64, len(p.Numbers))
		for d, v := range p.Numbers {
			column[d] = naturalSpline(knots, j, v)
		}
		for _, before := range columns { // uncorrelated with the columns before
			b, square := 0.0, 0.0
			column = standardised(column, n, 1)
			for d, x := range column[:n] {
				if x == x {
					b += x * before[d]
					square += before[d] * before[d]
				}
			}
			for d := range column {
				column[d] -= b / square * before[d]
			}
		}
		names = append(names, fmt.Sprintf("%s curve %d", p.Name, j+1))
		columns = append(columns, standardised(column, n, 1/float64(j+1)))
	}
	return names, columns, nil
}

// naturalSpline is function j of the basis: the straight line, then the others.
func naturalSpline(knots []float64, j int, x float64) float64 {
	last := len(knots) - 1
	from, width := knots[0], knots[last]-knots[0]
	if j == 0 {
		return (x - from) / width
	}
	cube := func(k int) float64 {
		u := math.Max(0, x-knots[k]) / width
		return u * u * u
	}
	d := func(k int) float64 { return (cube(k) - cube(last)) / ((knots[last] - knots[k]) / width) }
	return d(j-1) - d(last-1)
}

// quantiles are n of the values at equal distances in their order; equal ones count once.
func quantiles(ordered []float64, n int) []float64 {
	var at []float64
	for i := range n {
		at = append(at, ordered[i*(len(ordered)-1)/(n-1)])
	}
	return slices.Compact(at)
}

// standardised returns the values with mean 0 and the given standard deviation over the first n.
// NaN stays.
func standardised(values []float64, n int, sd float64) []float64 {
	mean, square, known := 0.0, 0.0, 0.0
	for _, v := range values[:n] {
		if v == v {
			known++
			mean += (v - mean) / known
		}
	}
	for _, v := range values[:n] {
		if v == v {
			square += (v - mean) * (v - mean) / known
		}
	}
	x := make([]float64, len(values))
	for i, v := range values {
		if x[i] = v - mean; square > 0 {
			x[i] *= sd / math.Sqrt(square)
		}
	}
	return x
}

// product makes the products of the columns of some parts, each column of one with each of the
// next.
func product(parts []part, n int) (names []string, columns [][]float64, err error) {
	for i, p := range parts {
		if p.len() != parts[0].len() {
			return nil, nil, fmt.Errorf("%q has %d values and %q %d: give one for each document",
				parts[0].Name, parts[0].len(), p.Name, p.len())
		}
		more, x, err := p.columns(n)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			names, columns = more, x
			continue
		}
		var crossed []string
		var products [][]float64
		for a, left := range columns {
			for b, right := range x {
				column := slices.Clone(left)
				for d := range column {
					column[d] *= right[d]
				}
				crossed, products = append(crossed, names[a]+" × "+more[b]), append(products, column)
			}
		}
		names, columns = crossed, products
	}
	return names, columns, nil
}
