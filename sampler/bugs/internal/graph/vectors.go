package graph

import (
	"fmt"
	"math"

	"gibbslab/sampler/bugs/internal/law"
)

// supportOfVector checks the values and the known parameters of a distribution of vectors.
// Parameters that are not known are replaced by some that are possible.
func (g *Graph) supportOfVector(s *Statement, value func(i int) float64) {
	l, ok := law.FindVector(s.Dist.Name)
	if !ok {
		return
	}
	vary := s.Left.Op != 0
	for _, e := range s.Args {
		vary = vary || e.Counts
	}
	for row := range s.Rows.N {
		env := s.Rows.Env(row)
		var x []float64
		var at []int
		given := 0
		s.Left.Positions(env, func(i int) {
			x, at = append(x, value(i)), append(at, i)
			if v := value(i); v == v {
				given++
			}
		})
		n := len(x)
		if n == 0 {
			continue
		}
		if given > 0 && given < n && l.Name != "dmnorm" {
			g.fail(s.Rel.Left.Pos, "%s is given in part%s. Give all its elements, or none", s.Rel.Left,
				g.where(s, env, s.Left))
			return
		}
		if given < n {
			x = nil
		}
		if row > 0 && x == nil && !vary {
			return
		}
		p := make([][]float64, len(s.Args))
		for k, e := range s.Args {
			if s.Dist.Vector[k] {
				if v, _, ok := e.EvalVector(env); ok {
					p[k] = v
				}
			} else if v, ok := e.Eval(env); ok {
				p[k] = []float64{v}
			}
			if p[k] == nil {
				p[k] = possible(l.Name, k, n, x)
			}
		}
		where := g.where(s, env, append(s.Args, s.Left)...)
		if c := l.Check(nil, p); c != "" {
			k := 0
			for k < len(p)-1 && l.Check(nil, with(p, k, possible(l.Name, k, n, nil))) != "" {
				k++
			}
			g.fail(s.at[k], "%s%s", capital(c), where)
			return
		}
		if x == nil || l.Name == "dmnorm" || !math.IsInf(l.LogDensity(x, p), -1) {
			continue
		}
		sum := 0.0
		for j, v := range x {
			sum += v
			if v < 0 || l.Discrete && v != math.Trunc(v) {
				g.fail(s.Rel.Left.Pos, "%s is %g, and %s gives %s%s", name(s.Left.Array, at[j]), v, s.Rel.Dist,
					map[bool]string{true: "whole numbers of at least 0",
						false: "positive numbers"}[l.Discrete], where)
				return
			}
		}
		g.fail(s.Rel.Left.Pos, "%s%s", map[string]string{
			"ddirch": fmt.Sprintf("%s sums to %g, and %s gives positive numbers that sum to 1", s.Rel.Left,
				sum, s.Rel.Dist),
			"dmulti": fmt.Sprintf("%s sums to %g, and the size of %s is %g", s.Rel.Left, sum, s.Rel.Dist,
				p[len(p)-1][0]),
			"dwish": fmt.Sprintf("%s is not a positive definite matrix", s.Rel.Left),
		}[l.Name], where)
		return
	}
}

func with(p [][]float64, k int, v []float64) [][]float64 {
	q := append([][]float64(nil), p...)
	q[k] = v
	return q
}

// possible is a k-th parameter that a distribution of n numbers may have.
func possible(law string, k, n int, x []float64) []float64 {
	if law == "dmulti" && k == 1 {
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		return []float64{sum}
	}
	if law == "dwish" && k == 1 {
		return []float64{float64(n)}
	}
	d, v := n, make([]float64, n)
	switch law {
	case "ddirch", "dmulti":
		for i := range v {
			v[i] = 1
		}
		return v
	case "dmnorm":
		if k == 0 {
			return v
		}
	case "dwish":
		d = int(math.Sqrt(float64(n)) + 0.5)
	}
	v = make([]float64, d*d)
	for i := range d {
		v[i*d+i] = 1
	}
	return v
}
