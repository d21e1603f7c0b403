package graph

import (
	"fmt"
	"math"

	"gibbslab/sampler/bugs/internal/law"
)

// A clause is what is wrong with a row: a parameter, the limits of T(,), or the value.
type clause struct {
	text  string
	param int
	limit bool
	hint  string
}

func (g *Graph) clause(s *Statement, l law.Law, scalar bool, p []float64, lo, up, x float64,
	args []float64) clause {
	value := func(format string, a ...any) clause {
		return clause{text: fmt.Sprintf(format, a...), param: -1}
	}
	if !scalar { // dinterval
		if p == nil || len(p) > 0 && p[0] != p[0] {
			return clause{param: -1}
		}
		if c := law.CheckInterval(math.NaN(), p); c != "" {
			return clause{text: c, param: 1}
		}
		if y := law.Interval(args[0], p); args[0] == args[0] && x == x && x != y {
			return value("%s is %g, which lies in interval %g", text(s.Args[0]), args[0], y)
		}
		if c := law.CheckInterval(x, p); c != "" {
			return value("dinterval gives whole numbers from 0 to %d, for it has %s", len(p),
				count(len(p), "cut point"))
		}
		return clause{param: -1}
	}
	known := true
	for _, v := range p {
		known = known && v == v
	}
	if known || s.Dist.Name != "dcat" {
		if k, c := l.CheckKnown(p); c != "" {
			return clause{text: c, param: min(k, len(s.Args)-1), hint: hint(s, p, k)}
		}
	}
	least, most := math.NaN(), math.NaN()
	if p != nil {
		least, most = l.Support(p)
	}
	switch {
	case lo > up:
		return clause{text: fmt.Sprintf("T(%g,%g) leaves nothing: the lower limit is above the upper one",
			lo, up), param: -1, limit: true}
	case known && p != nil && (s.Lower != nil || s.Upper != nil) && lo == lo && up == up &&
		math.IsInf(l.LogMass(lo, up, p), -1):
		return clause{text: fmt.Sprintf("T(%g,%g) leaves nothing: %s gives %s here", lo, up, s.Rel.Dist,
			numbers(l, least, most)), param: -1, limit: true}
	case x != x:
	case x < least, x > most, l.Discrete && x != math.Trunc(x):
		return value("%s gives %s", s.Rel.Dist, numbers(l, least, most))
	case x < lo, x > up:
		return value("the limits T(,) are %g and %g", lo, up)
	case x == least && !l.Discrete && math.IsInf(density(l, x, p), 0):
		return value("%s gives numbers above %g", s.Rel.Dist, least)
	case x == most && !l.Discrete && math.IsInf(density(l, x, p), 0):
		return value("%s gives numbers below %g", s.Rel.Dist, most)
	case known && p != nil && l.Discrete && math.IsInf(l.LogDensity(x, p), -1):
		return value("%s gives it probability 0 with these parameters", s.Rel.Dist)
	}
	return clause{param: -1}
}

// density is the log density where 2 stands for what is not known; 0 if 2 is impossible.
func density(l law.Law, x float64, p []float64) float64 {
	q := append([]float64(nil), p...)
	for k, v := range q {
		if v != v {
			q[k] = 2
		}
	}
	if l.Check(q) != "" {
		return 0
	}
	return l.LogDensity(x, q)
}

// numbers says what a distribution gives.
func numbers(l law.Law, least, most float64) string {
	what := "numbers"
	if l.Discrete {
		what = "whole numbers"
	}
	low, high := least > math.Inf(-1), most < math.Inf(1)
	switch {
	case l.Name == "dbern":
		return "0 or 1"
	case low && high:
		return fmt.Sprintf("%s from %g to %g", what, least, most)
	case low:
		return fmt.Sprintf("%s of at least %g", what, least)
	case high:
		return fmt.Sprintf("%s of at most %g", what, most)
	}
	return what
}

// hint says what is often meant by an impossible parameter.
func hint(s *Statement, p []float64, k int) string {
	switch name := s.Dist.Params[min(k, len(s.Dist.Params)-1)]; {
	case name == "precision" && p[k] == 0:
		return ". For a prior that says little write a small precision, such as 1.0E-6"
	case name == "precision":
		return ". BUGS' second parameter is the precision, 1 / variance"
	case s.Dist.Name == "dgamma" && p[k] == 0:
		return ". For a prior that says little write a small number, such as 0.01"
	case s.Dist.Name == "dbin" && name == "probability" && p[0] > 1:
		return ". dbin(p, n) has the probability first; dbinom(n, p) has the size first"
	}
	return ""
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }
