package tex

import (
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// augment makes a binomial factor with a logit or probit link quadratic by a variable for each row.
func (w *writer) augment(p *Place) bool {
	u, piece := w.Unknown, p.Factor.Piece
	if name := piece.Statement.Dist.Name; name != "dbern" && name != "dbin" {
		return false
	}
	link := p.letter(piece.Args[0])
	if !isCall(link, "ilogit", "phi") {
		return false
	}
	eta, size, name := link.Args[0], u.pool.Num(1), "omega"
	if len(piece.Args) > 1 {
		size = p.letter(piece.Args[1])
	}
	if link.Name == "phi" {
		name = "z"
	}
	a := w.auxiliary(name)
	var at []*expr.Expr
	for d := range piece.Rows.Counters {
		at = append(at, p.letter(&expr.Expr{Op: expr.Counter, Depth: d}))
	}
	v, half := u.pool.Elem(a, at...), u.pool.Num(0.5)
	if link.Name == "phi" {
		p.Log = u.pool.Sub(u.pool.Mul(v, eta), u.pool.Mul(half, u.pool.Pow(eta, 2)))
	} else {
		kappa := u.pool.Sub(p.letter(piece.Left), u.pool.Mul(half, size))
		p.Log = u.pool.Sub(u.pool.Mul(kappa, eta), u.pool.Mul(half, v, u.pool.Pow(eta, 2)))
	}
	return true
}

// auxiliary is the array of auxiliary variables.
func (w *writer) auxiliary(name string) *expr.Array {
	if w.Latent == nil {
		if w.g.Arrays[name] != nil {
			name += ".star"
		}
		w.Latent = expr.NewArray(name, nil)
		w.Latent.State, w.Latent.Unknowns = true, true
	}
	return w.Latent
}

// identity says which identity makes a binomial factor quadratic.
func (w *writer) identity() {
	name := named(w.Latent.Name)
	if strings.HasPrefix(w.Latent.Name, "z") {
		w.say("The normal distribution function $\\Phi$ is no polynomial. Albert and Chib (1993) give "+
			"each observation a hidden normal number $%s$, which is positive if the observation is 1 and "+
			"negative if it is 0:", name)
		w.formula(`\Phi(\eta) = P(z > 0), \qquad z \sim \mathrm{N}(\eta, 1)`)
		w.say("Given $%s$, what is left of the factor is $e^{z\\,\\eta - \\tfrac12\\,\\eta^2}$, and its "+
			"log is a parabola in $\\eta$. Each $%s$ is drawn first, from its normal distribution cut at "+
			"zero.", name, name)
		return
	}
	w.say("The function $\\log(1 + e^{\\eta})$ is no polynomial. Polson, Scott and Windle (2013) give "+
		"each observation a hidden number $%s$ with a Pólya-Gamma distribution, because:", name)
	w.formula(`\frac{(e^{\eta})^{r}}{(1 + e^{\eta})^{n}} = 2^{-n} e^{\kappa\,\eta} ` +
		`\int_0^\infty e^{-\omega\eta^2/2}\, \mathrm{PG}(\omega \mid n, 0)\, d\omega, ` +
		`\qquad \kappa = r - \tfrac{n}{2}`)
	w.say("Given $%s$, what is left of the factor is $e^{\\kappa\\,\\eta - \\tfrac12\\,\\omega\\,"+
		"\\eta^2}$, and its log is a parabola in $\\eta$. Each $%s$ is drawn first, from "+
		"$\\mathrm{PG}(n, \\eta)$.", name, name)
}
