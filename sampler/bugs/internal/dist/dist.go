// Package dist holds the distributions of the BUGS language as expressions: each is one log
// density, from which everything else is derived.
package dist

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

type e = expr.Expr

// A Dist is a distribution.
type Dist struct {
	Name     string
	Params   []string // what the parameters are
	Vector   []bool   // which parameters are vectors or matrices
	Discrete bool
	Multi    bool    // its value is a vector or a matrix
	Lo, Hi   float64 // the support, where the parameters do not move it
	Tex      string
	// Log is the log density of x. For a distribution with a vector value, x and vector parameters are
	// calls of c with the elements.
	Log func(p *expr.Pool, x *e, a []*e) *e
}

var inf = math.Inf(1)

const halfLog2Pi = 0.918938533204672741780329736405617639861397473637783412817

// All has the distributions by their names in JAGS.
var All = map[string]*Dist{}

func add(d *Dist) {
	if d.Vector == nil {
		d.Vector = make([]bool, len(d.Params))
	}
	All[d.Name] = d
}

// Names returns the names of the distributions, sorted.
func Names() []string {
	var s []string
	for k := range All {
		s = append(s, k)
	}
	for k := range aliases {
		s = append(s, k)
	}
	slices.Sort(s)
	return s
}

func init() {
	line, positive := [2]float64{-inf, inf}, [2]float64{0, inf}
	c := func(name, tex string, support [2]float64, params []string,
		log func(p *expr.Pool, x *e, a []*e) *e) {
		add(&Dist{Name: name, Tex: tex, Lo: support[0], Hi: support[1], Params: params, Log: log})
	}
	d := func(name, tex string, support [2]float64, params []string,
		log func(p *expr.Pool, x *e, a []*e) *e) {
		add(&Dist{Name: name, Tex: tex, Lo: support[0], Hi: support[1], Params: params, Log: log,
			Discrete: true})
	}
	c("dnorm", `\mathrm{N}`, line, []string{"mean", "precision"}, func(p *expr.Pool, x *e, a []*e) *e {
		return p.Add(p.Num(-halfLog2Pi), half(p, p.Log(a[1])),
			p.Mul(p.Num(-0.5), a[1], square(p, p.Sub(x, a[0]))))
	})
	c("dlnorm", `\mathrm{LogNormal}`, positive,
		[]string{"mean of the logarithm", "precision of the logarithm"}, func(p *expr.Pool, x *e,
			a []*e) *e {
			return p.Add(p.Num(-halfLog2Pi), half(p, p.Log(a[1])), p.Neg(p.Log(x)),
				p.Mul(p.Num(-0.5), a[1], square(p, p.Sub(p.Log(x), a[0]))))
		})
	c("dgamma", `\mathrm{Gamma}`, positive, []string{"shape", "rate"}, gamma)
	c("dinvgamma", `\mathrm{InvGamma}`, positive, []string{"shape", "scale"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(p.Mul(a[0], p.Log(a[1])), p.Neg(lgamma(p, a[0])),
				p.Mul(p.Neg(p.Add(a[0], p.Num(1))), p.Log(x)), p.Neg(p.Div(a[1], x)))
		})
	c("dexp", `\mathrm{Exp}`, positive, []string{"rate"}, func(p *expr.Pool, x *e, a []*e) *e {
		return p.Sub(p.Log(a[0]), p.Mul(a[0], x))
	})
	c("dchisqr", `\chi^2`, positive, []string{"degrees of freedom"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return gamma(p, x, []*e{half(p, a[0]), p.Num(0.5)})
		})
	c("dweib", `\mathrm{Weibull}`, positive, []string{"shape", "rate of x to the power of the shape"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(p.Log(a[0]), p.Log(a[1]), p.Mul(p.Sub(a[0], p.Num(1)), p.Log(x)),
				p.Neg(p.Mul(a[1], p.Call("^", x, a[0]))))
		})
	c("dgen.gamma", `\mathrm{GenGamma}`, positive, []string{"shape", "rate", "power"},
		func(p *expr.Pool, x *e, a []*e) *e {
			br := p.Mul(a[0], a[2])
			return p.Add(p.Log(a[2]), p.Mul(br, p.Log(a[1])), p.Mul(p.Sub(br, p.Num(1)), p.Log(x)),
				p.Neg(p.Call("^", p.Mul(a[1], x), a[2])), p.Neg(lgamma(p, a[0])))
		})
	c("ddexp", `\mathrm{Laplace}`, line, []string{"mean", "rate"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(p.Num(-math.Ln2), p.Log(a[1]), p.Neg(p.Mul(a[1], p.Call("abs", p.Sub(x, a[0])))))
		})
	c("dlogis", `\mathrm{Logistic}`, line, []string{"mean", "rate"},
		func(p *expr.Pool, x *e, a []*e) *e {
			z := p.Mul(a[1], p.Sub(x, a[0]))
			return p.Add(p.Log(a[1]), z, p.Mul(p.Num(-2), p.Call("softplus", z)))
		})
	c("dt", `t`, line, []string{"location", "precision", "degrees of freedom"},
		func(p *expr.Pool, x *e, a []*e) *e {
			k1 := half(p, p.Add(a[2], p.Num(1)))
			return p.Add(lgamma(p, k1), p.Neg(lgamma(p, half(p, a[2]))), half(p, p.Log(a[1])),
				p.Mul(p.Num(-0.5), p.Log(p.Mul(p.Num(math.Pi), a[2]))),
				p.Neg(p.Mul(k1, p.Log(p.Add(p.Num(1), p.Div(p.Mul(a[1], square(p, p.Sub(x, a[0]))), a[2]))))))
		})
	c("df", `F`, positive, []string{"degrees of freedom above", "degrees of freedom below"},
		func(p *expr.Pool, x *e, a []*e) *e {
			n, m := half(p, a[0]), half(p, a[1])
			return p.Add(lgamma(p, p.Add(n, m)), p.Neg(lgamma(p, n)), p.Neg(lgamma(p, m)),
				p.Mul(n, p.Log(p.Div(a[0], a[1]))),
				p.Mul(p.Sub(n, p.Num(1)), p.Log(x)), p.Neg(p.Mul(p.Add(n, m),
					p.Log(p.Add(p.Num(1), p.Div(p.Mul(a[0], x), a[1]))))))
		})
	c("dbeta", `\mathrm{Beta}`, [2]float64{0, 1}, []string{"a", "b"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(lgamma(p, p.Add(a[0], a[1])), p.Neg(lgamma(p, a[0])), p.Neg(lgamma(p, a[1])),
				p.Mul(p.Sub(a[0], p.Num(1)), p.Log(x)), p.Mul(p.Sub(a[1], p.Num(1)), p.Log(complement(p, x))))
		})
	c("dunif", `\mathrm{U}`, line, []string{"lower end", "upper end"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Neg(p.Log(p.Sub(a[1], a[0])))
		})
	c("dpar", `\mathrm{Pareto}`, positive, []string{"shape", "lower end"},
		func(p *expr.Pool, x *e, a []*e) *e {
			power := p.Add(a[0], p.Num(1))
			return p.Add(p.Log(a[0]), p.Mul(a[0], p.Log(a[1])), p.Neg(p.Mul(power, p.Log(x))))
		})
	d("dpois", `\mathrm{Poisson}`, positive, []string{"mean"}, func(p *expr.Pool, x *e, a []*e) *e {
		return p.Add(p.Mul(x, p.Log(a[0])), p.Neg(a[0]), p.Neg(lfact(p, x)))
	})
	d("dbern", `\mathrm{Bernoulli}`, [2]float64{0, 1}, []string{"probability"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(p.Mul(x, p.Log(a[0])), p.Mul(complement(p, x), p.Log(complement(p, a[0]))))
		})
	d("dbin", `\mathrm{Binomial}`, positive, []string{"probability", "size"},
		func(p *expr.Pool, x *e, a []*e) *e {
			rest := p.Sub(a[1], x)
			return p.Add(p.Mul(x, p.Log(a[0])), p.Mul(rest, p.Log(complement(p, a[0]))), lfact(p, a[1]),
				p.Neg(lfact(p, x)), p.Neg(lfact(p, rest)))
		})
	d("dnegbin", `\mathrm{NegBin}`, positive, []string{"probability", "size"},
		func(p *expr.Pool, x *e, a []*e) *e {
			return p.Add(p.Mul(a[1], p.Log(a[0])), p.Mul(x, p.Log(complement(p, a[0]))),
				lgamma(p, p.Add(x, a[1])), p.Neg(lgamma(p, a[1])), p.Neg(lfact(p, x)))
		})
	d("dbetabin", `\mathrm{BetaBin}`, positive, []string{"a", "b", "size"},
		func(p *expr.Pool, x *e, a []*e) *e {
			rest := p.Sub(a[2], x)
			return p.Add(lfact(p, a[2]), p.Neg(lfact(p, x)), p.Neg(lfact(p, rest)),
				lgamma(p, p.Add(x, a[0])), lgamma(p,
					p.Add(rest, a[1])), p.Neg(lgamma(p, p.Add(a[0], a[1], a[2]))),
				lgamma(p, p.Add(a[0], a[1])), p.Neg(lgamma(p, a[0])), p.Neg(lgamma(p, a[1])))
		})
	initVectors()
}

