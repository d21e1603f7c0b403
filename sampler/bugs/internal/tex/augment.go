package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// augment makes a binomial factor with a logit or probit link, or the factor of a Student t,
// quadratic by a variable for each row.
func (w *writer) augment(p *Place) bool {
	pool, piece := w.Unknown.pool, p.Factor.Piece
	letter := letterOf(piece)
	if letter == "" {
		return false
	}
	half, latent := pool.Num(0.5), w.auxiliary(p, letter)
	if letter == weights {
		mu, tau, k := p.letter(piece.Args[0]), p.letter(piece.Args[1]), p.letter(piece.Args[2])
		square := pool.Pow(pool.Sub(p.letter(piece.Left), mu), 2)
		p.Log = pool.Sub(pool.Mul(half, pool.Log(tau)),
			pool.Div(pool.Mul(latent, tau, square), k))
		return true
	}
	eta, size := p.letter(piece.Args[0]).Args[0], pool.Num(1)
	if len(piece.Args) > 1 {
		size = p.letter(piece.Args[1])
	}
	parabola := pool.Mul(half, pool.Pow(eta, 2))
	if letter == hidden {
		p.Log = pool.Sub(pool.Mul(latent, eta), parabola)
		return true
	}
	kappa := pool.Sub(p.letter(piece.Left), pool.Mul(half, size))
	p.Log = pool.Sub(pool.Mul(kappa, eta), pool.Mul(latent, parabola))
	return true
}

// The letters of auxiliary variables.
const (
	polyaGamma = "omega"
	hidden     = "z"
	weights    = "w"
)

// auxiliary is the auxiliary variable of a row. If several statements have such variables, the
// names say whose they are.
func (w *writer) auxiliary(p *Place, letter string) *expr.Expr {
	name, left := letter, p.Factor.Piece.Left.Name
	for _, f := range w.b.Form.Factors {
		if letterOf(f.Piece) == letter && f.Piece.Left.Name != left {
			name = letter + "." + left
		}
	}
	if w.g.Arrays[name] != nil {
		name += ".star"
	}
	k := slices.IndexFunc(w.Latents, func(a *expr.Array) bool { return a.Name == name })
	if k < 0 {
		k = len(w.Latents)
		a := expr.NewArray(name, nil)
		a.State, a.Unknowns = true, true
		w.Latents = append(w.Latents, a)
	}
	var at []*expr.Expr
	for d := range p.Factor.Piece.Rows.Counters {
		at = append(at, p.letter(&expr.Expr{Op: expr.Counter, Depth: d}))
	}
	return w.Unknown.pool.Elem(w.Latents[k], at...)
}

// letterOf is the letter of the auxiliary variables that a statement may have.
func letterOf(piece *graph.Piece) string {
	switch name := piece.Statement.Dist.Name; {
	case name == "dt":
		return weights
	case (name == "dbern" || name == "dbin") && isCall(piece.Args[0], "ilogit"):
		return polyaGamma
	case (name == "dbern" || name == "dbin") && isCall(piece.Args[0], "phi"):
		return hidden
	}
	return ""
}

// identities says which identities make factors quadratic.
func (w *writer) identities() {
	var above []string
	for _, a := range w.Latents {
		letter, _, _ := strings.Cut(a.Name, ".")
		if w.told[letter] {
			above = append(above, symbol(a))
			continue
		}
		w.told[letter] = true
		w.identity(symbol(a), letter)
	}
	if above != nil {
		w.say("As above, the variables $%s$ make these logarithms parabolas.", join(above, comma))
	}
}

func (w *writer) identity(name, letter string) {
	switch letter {
	case weights:
		w.say("The logarithm of a Student t density is no polynomial. But a Student t is a normal whose "+
			"precision has a random weight $%s$ (West 1984), because:", name)
		w.formula(`\left(1 + q\right)^{-a} = \frac{1}{\Gamma(a)} \int_0^\infty ` +
			`w^{a - 1} e^{-w (1 + q)}\, dw, ` +
			`\qquad q = \frac{\tau\,(x - \mu)^2}{k}, \quad a = \frac{k + 1}{2}`)
		w.say("Given $%s$, what is left of the factor is $\\sqrt{\\tau}\\,e^{-w\\,q}$, and its log is a "+
			"parabola in $x$ and $\\mu$. Each $%s$ is drawn first, from $\\mathrm{Gamma}(a, 1 + q)$.",
			name, name)
		return
	case hidden:
		w.say("The logarithm of $\\Phi(\\eta)$ is not a polynomial in $\\eta$. Albert and Chib (1993) "+
			"give "+
			"each observation a hidden normal number $%s$, which is positive if the observation is 1 and "+
			"negative if it is 0:", name)
		w.formula(`\Phi(\eta) = P(z > 0), \qquad z \sim \mathrm{N}(\eta, 1)`)
		w.say("Given $%s$, what is left of the factor is $e^{z\\,\\eta - \\tfrac12\\,\\eta^2}$, and its "+
			"log is a parabola in $\\eta$. Each $%s$ is drawn first, from its normal distribution cut at "+
			"zero.", name, name)
		return
	}
	eta, kappa := `\`+w.free("eta", "zeta", "xi"), `\`+w.free("kappa", "rho", "chi")
	fill := strings.NewReplacer(`\eta`, eta, `\kappa`, kappa, `\omega`, name).Replace
	w.say("%s", fill("With $\\eta = \\mathrm{logit}\\,p$, the log of a binomial factor is "+
		"$r\\,\\eta - n\\log(1 + e^{\\eta})$, which is not a polynomial in $\\eta$. Polson, Scott and "+
		"Windle (2013) give each observation a hidden number $\\omega$ with a Pólya-Gamma "+
		"distribution, because:"))
	w.formula(fill(`\frac{(e^{\eta})^{r}}{(1 + e^{\eta})^{n}} = 2^{-n} e^{\kappa\,\eta} ` +
		`\int_0^\infty e^{-\omega\eta^2/2}\, \mathrm{PG}(\omega \mid n, 0)\, d\omega, ` +
		`\qquad \kappa = r - \tfrac{n}{2}`))
	w.say("%s", fill("Given $\\omega$, what is left of the factor is $e^{\\kappa\\,\\eta - "+
		"\\tfrac12\\,\\omega\\,\\eta^2}$, and its log is a parabola in $\\eta$. Each $\\omega$ is "+
		"drawn first, from $\\mathrm{PG}(n, \\eta)$."))
}
