// Package tex writes down how the updates of a model are derived: as a text with formulas, in LaTeX
// and in plain Unicode. What it writes is made from sums of products that can be computed as well,
// and tests compare these with the joint density.
package tex

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gibbslab/sampler/bugs/internal/expr"
)

// A Math is a formula, or a line with formulas, in LaTeX and as text.
type Math struct{ TeX, Text string }

func both(s string) Math { return Math{s, s} }

func cat(ms ...Math) (out Math) {
	for _, m := range ms {
		out.TeX += m.TeX
		out.Text += m.Text
	}
	return out
}

func join(ms []Math, sep Math) (out Math) {
	for i, m := range ms {
		if i > 0 {
			out = cat(out, sep)
		}
		out = cat(out, m)
	}
	return out
}

var (
	times = Math{`\,`, " "}
	comma = Math{`, `, ", "}
	minus = Math{"-", "−"}
	wide  = Math{`,\qquad `, ",   "}
	// constant ends a log density.
	constant = Math{` + \text{const}`, " + const"}
)

func paren(m Math) Math { return Math{`\left(` + m.TeX + `\right)`, "(" + m.Text + ")"} }

func bracket(m Math) Math { return Math{`\left[` + m.TeX + `\right]`, "[" + m.Text + "]"} }

// tight is text that can stand beside a fraction bar or an exponent.
func tight(s string) string {
	depth := 0
	for _, r := range s {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case depth == 0 && strings.ContainsRune(" +−·/", r):
			return "(" + s + ")"
		}
	}
	return s
}

func fraction(up, down Math) Math {
	return Math{`\frac{` + up.TeX + `}{` + down.TeX + `}`, tight(up.Text) + "/" + tight(down.Text)}
}

var superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵",
	"6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "−", "⁻")

func raise(base, power Math) Math {
	if hasPower(base.TeX) {
		base = paren(base)
	}
	text := superscripts.Replace(power.Text)
	if strings.Trim(text, "⁰¹²³⁴⁵⁶⁷⁸⁹⁻") != "" {
		text = "^" + tight(power.Text)
	}
	return Math{base.TeX + `^{` + power.TeX + `}`, base.Text + text}
}

// hasPower tells whether LaTeX has an exponent outside brackets: a second one would be a mistake.
func hasPower(tex string) bool {
	depth := 0
	for i, c := range tex {
		switch {
		case strings.HasPrefix(tex[i:], `\left`) || c == '{':
			depth++
		case strings.HasPrefix(tex[i:], `\right`) || c == '}':
			depth--
		case c == '^' && depth == 0:
			return true
		}
	}
	return false
}

func root(m Math) Math {
	text := "√" + tight(m.Text)
	return Math{`\sqrt{` + m.TeX + `}`, text}
}

// number writes small fractions as fractions, and other numbers with six digits at most.
func number(v float64) Math {
	if v < 0 {
		return cat(minus, number(-v))
	}
	if v != math.Trunc(v) && v < 100 {
		for q := 2.0; q <= 64; q++ {
			if p := math.Round(v * q); math.Mod(q, 5) != 0 && p > 0 && math.Abs(v*q-p) < 1e-12*p {
				s := strconv.Itoa(int(p)) + "/" + strconv.Itoa(int(q))
				if s == "1/2" {
					return Math{`\tfrac12`, "½"}
				}
				return Math{`\tfrac{` + strings.Replace(s, "/", "}{", 1) + `}`, s}
			}
		}
	}
	if math.IsInf(v, 1) {
		return Math{`\infty`, "∞"}
	}
	s := strconv.FormatFloat(v, 'g', 6, 64)
	if v == math.Trunc(v) && v < 1e7 {
		s = strconv.FormatFloat(v, 'f', 0, 64)
	}
	m, e, ok := strings.Cut(s, "e")
	if !ok {
		return both(s)
	}
	power, _ := strconv.Atoi(e)
	ten := raise(both("10"), number(float64(power)))
	if m == "1" {
		return ten
	}
	return cat(both(m), Math{`\cdot `, "·"}, ten)
}

var greek = map[string]string{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
	"zeta": "ζ", "eta": "η",
	"theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
	"rho": "ρ", "sigma": "σ",
	"tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
	"Theta": "Θ", "Lambda": "Λ",
	"Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω"}

// word is a part of a name.
func word(s string) Math {
	if g, ok := greek[s]; ok {
		return Math{`\` + s, g}
	}
	if utf8.RuneCountInString(s) == 1 || strings.Trim(s, "0123456789") == "" {
		return both(s)
	}
	return Math{`\mathrm{` + strings.ReplaceAll(s, "_", `\_`) + `}`, s}
}

// named is a name with indices: tau.c is τ with the subscript c, x.bar is x with a bar.
func named(name string, indices ...Math) Math {
	parts := strings.Split(strings.Trim(name, "."), ".")
	base, sub := parts[0], []Math{}
	if stem := strings.TrimRight(base, "0123456789"); stem != "" && stem != base {
		base = stem
		sub = append(sub, both(parts[0][len(stem):]))
	}
	for g := range greek { // beta0C
		if rest, ok := strings.CutPrefix(base, g); ok && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			base, sub = g, append([]Math{both(rest)}, sub...)
			break
		}
	}
	out := word(base)
	for _, p := range parts[1:] {
		switch p {
		case "bar":
			out = Math{`\bar{` + out.TeX + `}`, out.Text + "\u0304"}
		case "hat":
			out = Math{`\hat{` + out.TeX + `}`, out.Text + "\u0302"}
		case "star":
			out = Math{out.TeX + `^{*}`, out.Text + "*"}
		default:
			sub = append(sub, word(p))
		}
	}
	return index(out, sub, indices)
}

// symbol is the name of a variable with indices, as named has it; sigma2 is σ².
func symbol(a *expr.Array, indices ...Math) Math {
	if a.Square {
		return index(raise(word(strings.TrimSuffix(a.Name, "2")), both("2")), nil, indices)
	}
	return named(a.Name, indices...)
}

// index puts the parts of a name and indices below a symbol.
func index(out Math, sub, indices []Math) Math {
	if len(sub)+len(indices) == 0 {
		return out
	}
	all := append(append([]Math{}, sub...), indices...)
	short := len(sub) == 0 || len(indices) == 0
	for _, m := range all {
		short = short && utf8.RuneCountInString(m.Text) == 1
	}
	if len(sub) > 0 {
		out.Text += "_" + join(sub, both(",")).Text
	}
	switch {
	case short && len(indices) > 0:
		out.Text += "_" + join(indices, Math{}).Text
	case len(indices) > 0:
		out.Text += "[" + join(indices, both(",")).Text + "]"
	}
	sep := both(",")
	if short {
		sep = Math{}
	}
	out.TeX += "_{" + join(all, sep).TeX + "}"
	return out
}
