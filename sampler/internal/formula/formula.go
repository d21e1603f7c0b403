// Package formula makes the columns of a regression from what is known of each row.
package formula

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Formula is what a text such as "party * smooth(day, 4) + (1 | speaker)" asks for.
type Formula struct {
	NoIntercept bool     // 0 stands in it
	Terms       [][]Part // each the product of its parts
	Bars        []Bar
	Offset      *Formula // of a regression, what has no coefficients; nil for none
}

// A Bar is (1 + x | school): coefficients that vary between groups.
type Bar struct {
	Formula
	Of     string // the field of groups
	Values any    // what it holds
}

// Parse reads a formula. A field that stands alone is of the given kind, number or plain, if it
// holds numbers; look finds fields.
func Parse(text, kind string, look func(name string) (any, error)) (*Formula, error) {
	if strings.Count(text, "(") != strings.Count(text, ")") {
		return nil, errors.New("it has more brackets of one kind than of the other: close each")
	}
	f := &Formula{}
	for _, term := range split(text, '+') {
		if inner, ok := strings.CutPrefix(term, "offset("); ok && kind == "plain" {
			if f.Offset == nil {
				f.Offset = &Formula{}
			}
			if err := f.Offset.add(strings.TrimSuffix(inner, ")"), kind, look); err != nil {
				return nil, err
			}
			continue
		}
		bar, field, ok := strings.Cut(term, "|")
		if !ok || !strings.HasPrefix(term, "(") {
			if err := f.add(term, kind, look); err != nil {
				return nil, err
			}
			continue
		}
		b := Bar{Of: strings.TrimSpace(strings.TrimSuffix(field, ")"))}
		var err error
		if b.Values, err = look(b.Of); err != nil {
			return nil, fmt.Errorf("the groups of %s: %w", term, err)
		}
		for _, term := range split(bar[1:], '+') {
			if err := b.add(term, kind, look); err != nil {
				return nil, err
			}
		}
		b.code()
		f.Bars = append(f.Bars, b)
	}
	f.code()
	return f, nil
}

// code gives a factor a column for each of its kinds if the term without it is not there: without
// one, the first kind would have no effect at all. This is R's rule.
func (f *Formula) code() {
	for _, parts := range f.Terms {
		for i := range parts {
			margin := slices.Delete(slices.Clone(parts), i, i+1)
			has := func(other []Part) bool {
				return len(other) == len(margin) && !slices.ContainsFunc(margin, func(p Part) bool {
					return !slices.ContainsFunc(other, p.same)
				})
			}
			parts[i].Full = len(margin) == 0 && f.NoIntercept ||
				len(margin) > 0 && !slices.ContainsFunc(f.Terms, has)
		}
	}
	isFactor := func(t []Part) bool { return len(t) == 1 && t[0].Texts != nil }
	first := slices.IndexFunc(f.Terms, isFactor)
	for _, t := range f.Terms[first+1:] { // the columns of the first factor make an intercept
		if len(t) == 1 {
			t[0].Full = false
		}
	}
}

// Gaps reports a field with missing values of which several columns are computed, or one that is
// not proportional to it: such columns cannot be filled in one by one.
func (f *Formula) Gaps() error {
	uses := map[string]int{}
	for _, parts := range f.Terms {
		for _, p := range parts {
			uses[p.Name]++
		}
	}
	for _, parts := range f.Terms {
		for _, p := range parts {
			gap := slices.ContainsFunc(p.Numbers, math.IsNaN) || slices.Contains(p.Texts, "")
			if gap && (uses[p.Name] > 1 || len(parts) > 1 || p.Kind == "smooth" || p.Kind == "steps" ||
				p.Texts != nil) {
				return fmt.Errorf("%q has missing values, and cannot be filled in where it is a factor, a "+
					"curve or a part of a product, or stands twice: leave out the rows in which it is missing",
					p.Name)
			}
		}
	}
	return nil
}

