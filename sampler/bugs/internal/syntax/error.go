package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gibbslab/internal/spelling"
)

// A Pos is a place in a text. Both numbers begin at 1; Col counts characters, a tab as one.
type Pos struct{ Line, Col int }

// An Error is one mistake in a model, at a place. Line is the line of the text at this place.
type Error struct {
	Pos           Pos
	Message, Line string
}

// At is a mistake at a place of source. The format gives whole sentences.
func At(source string, pos Pos, format string, args ...any) *Error {
	lines, line := strings.Split(source, "\n"), ""
	if k := max(pos.Line, 1); k <= len(lines) {
		line = lines[k-1]
	}
	return &Error{pos, fmt.Sprintf(format, args...), strings.TrimSuffix(line, "\r")}
}

// Error is the place, the message, the line and a caret under the place.
func (e *Error) Error() string {
	line, col := window(e.Line, e.Pos.Col)
	blank := strings.Map(func(r rune) rune { // tabs stay, for they may be of any width
		if r == '\t' {
			return r
		}
		return ' '
	}, string(line[:col-1]))
	return fmt.Sprintf("line %d, column %d: %s\n\t%s\n\t%s^", e.Pos.Line, e.Pos.Col, e.Message,
		string(line), blank)
}

// window is the part of a line that fits on a screen, with column col in it, and where col is then.
func window(line string, col int) ([]rune, int) {
	const before, after = 70, 40
	runes := []rune(strings.ToValidUTF8(line, string(utf8.RuneError)))
	for i, r := range runes {
		if r != '\t' && !unicode.IsPrint(r) {
			runes[i] = utf8.RuneError
		}
	}
	col = min(max(1, col), len(runes)+1)
	if to := col - 1 + after; to < len(runes) {
		runes = append(runes[:to:to], '…')
	}
	if from := col - 1 - before; from > 0 {
		runes, col = append([]rune{'…'}, runes[from:]...), before+2
	}
	return runes, col
}

// Errors are the mistakes of a model, in the order of their places.
type Errors []*Error

// Error shows the mistakes, ten at most.
func (e Errors) Error() string {
	const most = 10
	var b strings.Builder
	for i, err := range e {
		if i == most {
			fmt.Fprintf(&b, "\nand %d more", len(e)-most)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(err.Error())
	}
	return b.String()
}

// Sort puts the mistakes in the order of their places.
func (e Errors) Sort() {
	slices.SortStableFunc(e, func(a, b *Error) int {
		return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col)
	})
}

// Add adds a mistake, but only one for each place.
func (e *Errors) Add(f *Error) {
	if !slices.ContainsFunc(*e, func(g *Error) bool { return g.Pos == f.Pos }) {
		*e = append(*e, f)
	}
}

// Suggest is " Did you mean tau?" if one of the known names is near, and "" otherwise.
func Suggest(name string, known []string) string {
	if near := spelling.Nearest(name, known); near != "" {
		return " Did you mean " + near + "?"
	}
	return ""
}
