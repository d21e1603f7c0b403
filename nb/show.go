package nb

import (
	"fmt"
	"html"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/report"
)

// Show displays anything: plots (*plot.Plot; neighbours go side by side), a [Grid] of plots, an
// [Animation], an [Exploration], a *diag.Summary, the reports of sampler/verify and any other report.Reporter, a [Table], a
// mat.Matrix, a time.Duration, an error, text, numbers, slices of numbers (long ones shortened),
// and whatever has a String method. The result of [Report] is a page with several outputs.
//
// Each item is one output: a picture as PNG, as SVG unless that is large, and as text. Outside a
// notebook Show prints the text.
func Show(items ...any) {
	if farm.Worker() {
		return // before anything is drawn
	}
	for i := 0; i < len(items); i++ {
		if page, ok := items[i].(Page); ok {
			emit(page.messages()...)
			continue
		}
		var plots []*plot.Plot
		for ; i < len(items); i++ {
			p, ok := items[i].(*plot.Plot)
			if !ok {
				break
			}
			plots = append(plots, p)
		}
		if len(plots) > 0 {
			emit(messageOf(Grid{Plots: plots}))
			i--
			continue
		}
		emit(messageOf(items[i]))
	}
}

// messageOf renders one item.
func messageOf(item any) message {
	switch v := item.(type) {
	case Grid:
		if !inNotebook() {
			return message{Text: v.String()} // nobody would see the picture
		}
		return v.message()
	case Table:
		return v.message()
	case Animation:
		return v.message()
	case Exploration:
		return v.message()
	case report.Report:
		return reportMessage(v)
	case report.Reporter:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			panic(fmt.Sprintf("show: the %T is nil: was the error that came with it looked at?", v))
		}
		return reportMessage(v.Report())
	}
	text := textOf(item)
	if _, ok := item.(error); ok {
		return message{Text: text, HTML: paragraphs(text)}
	}
	if utf8.RuneCountInString(text) > shownLine && !strings.Contains(text, "\n") {
		return message{Text: text, HTML: paragraphs(text)}
	}
	return message{Text: text}
}

// paragraphs makes a paragraph of each line of text. Paragraphs break between words, and plain text
// breaks anywhere.
func paragraphs(text string) string {
	lines := strings.Split(html.EscapeString(text), "\n")
	return "<p>" + strings.Join(lines, "</p>\n<p>") + "</p>"
}

// shownLine is the length of a line that may be too long for a cell. JupyterLab breaks lines of
// plain text anywhere, in the middle of a number too, and those of HTML between words.
const shownLine = 80

// textOf is the text form of an item that is no picture.
func textOf(item any) string {
	switch v := item.(type) {
	case string:
		return v
	case time.Duration:
		return roundDuration(v).String()
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

// roundDuration keeps three significant digits.
func roundDuration(d time.Duration) time.Duration {
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
