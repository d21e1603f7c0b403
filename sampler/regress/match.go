package regress

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// match compares a regression with a trace by the names of columns, groups and parameters.
func (p *predictor) match(tr *sampler.Trace) error {
	f := p.f
	mine := []string{"beta", "group", "x_missing"}
	for _, own := range f.family.numbers() {
		mine = append(mine, own.name)
	}
	if err := coords(p.what, tr, "beta", 0, "columns", f.reg.Names); err != nil {
		return err
	}
	if len(f.cells) > 0 {
		if err := coords(p.what, tr, "x_missing", 0, "missing values", f.cellNames()); err != nil {
			return err
		}
	}
	for _, c := range f.groupings {
		if len(c.Vary) == 0 {
			return fmt.Errorf("regress: %s: %s.Vary is empty: name the columns that vary, as in the "+
				"model", p.what, c.what)
		}
		name, _ := c.recorded()
		mine = append(mine, name)
		if err := coords(p.what, tr, name, 1, "columns that vary", c.Vary); err != nil {
			return err
		}
		coords, err := tr.Coords(name)
		if err != nil {
			return err
		}
		if coords != nil && coords[0] != nil && c.Names != nil {
			c.byName(coords[0])
		}
	}
	for _, name := range tr.Names() {
		known := slices.Contains(mine, name) && (name != "group" || f.reg.Groups != nil)
		crossed := slices.Contains(tr.Names(), name+"_sd")
		if own := name == "sigma" || name == "nu" || name == "size" || strings.HasPrefix(name, "cut_") ||
			name == "group" || crossed; own && !known {
			return fmt.Errorf("regress: %s: the trace has %s, and this regression has none: give the "+
				"Family, Groups and Crossed of the model", p.what, name)
		}
	}
	return nil
}

// coords compares the names along a dimension of a parameter, where both have names.
func coords(
	method string, tr *sampler.Trace, name string, dim int, what string, names []string,
) error {
	all, err := tr.Coords(name)
	if err != nil {
		return fmt.Errorf("regress: %s: %w: give the trace of this model", method, err)
	}
	if len(all) <= dim || all[dim] == nil || names == nil || slices.Equal(all[dim], names) {
		return nil
	}
	return fmt.Errorf("regress: %s: the %s are %q, and those of the trace %q: give the same, in this "+
		"order", method, what, names, all[dim])
}

// byName numbers the groups as the trace does. Names that it lacks are new groups, after its own.
func (c *grouping) byName(names []string) {
	number := make([]int, len(c.Names))
	for i, name := range c.Names {
		if number[i] = slices.Index(names, name); number[i] < 0 {
			number[i] = len(names) + c.fresh
			c.fresh++
		}
	}
	c.of = slices.Clone(c.of)
	for i, k := range c.of {
		if k >= 0 && int(k) < len(number) {
			c.of[i] = int32(number[k])
		}
	}
}

// drawFresh adds the effects of new groups to the state: draws from N(0, Σ), with the Σ of a draw.
func (c *grouping) drawFresh(r *rand.Rand, d *sampler.Draw, s *State) error {
	q := len(c.vary)
	_, prefix := c.recorded()
	sd := d.Array(prefix + "sd")
	sigma := make([]float64, q*q)
	at := 0
	for k := range q {
		sigma[k*q+k] = sd[k] * sd[k]
		for l := range k {
			sigma[k*q+l] = d.Array(prefix + "correlation")[at] * sd[k] * sd[l]
			at++
		}
	}
	if variate.Cholesky(sigma, sigma) != nil {
		return fmt.Errorf("the covariance matrix of new groups is singular: their standard deviations "+
			"are %v", sd)
	}
	b := make([]float64, q)
	for range c.fresh {
		variate.MultiNormal(r, make([]float64, q), sigma, b)
		s.Effects = append(s.Effects, b...)
	}
	c.groups += c.fresh
	return nil
}
