package formula

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Part is one field of a term, with what made its columns. All fields are plain data, because
// covariates belong to the fingerprint of a run.
type Part struct {
	Kind, Name string // number (standardised), plain, log, centre, scale, factor, steps or smooth
	Baseline   string // of a factor; "" is the first kind in alphabetical order
	Full       bool   // a factor has a column for each kind, and no baseline
	Texts      []string
	Numbers    []float64
	Cuts       []float64
	Curves     int
}

// Len is the number of rows.
func (p Part) Len() int { return max(len(p.Texts), len(p.Numbers)) }

func (p Part) same(other Part) bool {
	return p.Kind == other.Kind && p.Name == other.Name && p.Baseline == other.Baseline &&
		p.Curves == other.Curves && slices.Equal(p.Cuts, other.Cuts)
}

// columns makes the columns of all values. What is estimated, such as a mean, comes from the first
// n.
func (p Part) columns(n int) (names []string, columns [][]float64, err error) {
	switch p.Kind {
	case "number", "plain", "centre", "scale", "log":
		return p.number(n)
	case "factor":
		return p.factor(n)
	case "steps":
		return p.steps(n)
	}
	return p.smooth(n)
}

func (p Part) levels(n int) []string {
	levels := slices.Compact(slices.Sorted(slices.Values(p.Texts[:n])))
	if len(levels) > 0 && levels[0] == "" {
		levels = levels[1:]
	}
	return levels
}

// number is the column of a number, or of a function of it.
func (p Part) number(n int) (names []string, columns [][]float64, err error) {
	name, x := p.Name, slices.Clone(p.Numbers)
	switch p.Kind {
	case "number":
		x = standardised(x, n, 1)
	case "scale":
		name, x = "scale("+name+")", standardised(x, n, 1)
	case "centre":
		from := mean(x[:n])
		if len(p.Cuts) == 1 {
			from = p.Cuts[0]
		}
		name += fmt.Sprintf("%+.4g", -from)
		for i := range x {
			x[i] -= from
		}
	case "log":
		name = "log(" + name + ")"
		for i, v := range x {
			if v <= 0 {
				return nil, nil, fmt.Errorf("%s: row %d (from 0) has %g, and only a positive number has a "+
					"logarithm", name, i, v)
			}
			x[i] = math.Log(v)
		}
	}
	return []string{name}, [][]float64{x}, nil
}

func (p Part) factor(n int) (names []string, columns [][]float64, err error) {
	levels := p.levels(n)
	if len(levels) < 2 {
		return nil, nil, fmt.Errorf("%q has the kinds %q, expected two or more different ones",
			p.Name, levels)
	}
	for i, level := range levels[1:] {
		for _, other := range levels[:i+1] {
			if strings.EqualFold(strings.TrimSpace(level), strings.TrimSpace(other)) {
				return nil, nil, fmt.Errorf("%q has the kinds %q and %q: write them in one way", p.Name, other,
					level)
			}
		}
	}
	baseline := cmp.Or(p.Baseline, levels[0])
	if !slices.Contains(levels, baseline) {
		return nil, nil, fmt.Errorf("no row has the %s %q: give one of %q", p.Name, baseline, levels)
	}
	for _, level := range levels {
		if level == baseline && !p.Full {
			continue
		}
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

func (p Part) steps(n int) (names []string, columns [][]float64, err error) {
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
			return nil, nil, fmt.Errorf("%q would have %d steps, one at each whole number: give "+
				"cuts, or a smooth curve", p.Name, len(cuts))
		}
	}
	if len(cuts) == 0 {
		return nil, nil, fmt.Errorf("%q has no step: give cuts between its values", p.Name)
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

// standardised returns the values with mean 0 and the given standard deviation over the first n.
// NaN stays.
func standardised(values []float64, n int, sd float64) []float64 {
	mean, square, known := mean(values[:n]), 0.0, 0.0
	for _, v := range values[:n] {
		if v == v {
			known++
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

// mean is that of what is not missing.
func mean(values []float64) float64 {
	mean, known := 0.0, 0.0
	for _, v := range values {
		if v == v {
			known++
			mean += (v - mean) / known
		}
	}
	return mean
}

// Product makes the products of the columns of some parts, each column of one with each of the
// next.
func Product(parts []Part, n int) (names []string, columns [][]float64, err error) {
	for i, p := range parts {
		if p.Len() != parts[0].Len() {
			return nil, nil, fmt.Errorf("%q has %d values and %q %d: give one for each row",
				parts[0].Name, parts[0].Len(), p.Name, p.Len())
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
