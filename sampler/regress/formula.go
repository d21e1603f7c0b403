package regress

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"gibbslab/sampler/internal/formula"
)

// Formula makes the rows of a regression from a *datasets.Frame, such as a file that ReadFrame has
// read. It says what is regressed on what:
//
//	f, err := datasets.ReadFrame("geyser.csv")
//	g, err := regress.Formula("wait ~ minutes * kind + before", f)
//	m, err := g.Model()
//
// On the left stands a column of numbers, as it is or as log(wait). It can be missing with its ~,
// as for [Multinomial]. On the right, terms are joined by +:
//
//	minutes                a column of numbers as they are, of dates as years; of texts, 0 or 1 for
//	                       each kind but the first in alphabetical order
//	baseline(kind, short)  the same, but for this kind
//	factor(site)           the same of numbers that are codes
//	centre(minutes, 3)     less 3; without a number, less the mean
//	scale(minutes)         less the mean, divided by the standard deviation
//	log(minutes)           the natural logarithm
//	smooth(day, 4)         a natural cubic spline of four columns
//	steps(day, 1985, 1987) 0 or 1 from each of these numbers on
//	minutes:kind           the products of their columns
//	minutes * kind         minutes + kind + minutes:kind
//	(1 + minutes | school) coefficients that vary between groups: Groups, then Crossed by this name
//	offset(log(km))        added as it is, without a coefficient: Offset
//	0                      no intercept, which is the first column otherwise
//
// As in R, a factor has a column for each kind where the term without it is missing: in 0 + kind,
// and in kind:minutes without minutes.
//
// Names has the columns. Family, Prior, the scales of Groups and all else are yours to set. A value
// that is missing (an empty cell, NA, null) becomes NaN, which Model refuses unless there is
// Missing.
//
// Columns that are not in a file come as a map[string]any of []float64, []int, []string or
// []time.Time (as years) in place of the frame.
//
// Errors: what the formula or the data have that is not understood, with the term and the columns.
func Formula(text string, data any) (g Regression, err error) {
	look, err := fields(data)
	if err == nil {
		err = g.parse(text, look)
	}
	if err != nil {
		return Regression{}, fmt.Errorf("regress: formula %q: %w", text, err)
	}
	return g, nil
}

// Rows returns the regression with other rows, of a table with the same columns, and without Y:
// for [Regression.Predict]. Means and knots stay those of the first table. Groups are compared by
// their names. One row can be a map of single values: map[string]any{"minutes": 4, "kind": "long"}.
//
// Errors: columns that are missing, kinds that the first table did not have, and values that are
// missing or infinite.
func (g Regression) Rows(data any) (Regression, error) {
	if g.formula == nil {
		return g, errors.New("regress: Rows: this regression does not come from Formula: fill X")
	}
	look, err := fields(data)
	if err != nil {
		return g, fmt.Errorf("regress: Rows: %w", err)
	}
	g.Y = nil
	columns, err := g.formula.More(look)
	if err == nil && g.formula.Offset != nil {
		g.Offset, err = g.formula.Offset.Sum(look)
	}
	if err == nil {
		bars := slices.Clone(g.formula.Bars)
		for i := range bars {
			if bars[i].Values, err = look(bars[i].Of); err != nil {
				break
			}
		}
		err = cmp.Or(err, g.fill(columns, bars))
	}
	if err != nil {
		return g, fmt.Errorf("regress: Rows: %w", err)
	}
	return g, nil
}

// A table has named columns of numbers or texts, as a datasets.Frame has.
type table interface {
	Numbers(column string) ([]float64, error)
	Texts(column string) ([]string, error)
}

func fields(data any) (look func(string) (any, error), err error) {
	switch data := data.(type) {
	case map[string]any:
		return formula.Fields(data).Look, nil
	case table:
		return func(name string) (any, error) { return column(data, name) }, nil
	}
	return nil, fmt.Errorf("the data are a %T, expected a *datasets.Frame or a map[string]any", data)
}

// missing is how programs write that a value is not there.
var missing = []string{"NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", "."}

// column reads a column as numbers or dates if it holds some, and else as texts.
func column(t table, name string) (any, error) {
	numbers, wrong := t.Numbers(name)
	if wrong == nil {
		return numbers, nil
	}
	texts, err := t.Texts(name)
	if err != nil {
		return nil, err
	}
	kinds, dates := map[string]bool{}, []time.Time{}
	for i, text := range texts {
		if texts[i] = strings.TrimSpace(text); slices.Contains(missing, texts[i]) {
			texts[i] = ""
		}
		kinds[texts[i]] = true
		if date, err := time.Parse(time.DateOnly, texts[i]); err == nil || texts[i] == "" {
			dates = append(dates, date)
		}
	}
	if len(dates) == len(texts) {
		return dates, nil
	}
	if len(kinds) > max(20, len(texts)/2) {
		return nil, fmt.Errorf("column %q has %d different texts in %d rows, too many for kinds. Should "+
			"it hold numbers? %w", name, len(kinds), len(texts), wrong)
	}
	return texts, nil
}

