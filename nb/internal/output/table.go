package output

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/report"
)

// Table is a table of cells, of which [Text] writes all but numbers; see nb.Table.
type Table struct {
	Head []string
	Rows [][]any
	// Notes stand below the table, one in a line.
	Notes []string
}

// String is the text form: columns aligned with spaces.
func (t Table) String() string {
	return strings.Join(append([]string{strings.TrimRight(t.Cells().String(), "\n")}, t.Notes...),
		"\n")
}

// Message is the table in HTML and as text.
func (t Table) Message() Message {
	var b strings.Builder
	b.WriteString(htmlTable(t.Cells()))
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "\n<p>%s</p>", html.EscapeString(note))
	}
	return Message{Text: t.String(), HTML: b.String()}
}

// Cells writes all cells as text, and finds the columns of numbers.
func (t Table) Cells() report.Table {
	out := report.Table{Head: t.Head, Rows: make([][]string, len(t.Rows))}
	for i, row := range t.Rows {
		out.Rows[i] = make([]string, len(row))
	}
	align := make([]byte, out.Columns())
	for c := range align {
		decimals := t.decimals(c)
		align[c] = 'l'
		if len(t.Rows) > 0 {
			align[c] = 'r'
		}
		for i, row := range t.Rows {
			if c >= len(row) {
				continue
			}
			if x, ok := row[c].(float64); ok {
				out.Rows[i][c] = fourDigits(x, decimals)
			} else {
				out.Rows[i][c] = Text(row[c])
			}
			if !isNumber(row[c], out.Rows[i][c]) {
				align[c] = 'l'
			}
		}
	}
	out.Align = string(align)
	return out
}

// decimals is the number of decimals that four significant digits of the numbers in a column
// take, zeros at the end left out.
func (t Table) decimals(column int) int {
	most := 0
	for _, row := range t.Rows {
		if column < len(row) {
			if x, ok := row[column].(float64); ok {
				if _, after, ok := strings.Cut(fmt.Sprintf("%.4g", x), "."); ok &&
					!strings.Contains(after, "e") {
					most = max(most, len(after))
				}
			}
		}
	}
	return most
}

// fourDigits writes a number with four significant digits, or with fewer if that takes more
// decimals than given.
func fourDigits(x float64, decimals int) string {
	text := fmt.Sprintf("%.4g", x)
	if strings.Contains(text, "e") || math.IsInf(x, 0) || math.IsNaN(x) {
		return text
	}
	whole, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	room := 4 - len(whole) // of the digits that count, those after the point
	if whole == "0" {
		room = decimals
		if x != 0 {
			room = 3 - int(math.Floor(math.Log10(math.Abs(x))))
		}
	}
	_, after, _ := strings.Cut(text, ".")
	return strconv.FormatFloat(x, 'f', max(len(after), min(decimals, room)), 64)
}

// isNumber tells whether a cell that was given as v belongs in a column of numbers. Text does if
// it reads as a number or a bound, or stands where one is missing: the caller chose its digits.
func isNumber(v any, s string) bool {
	if _, isText := v.(string); !isText {
		_, err := strconv.ParseFloat(s, 64)
		return err == nil
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "≤ "), "≥ ")
	_, err := strconv.ParseFloat(strings.TrimSuffix(s, " %"), 64)
	return err == nil || s == "" || s == "–" || s == "∞"
}

// Text is the text form of an item that is no picture.
func Text(item any) string {
	switch v := item.(type) {
	case string:
		return v
	case time.Duration:
		return Rounded(v).String()
	case mat.Matrix:
		return fmt.Sprintf("%.4g", mat.Formatted(v, mat.Squeeze(), mat.Excerpt(excerpt(v))))
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case float64:
		return paint.Number(v)
	case float32:
		return paint.Number(float64(v))
	case []float64:
		return shortened(v, paint.Number)
	case []int:
		return shortened(v, func(i int) string { return fmt.Sprint(i) })
	}
	return fmt.Sprint(item)
}

// Rounded keeps three significant digits.
func Rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d.Abs()/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// Of longer slices and larger matrices, only the ends are shown.
const shownWhole, shownHead, shownTail = 12, 8, 2

func shortened[T any](values []T, format func(T) string) string {
	var words []string
	for i, v := range values {
		if len(values) > shownWhole && shownHead <= i && i < len(values)-shownTail {
			if i == shownHead {
				words = append(words, "…")
			}
			continue
		}
		words = append(words, format(v))
	}
	s := "[" + strings.Join(words, " ") + "]"
	if len(values) > shownWhole {
		s += fmt.Sprintf(" (%d values)", len(values))
	}
	return s
}

func excerpt(m mat.Matrix) int {
	r, c := m.Dims()
	if max(r, c) > shownWhole {
		return shownWhole / 4
	}
	return 0
}
