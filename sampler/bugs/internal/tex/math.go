// Package tex writes down how the updates of a model are derived: as a text with formulas, in LaTeX
// and in plain Unicode. What it writes is made from sums of products that can be computed as well,
// and tests compare these with the joint density.
package tex

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gibbslab/sampler/bugs/internal/expr"
)

// Formulas are strings in LaTeX. What is negative begins with a minus sign.

const (
	times    = `\,`
	comma    = `, `
	wide     = `,\qquad `
	constant = ` + \text{const}` // ends a log density
)

func join(ms []string, sep string) string { return strings.Join(ms, sep) }

func paren(m string) string { return `\left(` + m + `\right)` }

func bracket(m string) string { return `\left[` + m + `\right]` }

// raise puts an exponent, and brackets around a base that has one: LaTeX refuses a second.
func raise(base, power string) string {
	depth := 0
	for rest := base; rest != ""; {
		var t string
		switch t, rest = token(rest); {
		case t == `\left`:
			depth++
		case t == `\right`:
			depth--
		case t == "^" && depth == 0:
			base, rest = paren(base), ""
		}
	}
	return base + `^{` + power + `}`
}

func inverse(m string) string { return raise(m, "-1") }

// Of very many terms the first and the last ones are written.
const first, last = 12, 4

// signed joins terms by their signs, with a mark where a line may be broken.
func signed(terms []string, mark string) (out string) {
	if more := len(terms) - first - last; more > first+last {
		dots := fmt.Sprintf(`\cdots\text{ (%d more) }`, more)
		terms = slices.Concat(terms[:first], []string{dots}, terms[len(terms)-last:])
	}
	for i, t := range terms {
		switch rest, negative := strings.CutPrefix(t, "-"); {
		case i == 0:
			out = t
		case negative:
			out += mark + " - " + rest
		default:
			out += mark + " + " + t
		}
	}
	return out
}

// number writes small fractions as fractions, and other numbers with six digits at most.
func number(v float64) string {
	if v < 0 {
		return "-" + number(-v)
	}
	if v != math.Trunc(v) && v < 100 {
		for q := 2.0; q <= 64; q++ {
			p := math.Round(v * q)
			switch near := math.Mod(q, 5) != 0 && p > 0 && math.Abs(v*q-p) < 1e-12*p; {
			case near && p == 1 && q == 2:
				return `\tfrac12`
			case near:
				return `\tfrac{` + number(p) + `}{` + number(q) + `}`
			}
		}
	}
	if math.IsInf(v, 1) {
		return `\infty`
	}
	s := strconv.FormatFloat(v, 'g', 6, 64)
	if v == math.Trunc(v) && v < 1e7 {
		s = strconv.FormatFloat(v, 'f', 0, 64)
	}
	m, e, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	power, _ := strconv.ParseFloat(e, 64)
	ten := raise("10", number(power))
	if m == "1" {
		return ten
	}
	return m + `\cdot ` + ten
}

var greek = map[string]string{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
	"zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
	"nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ",
	"psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π",
	"Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω"}

// word is a part of a name.
func word(s string) string {
	switch {
	case greek[s] != "":
		return `\` + s
	case utf8.RuneCountInString(s) == 1 || strings.Trim(s, "0123456789") == "":
		return s
	}
	return `\mathrm{` + strings.ReplaceAll(s, "_", `\_`) + `}`
}

// named is a name with indices: tau.c is τ with the subscript c, x.bar is x with a bar.
func named(name string, indices ...string) string {
	parts := strings.Split(strings.Trim(name, "."), ".")
	base, sub := parts[0], []string{}
	if stem := strings.TrimRight(base, "0123456789"); stem != "" && stem != base {
		base = stem
		sub = append(sub, parts[0][len(stem):])
	}
	for g := range greek { // beta0C
		if rest, ok := strings.CutPrefix(base, g); ok && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			base, sub = g, append([]string{rest}, sub...)
			break
		}
	}
	out := word(base)
	for _, p := range parts[1:] {
		switch p {
		case "bar", "hat":
			out = `\` + p + `{` + out + `}`
		case "star":
			out = raise(out, "*")
		default:
			sub = append(sub, word(p))
		}
	}
	return index(out, sub, indices)
}

// symbol is the name of a variable with indices, as named has it; sigma2 is σ².
func symbol(a *expr.Array, indices ...string) string {
	if a.Square {
		return index(word(strings.TrimSuffix(a.Name, "2"))+`^{2}`, nil, indices)
	}
	return named(a.Name, indices...)
}

// index puts the parts of a name and indices below a symbol.
func index(out string, sub, indices []string) string {
	if len(sub)+len(indices) == 0 {
		return out
	}
	all := append(append([]string{}, sub...), indices...)
	short := len(sub) == 0 || len(indices) == 0
	for _, m := range all {
		short = short && utf8.RuneCountInString(text(m)) == 1
	}
	switch {
	case short:
		return out + "_{" + join(all, "") + "}"
	case len(indices) == 0:
		return out + "_{" + join(sub, ",") + "}"
	case len(sub) == 0:
		return out + "_{" + atIndex + join(indices, ",") + "}"
	}
	return out + "_{" + join(sub, ",") + "," + atIndex + join(indices, ",") + "}"
}
