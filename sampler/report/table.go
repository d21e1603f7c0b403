package report

import (
	"strings"
	"unicode/utf8"
)

// A Table holds cells of text in rows and columns.
type Table struct {
	// Head names the columns; nil for a table without head.
	Head []string
	// Rows may be shorter than the longest one: the cells that are missing are empty.
	Rows [][]string
	// Align has a letter for each column: l for text, which stands at the left, and r for
	// numbers, which stand at the right with their decimal points below each other. Columns
	// without a letter are numbers.
	Align string
}

// Columns is the number of columns.
func (t Table) Columns() int {
	n := len(t.Head)
	for _, row := range t.Rows {
		n = max(n, len(row))
	}
	return n
}

// IsText tells whether a column stands at the left.
func (t Table) IsText(column int) bool {
	return column < len(t.Align) && t.Align[column] == 'l'
}

// Decimals tells how many characters the number in each cell has to its point's right, the point
// included, fewer than the longest of its column: so much room at the right puts the points below
// each other. It is 0 for text, and for what is no decimal number.
func (t Table) Decimals() [][]int {
	room := make([][]int, len(t.Rows))
	most := make([]int, t.Columns())
	for i, row := range t.Rows {
		room[i] = make([]int, len(most))
		for c, cell := range row {
			if n, ok := fraction(cell); ok && !t.IsText(c) {
				room[i][c] = n
				most[c] = max(most[c], n)
			} else {
				room[i][c] = -1
			}
		}
	}
	for i, row := range room {
		for c, n := range row {
			if n < 0 || c >= len(t.Rows[i]) {
				room[i][c] = 0
			} else {
				room[i][c] = most[c] - n
			}
		}
	}
	return room
}

// fraction is the length of the point and the digits after it, 0 for a whole number.
func fraction(cell string) (length int, ok bool) {
	digits := strings.TrimRight(cell, "0123456789")
	switch {
	case len(digits) == len(cell):
		return 0, false
	case strings.HasSuffix(digits, ".") && !strings.ContainsAny(strings.TrimSuffix(digits, "."), "."):
		return len(cell) - len(digits) + 1, true
	}
	return 0, !strings.ContainsAny(digits, ".e") // of 1e+12 and 2.5e-11 there is no point to align
}

// String is the table as text, its columns aligned by spaces and two spaces apart.
func (t Table) String() string {
	lines := make([][]string, 0, len(t.Rows)+1)
	if len(t.Head) > 0 {
		lines = append(lines, t.Head)
	}
	room := t.Decimals()
	for i, row := range t.Rows {
		line := make([]string, len(row))
		for c, cell := range row {
			line[c] = cell + strings.Repeat(" ", room[i][c])
		}
		lines = append(lines, line)
	}
	width := make([]int, t.Columns())
	for _, line := range lines {
		for c, cell := range line {
			width[c] = max(width[c], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var text strings.Builder
		for c, cell := range line {
			pad := strings.Repeat(" ", width[c]-utf8.RuneCountInString(cell))
			if c > 0 {
				text.WriteString("  ")
			}
			if t.IsText(c) {
				text.WriteString(cell + pad)
			} else {
				text.WriteString(pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
	return b.String()
}
