package nb

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is shown as a table: a plain one in HTML, which GitHub, nbviewer and JupyterLab all draw, and
// aligned columns as text. Numbers stand at the right, everything else at the left.
//
// A cell is anything that [Show] shows as text; a float64 has four significant digits. To choose others, give
// text: fmt.Sprintf("%.2f", x).
type Table struct {
	Head []string
	Rows [][]any
	// Notes stand below the table, one in a line.
	Notes []string
}

// String is the text form: columns aligned with spaces.
func (t Table) String() string {
	cells, right := t.cells()
	width := make([]int, len(right))
	for _, row := range cells {
		for c, s := range row {
			width[c] = max(width[c], utf8.RuneCountInString(s))
		}
	}
	var rows []string
	for _, row := range cells {
		var b strings.Builder
		for c, s := range row {
			pad := strings.Repeat(" ", width[c]-utf8.RuneCountInString(s))
			if right[c] {
				b.WriteString(pad + s)
			} else {
				b.WriteString(s + pad)
			}
			b.WriteString("  ")
		}
		rows = append(rows, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(append(rows, t.Notes...), "\n")
}

// html is a plain table: no colours, which would be wrong in one of the themes, no style, which GitHub
// removes, and no script.
func (t Table) html() string {
	cells, right := t.cells()
	var b strings.Builder
	b.WriteString("<table>\n")
	for i, row := range cells {
		tag := "td"
		if i == 0 && len(t.Head) > 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for c, s := range row {
			align := "left"
			if right[c] {
				align = "right"
			}
			fmt.Fprintf(&b, "<%s align=%q>%s</%s>", tag, align, html.EscapeString(s), tag)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>")
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "\n<p>%s</p>", html.EscapeString(note))
	}
	return b.String()
}

func (t Table) message() message { return message{Text: t.String(), HTML: t.html()} }

// cells writes all cells as text, the head first, and finds the columns of numbers.
func (t Table) cells() (cells [][]string, right []bool) {
	columns := len(t.Head)
	for _, row := range t.Rows {
		columns = max(columns, len(row))
	}
	right = make([]bool, columns)
	for c := range right {
		right[c] = len(t.Rows) > 0
	}
	if len(t.Head) > 0 {
		cells = append(cells, make([]string, columns))
		copy(cells[0], t.Head)
	}
	for _, row := range t.Rows {
		texts := make([]string, columns)
		for c, v := range row {
			if x, ok := v.(float64); ok {
				texts[c] = fmt.Sprintf("%.4g", x)
			} else {
				texts[c] = textOf(v)
			}
			right[c] = right[c] && looksNumeric(texts[c])
		}
		cells = append(cells, texts)
	}
	return cells, right
}

// looksNumeric tells whether a cell is a number, or a bound of numbers, or stands where one is missing.
func looksNumeric(s string) bool {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "≤ "), "≥ ")
	_, err := strconv.ParseFloat(strings.TrimSuffix(s, " %"), 64)
	return err == nil || s == "" || s == "–" || s == "∞"
}

// reporter is what says in a sentence what was found, and in a table how. Table has the head first. Lines
// of String that begin with "! " are warnings.
type reporter interface {
	Verdict() string
	Table() [][]string
	String() string
}

// reportMessage shows the verdict, the table and the warnings, each with the words and digits of the text. Without
// warnings given it takes those of the text.
func reportMessage(r reporter, warnings []error) message {
	cells := r.Table()
	var t Table
	for i, row := range cells {
		if i == 0 {
			t.Head = row
			continue
		}
		values := make([]any, len(row))
		for c := range row {
			values[c] = row[c]
		}
		t.Rows = append(t.Rows, values)
	}
	text := strings.TrimRight(r.String(), "\n")
	var notes []string
	for _, w := range warnings {
		notes = append(notes, w.Error())
	}
	for line := range strings.Lines(text) {
		if w, ok := strings.CutPrefix(line, "! "); ok && len(warnings) == 0 {
			notes = append(notes, strings.TrimSpace(w))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<p><b>%s</b></p>\n", html.EscapeString(r.Verdict()))
	if len(t.Rows) > 0 {
		b.WriteString(t.html() + "\n")
	}
	if len(notes) > 0 {
		b.WriteString("<ul>\n")
		for _, w := range notes {
			fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(w))
		}
		b.WriteString("</ul>")
	}
	return message{Text: text, HTML: strings.TrimRight(b.String(), "\n")}
}