func (g *Regression) parse(text string, look func(string) (any, error)) error {
	left, right, both := strings.Cut(text, "~")
	if !both {
		left, right = "", text
	}
	both = strings.TrimSpace(left) != ""
	f, err := formula.Parse(right, "plain", look)
	if err != nil {
		return err
	}
	if both {
		y, err := formula.Parse(left, "plain", look)
		if err != nil {
			return err
		}
		_, columns, err := y.Columns()
		if err != nil {
			return err
		}
		if len(columns) != 1 || len(y.Bars) > 0 || y.Terms[0][0].Texts != nil {
			return errors.New("left of ~ stands one column of numbers: make numbers of texts, such " +
				"as 1 for yes and 0 for no, or 0, 1, 2 for grades")
		}
		name := y.Terms[0][0].Name
		same := func(p formula.Part) bool { return p.Name == name }
		if slices.ContainsFunc(slices.Concat(f.Terms...), same) {
			return fmt.Errorf("%s stands on both sides of ~", name)
		}
		g.Y = columns[0]
	}
	names, columns, err := f.Columns()
	if err == nil && f.Offset != nil {
		g.Offset, err = f.Offset.Sum(nil)
	}
	if err != nil {
		return err
	}
	if g.formula = f; !f.NoIntercept {
		g.Names = append(g.Names, intercept)
	}
	g.Names = append(g.Names, names...)
	return g.fill(columns, f.Bars)
}

const intercept = "intercept"

// fill makes the rows of X, and groups of what varies between them.
func (g *Regression) fill(columns [][]float64, bars []formula.Bar) error {
	n, first := len(g.Y), "y"
	if n == 0 {
		n, first = len(g.Offset), "the offset"
	}
	for j, c := range columns {
		name := g.Names[len(g.Names)-len(columns)+j]
		if n == 0 {
			n, first = len(c), name
		}
		if len(c) != n {
			return fmt.Errorf("%s has %d values, and %s has %d: give one for each row", name, len(c),
				first, n)
		}
	}
	if n == 0 && len(bars) > 0 {
		n = reflect.ValueOf(formula.Several(bars[0].Values)).Len()
	}
	if n == 0 {
		return errors.New("there are no columns that say how many rows there are: fill X")
	}
	g.X = make([][]float64, n)
	for i := range g.X {
		if !g.formula.NoIntercept {
			g.X[i] = append(g.X[i], 1)
		}
		for _, c := range columns {
			g.X[i] = append(g.X[i], c[i])
		}
	}
	before := g.Crossed // with scales, if these are other rows
	if g.Groups != nil {
		before = append([]Groups{*g.Groups}, before...)
	}
	g.Groups, g.Crossed = nil, nil
	for i, b := range bars {
		c, err := g.vary(b)
		if err != nil {
			return err
		}
		if i < len(before) {
			c.Scale, c.DF = before[i].Scale, before[i].DF
		}
		if i == 0 {
			g.Groups = c
			continue
		}
		same := func(other formula.Bar) bool { return other.Of == b.Of }
		if c.Name = b.Of; slices.ContainsFunc(bars[:i], same) {
			return fmt.Errorf("there are two groupings by %s: write one, such as (1 + x | %[1]s)", b.Of)
		}
		g.Crossed = append(g.Crossed, *c)
	}
	return nil
}

// vary makes groups of what varies between them.
func (g *Regression) vary(b formula.Bar) (c *Groups, err error) {
	c = &Groups{}
	names, _, err := b.Columns()
	if err != nil {
		return nil, err
	}
	if !b.NoIntercept {
		c.Vary = append(c.Vary, intercept)
	}
	c.Vary = append(c.Vary, names...)
	for _, name := range c.Vary {
		if !slices.Contains(g.Names, name) {
			return nil, fmt.Errorf("%s varies between the groups of %s, and has no mean: add it to the "+
				"formula outside the brackets too", name, b.Of)
		}
	}
	switch v := formula.Several(b.Values).(type) {
	case []string:
		c.Of, c.Names, err = numbered(v)
	case []float64:
		c.Of, c.Names, err = numbered(v)
	case []int:
		c.Of, c.Names, err = numbered(v)
	default:
		err = fmt.Errorf("the field is a %T, expected texts or numbers", v)
	}
	if err == nil && len(c.Of) != len(g.X) {
		err = fmt.Errorf("there are %d values, and %d rows: give one for each", len(c.Of), len(g.X))
	}
	if err != nil {
		return nil, fmt.Errorf("the groups of %s: %w", b.Of, err)
	}
	return c, nil
}

// numbered numbers groups in their order.
func numbered[T cmp.Ordered](values []T) (of []int, names []string, err error) {
	ordered := slices.Compact(slices.Sorted(slices.Values(values)))
	for i, v := range values {
		if v != v || fmt.Sprint(v) == "" {
			return nil, nil, fmt.Errorf("row %d (from 0) has none: leave it out, or give it a group", i)
		}
		k, _ := slices.BinarySearch(ordered, v)
		of = append(of, k)
	}
	for _, v := range ordered {
		names = append(names, fmt.Sprint(v))
	}
	return of, names, nil
}
