package lda

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Formula adds the columns of a formula, whose names are fields: strings ([Covariates.Factor]),
// numbers ([Covariates.Number]), or dates, which become numbers by [Years].
//
//	party                 a field as it is
//	smooth(day, 4)        a smooth curve of four columns
//	steps(day, 1985)      steps at the given cuts; without cuts at each whole number
//	party:day             the products of their columns
//	party * day           party + day + party:day
//	(1 | speaker)         documents of one speaker are a cluster: it sets Clusters
//
// Terms are joined by +, and there is no other operator:
//
//	by := lda.Covariates{}.Formula("party * smooth(day, 4) + (1 | speaker)",
//		map[string]any{"party": parties, "day": dates, "speaker": speakers})
//
// What is wrong is reported by the model, by [Covariates.Check] and by [Covariates.At].
func (c Covariates) Formula(formula string, fields map[string]any) Covariates {
	fail := func(err error) Covariates {
		c.err = fmt.Errorf("lda: Covariates: formula %q: %w", formula, err)
		return c
	}
	if strings.Count(formula, "(") != strings.Count(formula, ")") {
		return fail(errors.New("it has more brackets of one kind than of the other: close each"))
	}
	var done []string
	for _, term := range split(formula, '+') {
		if inner, ok := strings.CutPrefix(strings.ReplaceAll(term, " ", ""), "(1|"); ok {
			name := strings.TrimSuffix(inner, ")")
			clusters, ok := fields[name].([]string)
			if c.Clusters != nil {
				return fail(errors.New("there are two kinds of clusters: choose one, the larger if one " +
					"contains the other"))
			}
			if !ok {
				return fail(fmt.Errorf("the clusters (1 | %s) need a field %[1]q of strings; there are %q",
					name, slices.Sorted(maps.Keys(fields))))
			}
			c.Clusters = clusters
			continue
		}
		products := [][]part{nil} // of the factors so far, each with or without the next
		for _, factor := range split(term, '*') {
			var parts []part
			for _, text := range split(factor, ':') {
				p, err := parsePart(text, fields)
				if err != nil {
					return fail(err)
				}
				parts = append(parts, p)
			}
			for _, before := range products {
				products = append(products, slices.Concat(before, parts))
			}
		}
		for _, parts := range products[1:] {
			key := ""
			for _, p := range parts {
				key += fmt.Sprintln(p.Kind, p.Name, p.Cuts, p.Curves)
			}
			if slices.Contains(done, key) {
				continue
			}
			done = append(done, key)
			c = c.with(parts...)
		}
	}
	return c
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

// parsePart reads a field, smooth(field, n) or steps(field, cut, …).
func parsePart(text string, fields map[string]any) (p part, err error) {
	p.Kind, p.Name = "number", text
	if _, ok := fields[text]; !ok && strings.ContainsAny(text, "~-|^/") &&
		!strings.Contains(text, ",") {
		return p, fmt.Errorf("%q is not understood: a formula has only the operators +, : and *, and "+
			"clusters (1 | field)", text)
	}
	var arguments []float64
	if call, inner, ok := strings.Cut(text, "("); ok {
		list := split(strings.TrimSuffix(inner, ")"), ',')
		p.Kind, p.Name = strings.TrimSpace(call), list[0]
		for _, argument := range list[1:] {
			x, err := strconv.ParseFloat(argument, 64)
			if err != nil {
				return p, fmt.Errorf("%q in %q is no number", argument, text)
			}
			arguments = append(arguments, x)
		}
	}
	switch values := fields[p.Name].(type) {
	case []string:
		if p.Kind != "number" {
			return p, fmt.Errorf("%q holds strings, and %s needs numbers or dates: write %[1]s alone",
				p.Name, p.Kind)
		}
		p.Kind, p.Texts = "factor", values
	case []float64:
		p.Numbers = values
	case []time.Time:
		p.Numbers = Years(values)
	case nil:
		return p, fmt.Errorf("there is no field %q, expected some of %q", p.Name,
			slices.Sorted(maps.Keys(fields)))
	default:
		return p, fmt.Errorf("the field %q is a %T, expected []string, []float64 or []time.Time", p.Name,
			values)
	}
	switch {
	case p.Kind == "steps":
		p.Cuts = arguments
	case p.Kind == "smooth" && len(arguments) == 1:
		p.Curves = int(arguments[0])
	case p.Kind != "factor" && p.Kind != "number" || arguments != nil:
		return p, fmt.Errorf("%q is not understood: expected a field, smooth(field, curves) or "+
			"steps(field, cuts)", text)
	}
	return p, nil
}
