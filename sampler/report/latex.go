package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The widths of LaTeX's article, in points of its usual size. Digits and most small letters of its
// font are at most 5 wide, and capitals and signs at most 8.
const (
	textWidth   = 340. // less 5, because letters are not equally wide
	letterWidth = 5.
	signWidth   = 8.
	pointWidth  = 3.3
	columnGap   = 12. // two \tabcolsep
	leastText   = 75. // of a column whose text is broken into lines
	leastKey    = 27. // of a column that says what a row is, and not only marks it
)

// LaTeX is the table as a tabular, which pdflatex compiles without packages. Greek letters and
// signs are written in mathematics. Names in other alphabets need xelatex and a font.
//
// What is wider than the text of an article is broken: long texts into lines, and then the table
// into parts below each other, each of which begins with the texts that say what a row is.
func (t Table) LaTeX() string {
	widths := t.widths()
	var b strings.Builder
	for i, part := range t.parts(widths) {
		if i > 0 {
			b.WriteString("\n\\medskip\n\n\\noindent\n")
		}
		t.tabular(&b, part, widths)
	}
	return b.String()
}

// widths are about the widths of the columns.
func (t Table) widths() []float64 {
	w := make([]float64, t.Columns())
	for _, line := range t.lines() {
		for c, cell := range line {
			width := columnGap
			for _, r := range cell {
				switch {
				case r > unicode.MaxASCII || unicode.IsUpper(r):
					width += signWidth
				case strings.ContainsRune(" .,:;-il", r):
					width += pointWidth
				default:
					width += letterWidth
				}
			}
			w[c] = max(w[c], width)
		}
	}
	return w
}

// parts are the columns of each tabular. Widths of texts become smaller if that saves a part.
func (t Table) parts(widths []float64) [][]int {
	all := make([]int, len(widths))
	total, long := 0., []int{}
	for c, w := range widths {
		all[c] = c
		total += w
		if t.IsText(c) && w > leastText {
			long = append(long, c)
		}
	}
	slices.SortFunc(long, func(a, b int) int { return int(widths[b] - widths[a]) })
	for _, c := range long {
		if total > textWidth {
			w := max(leastText, widths[c]-(total-textWidth))
			total, widths[c] = total-widths[c]+w, w
		}
	}
	if total <= textWidth {
		return [][]int{all}
	}
	for c, w := range t.widths() {
		if widths[c] = w; t.IsText(c) {
			widths[c] = min(w, textWidth/2)
		}
	}
	var keys []int
	of := 0. // the width of the keys
	for _, c := range all {
		if !t.IsText(c) || of+widths[c] > textWidth/2 {
			break
		}
		if widths[c] > leastKey {
			keys, of = append(keys, c), of+widths[c]
		}
	}
	var parts [][]int
	part, room := []int{}, textWidth
	for _, c := range all {
		if len(part) > 0 && widths[c] > room {
			parts = append(parts, part)
			part, room = slices.Clone(keys), textWidth-of
		}
		part, room = append(part, c), room-widths[c]
	}
	return append(parts, part)
}

// tabular writes some columns. Texts that are wider than their column are broken into lines.
func (t Table) tabular(b *strings.Builder, columns []int, widths []float64) {
	natural := t.widths()
	narrow := func(c int) bool { return widths[c] < natural[c] }
	b.WriteString(`\begin{tabular}{`)
	for _, c := range columns {
		switch {
		case narrow(c):
			fmt.Fprintf(b, "p{%.0fpt}", widths[c]-columnGap)
		case t.IsText(c):
			b.WriteString("l")
		default:
			b.WriteString("r")
		}
	}
	b.WriteString("}\n\\hline\n")
	for i, line := range t.lines() {
		if i == 0 && len(t.Head) == 0 {
			continue
		}
		var cells []string
		end := ` \\`
		for _, c := range columns {
			cell := latex.Replace(line[c])
			if narrow(c) {
				cell, end = `\raggedright `+cell, ` \tabularnewline`
			}
			cells = append(cells, cell)
		}
		b.WriteString(strings.Join(cells, " & ") + end + "\n")
		if i == 0 {
			b.WriteString("\\hline\n")
		}
	}
	b.WriteString("\\hline\n\\end{tabular}\n")
}

// latex replaces what LaTeX would read as commands, and what pdflatex does not know.
var latex = func() *strings.Replacer {
	pairs := []string{`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`,
		"^", `\textasciicircum{}`, "<", "$<$", ">", "$>$", "|", "$|$", "\n", " ", "[", "{[}"}
	for _, special := range strings.Split("& % $ # _", " ") {
		pairs = append(pairs, special, `\`+special)
	}
	const signs = "− - × \\times ≥ \\ge ≤ \\le ± \\pm · \\cdot ∞ \\infty ≈ \\approx √ \\surd " +
		"Σ \\Sigma → \\to ² ^2 R\u0302 \\hat{R} k\u0302 \\hat{k} α \\alpha β \\beta γ \\gamma " +
		"δ \\delta ε \\varepsilon θ \\theta κ \\kappa λ \\lambda μ \\mu ν \\nu " +
		"π \\pi ρ \\rho σ \\sigma τ \\tau φ \\varphi ψ \\psi ω \\omega ζ \\zeta η \\eta ι \\iota " +
		"ξ \\xi υ \\upsilon χ \\chi Γ \\Gamma Δ \\Delta Θ \\Theta Λ \\Lambda Ξ \\Xi Π \\Pi Φ \\Phi " +
		"Ψ \\Psi Ω \\Omega ≠ \\ne ³ ^3 ₀ _0 ₁ _1 ₂ _2 ₃ _3 ₄ _4"
	for pair := range slices.Chunk(strings.Fields(signs), 2) {
		pairs = append(pairs, pair[0], "$"+pair[1]+"$")
	}
	return strings.NewReplacer(pairs...)
}()
