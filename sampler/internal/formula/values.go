package formula

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// extend adds the values of more rows.
func (p *Part) extend(values any) error {
	values = Several(values)
	if t := texts(values); p.Texts != nil && t != nil {
		values = t
	}
	switch v := values.(type) {
	case []string:
		if p.Texts == nil {
			break
		}
		levels := p.levels(len(p.Texts))
		for _, kind := range v {
			if !slices.Contains(levels, kind) {
				return fmt.Errorf("no row has the %s %q: give one of %q", p.Name, kind, levels)
			}
		}
		p.Texts = slices.Concat(p.Texts, v)
		return nil
	case []time.Time:
		return p.extend(Years(v))
	case []int:
		return p.extend(floats(v))
	case []float64:
		if p.Texts != nil {
			break
		}
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%q is %g, expected a finite number", p.Name, x)
			}
		}
		p.Numbers = slices.Concat(p.Numbers, v)
		return nil
	}
	return fmt.Errorf("%q is %v (%[2]T), expected %s", p.Name, values,
		map[bool]string{true: "some of its kinds, which are strings", false: "numbers"}[p.Texts != nil])
}

// Several makes a slice of one value.
func Several(value any) any {
	switch v := value.(type) {
	case string:
		return []string{v}
	case float64:
		return []float64{v}
	case int:
		return []int{v}
	case time.Time:
		return []time.Time{v}
	}
	return value
}

// texts writes numbers as texts; a missing one is "".
func texts(values any) (t []string) {
	switch v := values.(type) {
	case []string:
		return v
	case []int:
		return texts(floats(v))
	case []float64:
		for _, x := range v {
			if t = append(t, ""); x == x {
				t[len(t)-1] = fmt.Sprint(x)
			}
		}
	}
	return t
}

func floats(values []int) []float64 {
	x := make([]float64, len(values))
	for i, v := range values {
		x[i] = float64(v)
	}
	return x
}

// Years turns dates into years with a fraction: 2 July 1983 is 1983.5. The zero time is NaN, a
// missing date.
func Years(dates []time.Time) []float64 {
	years := make([]float64, len(dates))
	for i, t := range dates {
		first := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, t.Location())
		next := first.AddDate(1, 0, 0)
		years[i] = float64(t.Year()) + float64(t.Sub(first))/float64(next.Sub(first))
		if t.IsZero() {
			years[i] = math.NaN()
		}
	}
	return years
}

// smooth are the columns of a natural cubic spline, uncorrelated over the first n rows.
func (p Part) smooth(n int) (names []string, columns [][]float64, err error) {
	known := finite(p.Numbers[:n])
	different := slices.Compact(slices.Clone(known))
	if p.Curves < 2 || p.Curves > 20 || len(different) <= p.Curves {
		return nil, nil, fmt.Errorf("%q has %d different values, and %d curves were asked for: "+
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

// Columns are all columns, with their names.
func (f *Formula) Columns() (names []string, columns [][]float64, err error) {
	return f.columns(nil)
}

// More are the columns of new rows, whose fields look finds.
func (f *Formula) More(look func(name string) (any, error)) ([][]float64, error) {
	_, columns, err := f.columns(look)
	return columns, err
}

// Sum is the sum of all columns: of new rows, if there is look.
func (f *Formula) Sum(look func(name string) (any, error)) (sum []float64, err error) {
	_, columns, err := f.columns(look)
	for _, c := range columns {
		if sum == nil {
			sum = make([]float64, len(c))
		}
		if len(c) != len(sum) {
			return nil, fmt.Errorf("the offsets have %d and %d values: give one for each row",
				len(sum), len(c))
		}
		for i, v := range c {
			sum[i] += v
		}
	}
	return sum, err
}

func (f *Formula) columns(more func(string) (any, error)) (all []string, x [][]float64, err error) {
	for _, parts := range f.Terms {
		n, from := parts[0].Len(), 0
		if more != nil {
			parts, from = slices.Clone(parts), n
			for i := range parts {
				values, err := more(parts[i].Name)
				if err == nil {
					err = parts[i].extend(values)
				}
				if err != nil {
					return nil, nil, err
				}
			}
		}
		names, columns, err := Product(parts, n)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, names...)
		for _, column := range columns {
			x = append(x, column[from:])
		}
	}
	return all, x, nil
}
