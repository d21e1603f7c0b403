package regress

import (
	"errors"
	"fmt"
	"slices"

	"gibbslab/sampler/update"
)

// check checks all but the prior.
func (g Multinomial) check() error {
	y := make([]float64, len(g.Y))
	if err := (Regression{X: g.X, Names: g.Names, Y: y}).checkData(); err != nil {
		return err
	}
	if len(g.Categories) < 2 {
		return fmt.Errorf("regress: Multinomial has %d Categories: give the names of at least "+
			"two, the reference first", len(g.Categories))
	}
	for k, name := range g.Categories {
		if slices.Index(g.Categories, name) < k {
			return fmt.Errorf("regress: two Categories are called %q: give each a name of its own", name)
		}
	}
	for i, k := range g.Y {
		if k < 0 || k >= len(g.Categories) {
			return fmt.Errorf("regress: Y[%d] is %d, expected the position of one of the %d "+
				"Categories, which count from 0", i, k, len(g.Categories))
		}
	}
	return nil
}

// fit checks the regression and makes the parts.
func (g Multinomial) fit() (*multinomial, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	m := &multinomial{n: len(g.X), p: len(g.X[0]), k: len(g.Categories), y: slices.Clone(g.Y)}
	f := &fit{reg: Regression{Names: g.Names, Prior: g.Prior}, family: Logit{}, x: sideBySide(g.X),
		y: make([]float64, m.n), p: m.p}
	if len(g.Prior.Shrink) > 0 {
		return nil, errors.New("regress: Multinomial has no Prior.Shrink: leave it out")
	}
	err := f.setPrior()
	if err == nil {
		err = f.checkColumns(f.flat(), "give Prior.SD")
	}
	if err == nil {
		err = g.checkSeparation(f)
	}
	if err == nil {
		f.design, err = update.NewDesign(f.x)
	}
	if err != nil {
		return nil, err
	}
	for k := 1; k < m.k; k++ {
		part := *f
		part.y = make([]float64, m.n)
		for i, y := range g.Y {
			if y == k {
				part.y[i] = 1
			}
		}
		m.parts = append(m.parts, &part)
	}
	return m, m.approximate()
}

// checkSeparation refuses categories that columns with flat priors separate: directions d_k, with 0
// for the reference, along which no category gains on the one that was observed. These are the
// separating directions of a logistic regression with a row for each other category. Source: Albert
// & Anderson: see [fit.checkSeparation].
func (g Multinomial) checkSeparation(f *fit) error {
	flat := f.flat()
	if len(flat) == 0 {
		return nil
	}
	for k, name := range g.Categories {
		if !slices.Contains(g.Y, k) {
			return fmt.Errorf("regress: no row of Y is of the category %q, and its coefficients "+
				"have a flat prior: leave the category out, or give Prior.SD", name)
		}
	}
	others, q := len(g.Categories)-1, len(flat)
	row := make([]float64, others*q)
	s := separation{side: slices.Repeat([]float64{1}, len(g.X)*others)}
	s.row = func(i int) []float64 {
		clear(row)
		y, other := g.Y[i/others], i%others
		if other >= y {
			other++
		}
		for a, j := range flat {
			v := f.x[i/others][j]
			if y > 0 {
				row[(y-1)*q+a] = v
			}
			if other > 0 {
				row[(other-1)*q+a] = -v
			}
		}
		return row
	}
	var names []string
	for a, in := range s.direction(len(row)) {
		if in {
			names = append(names, fmt.Sprintf("%s (%s)", f.name(flat[a%q]), g.Categories[a/q+1]))
		}
	}
	return unlimited(names)
}