// add adds what a term asks for, unless it is there already: a * b is a + b + a:b.
func (f *Formula) add(term, kind string, look func(string) (any, error)) error {
	if term == "0" || term == "1" {
		f.NoIntercept = term == "0"
		return nil
	}
	products := [][]Part{nil} // of the factors so far, each with or without the next
	for _, factor := range split(term, '*') {
		var parts []Part
		for _, text := range split(factor, ':') {
			p, err := parsePart(text, kind, look)
			if err != nil {
				return err
			}
			parts = append(parts, p)
		}
		for _, before := range products {
			all := before[:len(before):len(before)]
			for _, p := range parts { // a:a is a
				if !slices.ContainsFunc(all, p.same) {
					all = append(all, p)
				}
			}
			products = append(products, all)
		}
	}
	for _, parts := range products[1:] {
		same := func(other []Part) bool { return slices.EqualFunc(parts, other, Part.same) }
		if !slices.ContainsFunc(f.Terms, same) {
			f.Terms = append(f.Terms, parts)
		}
	}
	return nil
}

// split cuts a text at a sign that stands outside brackets.
func split(text string, at rune) (parts []string) {
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == at && depth == 0:
			parts, from = append(parts, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

// parsePart reads a field, or a function of one.
func parsePart(text, kind string, look func(string) (any, error)) (p Part, err error) {
	p.Kind, p.Name = kind, text
	var arguments []string
	if text == "" {
		return p, errors.New("a term is empty: write one, or leave out the sign beside it")
	}
	values, err := look(text)
	if err != nil && strings.ContainsAny(text, "~-|^/=") && !strings.Contains(text, ",") {
		return p, fmt.Errorf("%q is not understood: a formula has only the operators +, : and *, "+
			"groups (1 | field) and 0 for no intercept. Make other columns before, and give a map of fields",
			text)
	}
	if call, inner, ok := strings.Cut(text, "("); ok && err != nil {
		list := split(strings.TrimSuffix(inner, ")"), ',')
		p.Kind, p.Name, arguments = strings.TrimSpace(call), list[0], list[1:]
		values, err = look(p.Name)
	}
	if err != nil {
		return p, err
	}
	switch v := values.(type) {
	case []string:
		p.Texts = v
	case []float64:
		p.Numbers = v
	case []int:
		p.Numbers = floats(v)
	case []time.Time:
		p.Numbers = Years(v)
	default:
		return p, fmt.Errorf("the field %q is a %T, expected []string, []float64, []int or []time.Time",
			p.Name, values)
	}
	if p.Kind == "factor" || p.Kind == "baseline" {
		p.Texts, p.Numbers = texts(values), nil
	}
	if p.Texts != nil {
		if p.Kind != kind && p.Kind != "baseline" && p.Kind != "factor" {
			return p, fmt.Errorf("%q holds strings, and %s needs numbers or dates: write %[1]s alone",
				p.Name, p.Kind)
		}
		if p.Kind == "baseline" && len(arguments) == 1 {
			p.Baseline, arguments = arguments[0], nil
		}
		if p.Kind = "factor"; len(arguments) > 0 {
			return p, fmt.Errorf("%q is not understood: expected baseline(field, kind)", text)
		}
		return p, nil
	}
	for _, argument := range arguments {
		x, err := strconv.ParseFloat(argument, 64)
		if err != nil {
			return p, fmt.Errorf("%q in %q is no number", argument, text)
		}
		p.Cuts = append(p.Cuts, x)
	}
	switch n := len(p.Cuts); {
	case p.Kind == "smooth" && n == 1:
		p.Curves, p.Cuts = int(p.Cuts[0]), nil
	case p.Kind == "steps", p.Kind == "centre" && n <= 1:
	case p.Kind == kind || p.Kind == "log", p.Kind == "scale":
		if n == 0 {
			break
		}
		fallthrough
	default:
		return p, fmt.Errorf("%q is not understood: expected a field, or one of smooth(field, curves), "+
			"steps(field, cuts), centre(field, number), scale(field), log(field), factor(field), "+
			"baseline(field, kind)", text)
	}
	return p, nil
}

// Fields are what is known of each row, by name.
type Fields map[string]any

// Look finds a field.
func (f Fields) Look(name string) (any, error) {
	if values, ok := f[name]; ok {
		return values, nil
	}
	return nil, Unknown(name, f)
}

// Unknown is the error of a field that is not among those that are known.
func Unknown[V any](name string, known map[string]V) error {
	return fmt.Errorf("there is no field %q among %q", name, slices.Sorted(maps.Keys(known)))
}
