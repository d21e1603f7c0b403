package tex

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Marks in formulas that no output has: where a line may be broken, and where the indices of an
// element begin, which a text has in brackets.
const (
	mayBreak = "\x00"
	atIndex  = "\x01"
)

var unmarked = strings.NewReplacer(mayBreak, "", atIndex, "")

// symbols are the commands of LaTeX that stand for a character, besides Greek letters.
var symbols = map[string]string{`\,`: " ", `\;`: " ", `\mid`: "|", `\cdots`: "…", `\dots`: "…",
	`\infty`: "∞", `\ni`: "∋", `\to`: "→", `\varepsilon`: "ε", `\cdot`: "·", `\le`: "≤", `\ge`: "≥",
	`\ne`: "≠", `\in`: "∈", `\sim`: "~", `\partial`: "∂",
	`\propto`: "∝", `\top`: "ᵀ", `\int`: "∫", "-": "−", `\left`: "", `\right`: "", mayBreak: ""}

// text writes a formula as plain Unicode. It knows the LaTeX that this package writes.
func text(s string) string {
	out := ""
	next := func() (t string) {
		t, s = token(s)
		return t
	}
	argument := func() string { return text(inside(next())) }
	for s != "" {
		switch t := next(); t {
		case `\frac`, `\tfrac`:
			f := tight(argument()) + "/" + tight(argument())
			switch {
			case t == `\tfrac` && f == "1/2":
				f = "½"
			case t == `\frac` && strings.HasPrefix(s, `\,`):
				f = "(" + f + ")"
			}
			out += f
		case `\sqrt`:
			out += "√" + tight(argument())
		case `\bar`:
			out += argument() + "\u0304"
		case `\overline`:
			out += "mean(" + argument() + ")"
		case `\hat`:
			out += argument() + "\u0302"
		case `\mathrm`, `\text`, `\operatorname`:
			out += argument()
		case `\sum`, `\prod`:
			next()
			under := argument()
			if strings.HasPrefix(s, "^") {
				next()
				under += "…" + argument()
			}
			if utf8.RuneCountInString(under) > 1 {
				under = "{" + under + "}"
			}
			out += map[string]string{`\sum`: "Σ_", `\prod`: "Π_"}[t] + under
		case "^":
			out += raised(argument())
		case "_":
			sub, indices, some := cutIndex(inside(next()))
			if sub != "" {
				out += "_" + text(strings.TrimSuffix(sub, ","))
			}
			if some {
				out += "[" + text(indices) + "]"
			}
		case `\log`, `\exp`, `\max`, `\min`, `\sin`, `\cos`:
			if out != "" && strings.TrimRight(out, " ([|{−") == out {
				out += " "
			}
			out += t[1:]
			if strings.HasPrefix(s, `\`) && !strings.HasPrefix(s, `\left`) {
				out += " "
			}
		case `\quad`, `\qquad`:
			out = strings.TrimRight(out, " ") + "   "
		default:
			out += plain(t)
			if t == `\cdot` {
				s = strings.TrimPrefix(s, " ")
			}
		}
		for strings.HasSuffix(out, " ") && (strings.HasPrefix(s, " ") || strings.HasPrefix(s, `\;`)) {
			next()
		}
	}
	return out
}

// plain is a character for a token.
func plain(t string) string {
	if s, ok := symbols[t]; ok {
		return s
	}
	name := strings.TrimPrefix(t, `\`)
	if g, ok := greek[name]; ok && name != t {
		return g
	}
	return name
}

// cutIndex cuts a subscript at its mark, which must not be that of an index inside it.
func cutIndex(s string) (sub, indices string, some bool) {
	depth := 0
	for i := range len(s) {
		switch {
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case depth == 0 && strings.HasPrefix(s[i:], atIndex):
			return s[:i], s[i+len(atIndex):], true
		}
	}
	return s, "", false
}

// token cuts the first command, group in braces, or character off.
func token(s string) (t, rest string) {
	_, n := utf8.DecodeRuneInString(s)
	letter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	switch {
	case s == "":
	case s[0] == '\\' && len(s) > 1:
		for n = 1; n < len(s) && letter(s[n]); n++ {
		}
		n = max(n, 2)
	case s[0] == '{':
		for depth := 1; depth > 0; n++ {
			switch {
			case s[n] == '\\':
				n++
			case s[n] == '{':
				depth++
			case s[n] == '}':
				depth--
			}
		}
	}
	return s[:n], s[n:]
}

// inside is a token without its braces.
func inside(t string) string {
	if strings.HasPrefix(t, "{") {
		return t[1 : len(t)-1]
	}
	return t
}

var superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵",
	"6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "−", "⁻")

// raised is an exponent.
func raised(s string) string {
	if s == "ᵀ" || s == "*" {
		return s
	}
	if t := superscripts.Replace(s); strings.Trim(t, "⁰¹²³⁴⁵⁶⁷⁸⁹⁻") == "" {
		return t
	}
	return "^" + tight(s)
}

// tight is text that can stand beside a fraction bar or an exponent.
func tight(s string) string {
	depth := 0
	if slices.ContainsFunc([]rune(s), func(r rune) bool {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		}
		return depth == 0 && strings.ContainsRune(" +−·/", r)
	}) {
		return "(" + s + ")"
	}
	return s
}
