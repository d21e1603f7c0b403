package output

import (
	"fmt"
	"gibbslab/nb/internal/paint"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"
)

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
