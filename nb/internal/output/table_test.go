package output

import (
	"math"
	"testing"
)

// Numbers of a column have the same number of decimals as far as four digits go, and lose none.
func TestColumnsOfNumbers(t *testing.T) {
	for _, c := range []struct{ in, want []any }{
		{[]any{1.0, 4.558}, []any{"1.000", "4.558"}},
		{[]any{0.01615, 0.0163}, []any{"0.01615", "0.01630"}},
		{[]any{1234.0, 0.01615}, []any{"1234", "0.01615"}},
		{[]any{85.5, 100.0, -3.25}, []any{"85.50", "100.0", "-3.25"}},
		{[]any{0.5, 0.0003}, []any{"0.5000", "0.0003"}},
		{[]any{1.0, 2.0, 12345.0}, []any{"1", "2", "1.234e+04"}},
		{[]any{0.0, 0.25, math.NaN(), math.Inf(1)}, []any{"0.00", "0.25", "NaN", "+Inf"}},
		{[]any{9.9996, 1e-9, 1.5}, []any{"10.0", "1e-09", "1.5"}},
		{[]any{7, 2.5}, []any{"7", "2.5"}},
	} {
		table := Table{Head: []string{"x"}}
		for _, v := range c.in {
			table.Rows = append(table.Rows, []any{v})
		}
		got := table.Cells()
		for i, want := range c.want {
			if got.Rows[i][0] != want || got.IsText(0) {
				t.Errorf("%v: %q, want %v", c.in, got.Rows, c.want)
				break
			}
		}
	}
	mixed := Table{Rows: [][]any{{"a", "1.5", 3, "0.9 of 1"}, {"b", "–", 12.5}}}.Cells()
	if mixed.Align != "lrrl" {
		t.Errorf("alignment %q", mixed.Align)
	}
}
