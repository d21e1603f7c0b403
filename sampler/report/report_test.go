package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTableText(t *testing.T) {
	table := Table{
		Head:  []string{"name", "value", "what"},
		Align: "lrl",
		Rows: [][]string{{"a", "1.5", "x"}, {"bc", "≤ 12", "1"}, {"ø", "–"}, {"d", "0.125", "–"},
			{"e", "1.0e-13", "2"}},
	}
	want := "name     value  what\n" +
		"a        1.5    x\n" +
		"bc    ≤ 12      1\n" +
		"ø            –\n" +
		"d        0.125  –\n" +
		"e      1.0e-13  2\n"
	if got := table.String(); got != want {
		t.Errorf("text\n%s\nwant\n%s", got, want)
	}
	if got := table.Decimals(); !slices.Equal(got[0], []int{0, 2, 0}) || !slices.Equal(got[1],
		[]int{0, 4, 0}) || !slices.Equal(got[2], []int{0, 0, 0}) {
		t.Errorf("decimals %v", got)
	}
	if table.Columns() != 3 || !table.IsText(0) || table.IsText(1) || table.IsText(9) {
		t.Error("columns or their kinds are wrong")
	}
	if got := (Table{}).String(); got != "" {
		t.Errorf("an empty table is %q", got)
	}
	if got := (Table{Rows: [][]string{{"1"}, {"10", "2"}}}).String(); got != " 1\n10  2\n" {
		t.Errorf("a table without a head is %q", got)
	}
}

func TestFraction(t *testing.T) {
	for cell, want := range map[string]int{"1": 0, "-0.25": 3, "≥ 2500": 0, "1.": -1, "": -1,
		"–": -1, "2.5e-11": -1, "1e+12": -1, "9.5 of 20": -1, "1.2.3": -1, "10 000.50": 3} {
		n, ok := fraction(cell)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("fraction(%q) is %d, want %d", cell, n, want)
		}
	}
}

func TestManyWarnings(t *testing.T) {
	r := Report{Verdict: "So so."}
	for k := range 12 {
		r.Warnings = append(r.Warnings, fmt.Errorf("trouble %d", k))
	}
	text := r.String()
	if !strings.HasPrefix(text, "So so.\n! trouble 0\n") || !strings.HasSuffix(text,
		"! trouble 9\n! and 2 more warnings\n") {
		t.Error(text)
	}
	r.Warnings = []error{errors.New("one")}
	if got := r.String(); got != "So so.\n! one\n" {
		t.Errorf("%q", got)
	}
}
