package block

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/variate"
)

// joint compiles the update of a statement whose elements are tied to each other.
func (p *Plan) joint(one *single, el []int, b *Block) {
	switch one.s.Dist.Name {
	case "dwish":
		if p.wishart(one, b) {
			return
		}
		p.tied(one, b, p.symmetricPairs(one))
	case "ddirch":
		p.tied(one, b, p.simplexPairs(one))
	case "dmulti":
		p.tied(one, b, p.countPairs(one))
	default:
		p.slice(one, el, b)
	}
}

// wishart compiles a Wishart full conditional: the log density is c·log|Ω| − ½ Σ Sᵢⱼ Ωᵢⱼ, which is
// Wishart(S, 2c + p + 1).
func (p *Plan) wishart(one *single, b *Block) bool {
	a := one.s.Left.Array
	n := a.Size()
	t := compute.NewTape(p.space, 2*n)
	for _, f := range one.factors {
		for _, term := range p.poly(f, a) {
			atoms, rest := term.Split(func(e *expr.Expr) bool { return p.depends(e, a) })
			if len(atoms) == 0 {
				continue
			}
			if len(atoms) > 1 || atoms[0].Pow != 1 {
				return false
			}
			mine, off := atoms[0].E, 0
			if mine.Op == expr.Call && mine.Name == "logdet" {
				mine, off = mine.Args[0].Args[0], n // counted at the first element
			}
			if mine.Op != expr.Elem || mine.Array != a || inIndex(mine, a) {
				return false
			}
			t.Add(p.place(t, mine, f.Rows, off, nil), nil, rest, f.Rows)
		}
	}
	t.Finish()
	acc := p.acc(2 * n)
	matrices := p.vectors(one.s)
	b.Kind, b.Cost = "Wishart", t.Entries()
	b.Why = "its log density is a sum of log|x| and of its elements"
	p.put(b, func(r *rand.Rand, s *State) {
		sums := s.acc[acc]
		t.Run(s.prog, s.X, sums)
		for _, at := range matrices {
			k := int(math.Sqrt(float64(len(at))))
			scale, chol, root := make([]float64, k*k), make([]float64, k*k), make([]float64, k*k)
			for i := range k {
				for j := range k {
					scale[i*k+j] = -(sums[at[i*k+j]] + sums[at[j*k+i]])
				}
			}
			df := 2*sums[n+at[0]] + float64(k) + 1
			if err := variate.Cholesky(scale, chol); err != nil {
				panic(fmt.Sprintf("the matrix of the Wishart distribution of %s is not positive definite: %v",
					a.Name, err))
			}
			variate.InvWishart(r, df, chol, root)
			inverse := expr.Inverse(root, k) // Σ = L Lᵀ, and Ω = L⁻ᵀ L⁻¹
			for i := range k {
				for j := range k {
					v := 0.0
					for l := range k {
						v += inverse[l*k+i] * inverse[l*k+j]
					}
					s.X[a.Base+at[i*k+j]] = v
				}
			}
		}
	})
	return true
}

// A pair of positions changes together: both to the same value, or with a fixed sum.
type pair struct {
	i, j int
	sum  bool
}

func (p *Plan) simplexPairs(one *single) (out []pair) {
	for _, v := range p.vectors(one.s) {
		for k := range v {
			out = append(out, pair{v[k], v[(k+1)%len(v)], true})
		}
	}
	return out
}

// countPairs are all pairs, for a probability of zero between two neighbours would part them.
func (p *Plan) countPairs(one *single) (out []pair) {
	for _, v := range p.vectors(one.s) {
		for k, i := range v {
			for _, j := range v[:k] {
				out = append(out, pair{i, j, true})
			}
		}
	}
	return out
}

func (p *Plan) symmetricPairs(one *single) (out []pair) {
	for _, v := range p.vectors(one.s) {
		k := int(math.Sqrt(float64(len(v))))
		for i := range k {
			for j := i; j < k; j++ {
				out = append(out, pair{v[i*k+j], v[j*k+i], false})
			}
		}
	}
	return out
}

// tied compiles slice sampling of elements in pairs.
func (p *Plan) tied(one *single, b *Block, pairs []pair) {
	a := one.s.Left.Array
	groups := make([][]int, len(pairs))
	for k, q := range pairs {
		groups[k] = []int{q.i, q.j}
	}
	views := p.views(one.factors, a, groups)
	b.Cost += views.rows()
	again := p.recompute(a)
	b.Kind = "slice, in pairs"
	step := (*State).step
	if one.s.Dist.Discrete {
		step = (*State).whole
	}
	p.put(b, func(r *rand.Rand, s *State) {
		for k, q := range pairs {
			x, y := &s.X[a.Base+q.i], &s.X[a.Base+q.j]
			total := *x + *y
			lo, hi, other := math.Inf(-1), math.Inf(1), func(v float64) float64 { return v }
			if q.sum {
				lo, hi, other = 0, total, func(v float64) float64 { return total - v }
			}
			flip := q.sum && *x > *y && !one.s.Dist.Discrete // the digits of the smaller one count
			set := func(v float64) {
				if *x, *y = v, other(v); flip {
					*x, *y = *y, *x
				}
			}
			views.prepare(s, k)
			if flip {
				*x = *y
			}
			step(s, r, a.Base+q.i, lo, hi, func(v float64) float64 {
				set(v)
				again(s)
				return views.sum(s, k, 0)
			})
			set(*x)
		}
	})
}
