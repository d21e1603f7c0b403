package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/variate"
)

// checkTies refuses values of y so many of which are equal that σ would be 0 with these degrees of
// freedom. It looks for coefficients that reach the value that is there most often, then for those
// that reach the rows that are there most often, and adds the rows that it can. It leaves out what
// would take seconds.
func (f *fit) checkTies(df, scale float64) error {
	values, same, d := map[float64]int{}, map[string]int{}, f.p
	for _, c := range f.groupings {
		d += c.groups * len(c.vary)
	}
	var rows []int
	for i, x := range f.x {
		if !math.IsNaN(f.y[i]) && !slices.ContainsFunc(x, math.IsNaN) {
			rows = append(rows, i)
			values[f.y[i]]++
		}
	}
	n := len(rows)
	if len(values) == n || float64(n)*float64(d)*float64(d) > 1e8 {
		return nil
	}
	keys := make([]string, len(f.x))
	for _, i := range rows {
		groups := make([]int32, len(f.groupings))
		for g, c := range f.groupings {
			groups[g] = c.of[i]
		}
		keys[i] = fmt.Sprint(f.y[i], f.x[i], groups)
		same[keys[i]]++
	}
	for _, often := range []func(i int) int{func(i int) int { return values[f.y[i]] },
		func(i int) int { return same[keys[i]] }} {
		slices.SortStableFunc(rows, func(a, b int) int { return often(b) - often(a) })
		reached, rank := f.reachRows(rows, d)
		spare := float64(reached - rank)
		if scale > 0 {
			spare--
		}
		if least := spare / float64(n-reached); spare > 0 && least >= df {
			return fmt.Errorf("regress: some coefficients fit %d of %d values of y exactly (many are "+
				"equal), so sigma may be 0 and has no posterior unless DF is above %.3g: give a "+
				"larger Student{DF: ...}, or Normal{}", reached, n, least)
		}
	}
	return nil
}

// reachRows counts the rows that coefficients reach if they must reach the first ones, in this
// order, and the rank of the d columns and effects of groups there.
func (f *fit) reachRows(rows []int, d int) (reached, rank int) {
	var found [][]float64 // directions of d numbers, and y there
	row := make([]float64, d+1)
	for _, i := range rows {
		clear(row)
		copy(row, f.x[i])
		for _, c := range f.groupings {
			for k, j := range c.vary {
				row[f.p+c.effects+int(c.of[i])*len(c.vary)+k] = f.x[i][j]
			}
		}
		row[d] = f.y[i]
		x, size := row[:d], floats.Norm(row[:d], 2)
		for range 2 {
			for _, e := range found {
				floats.AddScaled(row, -floats.Dot(e[:d], x), e)
			}
		}
		switch norm := floats.Norm(x, 2); {
		case norm > 1e-9*size:
			floats.Scale(1/norm, row)
			found = append(found, slices.Clone(row))
			reached++
		case math.Abs(row[d]) <= 1e-9*f.spread:
			reached++
		}
	}
	return reached, len(found)
}

// checkProper refuses flat priors of what the data do not determine.
func (f *fit) checkProper() error {
	flat := f.flat()
	if err := f.checkColumns(flat, "give Prior.SD"); err != nil {
		return err
	}
	if err := f.checkSeparation(flat); err != nil {
		return err
	}
	return f.checkSigma()
}

// flat lists the columns with a flat prior.
func (f *fit) flat() (flat []int) {
	for j, precision := range f.base {
		if precision == 0 {
			flat = append(flat, j)
		}
	}
	return flat
}

// checkColumns refuses columns that depend on each other, in rows that are complete.
func (f *fit) checkColumns(columns []int, advice string) error {
	d := len(columns)
	gram := make([]float64, d*d)
	for i, row := range f.x {
		if math.IsNaN(f.y[i]) || slices.ContainsFunc(row, math.IsNaN) {
			continue
		}
		for a, j := range columns {
			for b, k := range columns {
				gram[a*d+b] += row[j] * row[k]
			}
		}
	}
	diagonal := make([]float64, d)
	for a := range d {
		diagonal[a] = math.Sqrt(gram[a*d+a])
	}
	for a, j := range columns {
		for b := range d {
			gram[a*d+b] /= diagonal[a] * diagonal[b]
		}
		// The part of the column that those before it do not explain.
		head := make([]float64, 0, (a+1)*(a+1))
		for b := range a + 1 {
			head = append(head, gram[b*d:b*d+a+1]...)
		}
		if variate.Cholesky(head, head) != nil || !(head[len(head)-1] > 1e-6) {
			return fmt.Errorf("regress: column %s of X is a sum of multiples of the columns before "+
				"it, to six digits, or zero, and has a flat prior: leave it out, or its mean if that is "+
				"large (centre(x) in a formula), or %s", f.name(j), advice)
		}
	}
	return nil
}