// initVectors adds the distributions with vectors.
func initVectors() {
	add(&Dist{Name: "dcat", Tex: `\mathrm{Cat}`, Params: []string{"probabilities"},
		Vector: []bool{true}, Discrete: true, Lo: 1, Hi: inf})
	add(&Dist{Name: "ddirch", Tex: `\mathrm{Dirichlet}`, Params: []string{"concentrations"},
		Vector: []bool{true}, Multi: true, Lo: 0, Hi: 1})
	add(&Dist{Name: "dmulti", Tex: `\mathrm{Multinomial}`, Params: []string{"probabilities", "size"},
		Vector: []bool{true, false}, Multi: true, Discrete: true, Hi: inf})
	add(&Dist{Name: "dmnorm", Tex: `\mathrm{N}`, Params: []string{"mean", "precision matrix"},
		Vector: []bool{true, true}, Multi: true, Lo: -inf, Hi: inf})
	add(&Dist{Name: "dwish", Tex: `\mathrm{Wishart}`,
		Params: []string{"inverse scale matrix", "degrees of freedom"}, Vector: []bool{true,
			false}, Multi: true, Lo: -inf, Hi: inf})
	add(&Dist{Name: "dinterval", Tex: `\mathrm{Interval}`, Params: []string{"variable", "cut points"},
		Vector: []bool{false, true}, Discrete: true, Hi: inf})
}

func gamma(p *expr.Pool, x *e, a []*e) *e {
	return p.Add(p.Mul(a[0], p.Log(a[1])), p.Neg(lgamma(p, a[0])),
		p.Mul(p.Sub(a[0], p.Num(1)), p.Log(x)), p.Neg(p.Mul(a[1], x)))
}

func half(p *expr.Pool, x *e) *e       { return p.Mul(p.Num(0.5), x) }
func square(p *expr.Pool, x *e) *e     { return p.Pow(x, 2) }
func complement(p *expr.Pool, x *e) *e { return p.Sub(p.Num(1), x) }
func lgamma(p *expr.Pool, x *e) *e     { return p.Call("loggam", x) }
func lfact(p *expr.Pool, x *e) *e      { return p.Call("logfact", x) }
