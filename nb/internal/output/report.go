package output

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"gibbslab/sampler/report"
)

// ReportMessage shows the verdict, the table, its notes and the warnings.
func ReportMessage(r report.Report) Message {
	var b strings.Builder
	style := ""
	if r.Wrong {
		style = ` style="color:` + Red + `"`
	}
	fmt.Fprintf(&b, "<p%s><b>%s</b></p>\n", style, html.EscapeString(r.Verdict))
	if len(r.Table.Rows) > 0 {
		b.WriteString(htmlTable(r.Table) + "\n")
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(note))
	}
	if len(r.Warnings) > 0 {
		b.WriteString("<ul>\n")
		for _, w := range r.Warnings {
			fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(w.Error()))
		}
		b.WriteString("</ul>")
	}
	return Message{Text: strings.TrimRight(r.String(), "\n"), HTML: strings.TrimRight(b.String(),
		"\n")}
}

// htmlTable is a plain table: no colours, which would be wrong in one of the themes, and no
// script. JupyterLab's own style sets all cells to the right and is stronger than the attribute
// align, and GitHub removes styles, so text columns have both.
func htmlTable(t report.Table) string {
	var b strings.Builder
	b.WriteString("<table>\n")
	room := t.Decimals()
	row := func(tag string, cells []string, room []int) {
		b.WriteString("<tr>")
		for c := range t.Columns() {
			text := ""
			if c < len(cells) {
				text = unbroken(cells[c])
			}
			align := `align="right"`
			if t.IsText(c) {
				align = `align="left" style="text-align:left"`
			} else if room != nil && room[c] > 0 {
				text += decimalRoom(text, room[c])
			}
			fmt.Fprintf(&b, "<%s %s>%s</%s>", tag, align, html.EscapeString(text), tag)
		}
		b.WriteString("</tr>\n")
	}
	if len(t.Head) > 0 {
		row("th", t.Head, nil)
	}
	for i, cells := range t.Rows {
		row("td", cells, room[i])
	}
	b.WriteString("</table>")
	return b.String()
}

// shortCell is the length up to which a cell stays on one line.
const shortCell = 32

// unbroken keeps a short cell, such as "< 1e-300" or "1.00 0.00 1.00", on one line.
func unbroken(cell string) string {
	if utf8.RuneCountInString(cell) > shortCell {
		return cell
	}
	return strings.ReplaceAll(cell, " ", "\u00a0")
}

// decimalRoom is as wide as the n characters that a number has fewer than others: figure spaces
// are as wide as digits, and the punctuation space, for a whole number, as the point.
func decimalRoom(number string, n int) string {
	if strings.Contains(number, ".") {
		return strings.Repeat("\u2007", n)
	}
	return "\u2008" + strings.Repeat("\u2007", n-1)
}

// Colours of the badge before a sentence. No text colour has a contrast of 4.5 with both a white
// page and JupyterLab's dark page. So the sentence keeps the colour of the page, and the sign is
// white on one of these.
const (
	Green = "#1a7f37"
	Red   = "#c62828"
	Grey  = "#6a6a6a"
)

// Sentence is a claim with a badge of this colour before it.
func Sentence(colour, sign, claim string) Message {
	const badge = `<b style="background-color:%s;color:#ffffff;padding:0 0.35em;` +
		`border-radius:3px">%s</b> %s`
	return Message{
		Text: sign + " " + claim,
		HTML: fmt.Sprintf(badge, colour, sign, html.EscapeString(claim)),
	}
}

// Say shows a claim with a badge.
func Say(colour, sign, claim string) { Emit(Sentence(colour, sign, claim)) }

// Paragraphs makes a paragraph of each line of text. Paragraphs break between words, and plain text
// breaks anywhere.
func Paragraphs(text string) string {
	lines := strings.Split(html.EscapeString(text), "\n")
	return "<p>" + strings.Join(lines, "</p>\n<p>") + "</p>"
}

// Plural writes a number with a noun, which has an s unless the number is 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
