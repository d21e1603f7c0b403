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
