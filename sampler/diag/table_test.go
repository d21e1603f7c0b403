package diag

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/tables"
)

// ok is a row without problems for four chains of 1000 draws.
func ok(label string) Row {
	return Row{Label: label, Mean: 1, SD: 1, Lower: -1, Median: 1, Upper: 3, MCSEMean: 0.02,
		ESSBulk: 2500, ESSTail: 2600, RHat: 1.001}
}

func summaryOf(rows ...Row) *Summary { return &Summary{Rows: rows, Chains: 4, Draws: 1000} }

// array makes the rows of an array parameter.
func array(name string, elements int) []Row {
	rows := make([]Row, elements)
	for k := range rows {
		rows[k] = ok(fmt.Sprintf("%s[%d]", name, k))
		rows[k].Name = name
	}
	return rows
}

// firstColumn is the order of the table.
func firstColumn(s *Summary) string {
	var labels []string
	for _, row := range s.Report().Table.Rows {
		labels = append(labels, row[0])
	}
	return strings.Join(labels, "|")
}

func TestWorstFirst(t *testing.T) {
	bad, worse, few, fixed := ok("bad"), ok("worse"), ok("few"), ok("fixed")
	bad.RHat, worse.RHat, few.ESSTail = 1.2, 1.7, 90
	nan := math.NaN()
	gone := Row{"gone", nan, nan, nan, nan, nan, nan, nan, nan, nan, "gone"}
	fixed.SD, fixed.MCSEMean, fixed.ESSBulk, fixed.ESSTail, fixed.RHat = 0, nan, nan, nan, nan
	s := summaryOf(ok("z"), fixed, ok("a"), few, bad, ok("m"), worse, gone)
	if got, want := firstColumn(s), "gone !|worse !|bad !|few !|fixed !|z|a|m"; got != want {
		t.Errorf("order %s\n want %s", got, want)
	}
	if s.Rows[0].Label != "z" || s.Rows[7].Label != "gone" {
		t.Error("the rows themselves were sorted")
	}
}

func TestArraysAreGrouped(t *testing.T) {
	rows := append(array("theta", 1000), array("phi", 8)...)
	if got, want := firstColumn(summaryOf(rows...)),
		"theta[0]|theta[1]|theta[2]|theta: 997 "+
			"more|phi[0]|phi[1]|phi[2]|phi[3]|phi[4]|phi[5]|phi[6]|phi[7]"; got != want {
		t.Errorf("all well: %s", got)
	}
	rows[1003].RHat = 1.3
	for k := range 12 {
		rows[500+k].RHat = 1.1 + float64(k)/100
	}
	rows[20].ESSBulk, rows[20].MCSEMean, rows[30].RHat = 812.9, 0.0351, 1.0061
	table := summaryOf(rows...).Report().Table.Rows
	got := firstColumn(summaryOf(rows...))
	want := "phi[3] !|phi[0]|phi[1]|phi[2]|phi[4]|phi[5]|phi[6]|phi[7]|theta[511] !|theta[510] " +
		"!|theta[509] !|theta[508] !|theta[507] !|theta[506] !|theta[505] !|theta[504] !|theta: " +
		"992 more (4 with warnings)"
	if got != want {
		t.Errorf("with trouble: %s\n want %s", got, want)
	}
	// The bounds are of the rows that are not shown, four of them with an R-hat of up to 1.13, and
	// stay bounds.
	if rest := strings.Join(table[len(table)-1][6:], " "); rest != "≤ 0.036 ≥ 812 ≥ 2600 ≤ 1.130" {
		t.Errorf("bounds %s", rest)
	}
}

// Whatever the rows, the lines stand for all of them, and there are no more than tableLines.
func TestNothingIsSilentlyCut(t *testing.T) {
	for _, c := range []struct{ scalars, arrays, elements int }{{1, 0, 0}, {60, 0, 0}, {61, 0, 0},
		{59, 1, 8}, {52, 1, 8}, {59, 1, 9}, {300, 2, 4}, {3, 40, 9}, {0, 70, 8}, {5, 1, 100_000}} {
		var rows []Row
		for k := range c.scalars {
			rows = append(rows, ok(fmt.Sprint("p", k)))
		}
		for k := range c.arrays {
			rows = append(rows, array(fmt.Sprint("a", k), c.elements)...)
		}
		s := summaryOf(rows...)
		stands := 0
		for _, l := range s.lines() {
			if l.rest != nil {
				stands += len(l.rest)
			} else {
				stands++
			}
		}
		if lines := len(s.Report().Table.Rows); stands != len(rows) || lines > tableLines {
			t.Errorf("%+v: %d lines stand for %d of %d rows", c, lines, stands, len(rows))
		}
	}
	var rows []Row
	for k := range 70 {
		rows = append(rows, array(fmt.Sprint("a", k), 8)...)
	}
	if text := summaryOf(rows...).String(); !strings.Contains(text,
		"63 more parameters (504 rows)  ") {
		t.Errorf("the parameters left out are not counted:\n%s", text)
	}
}

func TestBoundsStayBounds(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{1.0061, "≤ 1.007"}, {1.006, "≤ 1.006"}, {0.9999, "≤ 1.000"}, {math.Inf(1), "∞"},
		{math.NaN(), "–"}} {
		if got := tables.Bound("≤ ", c.v, -3); got != c.want {
			t.Errorf("bound of %v is %s, want %s", c.v, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 9999: "9999", 10_000: "10\u00a0000",
		1234567: "1\u00a0234\u00a0567"} {
		if got := tables.Count(n); got != want {
			t.Errorf("count(%d) = %q", n, got)
		}
	}
}

// Rows that were asked for by name are shown, up to namedRows; a note says how to see the others.
func TestNamedRowsAreShown(t *testing.T) {
	for _, c := range []struct {
		named          bool
		arrays, others int   // two arrays, and scalars
		shown          []int // rows, not the lines that stand for others
	}{
		{true, 10, 0, []int{20}}, {false, 10, 0, []int{20}}, {true, 50, 0, []int{100}},
		{false, 20, 0, []int{6}},
		{true, 50, 1, []int{98, 99, 100}}, {true, 1000, 3, []int{98, 99}},
		{true, 0, 300, []int{99}}, {false, 0, 60, []int{60}},
	} {
		rows := append(array("a", c.arrays), array("b", c.arrays)...)
		for k := range c.others {
			rows = append(rows, ok(fmt.Sprint("p", k)))
		}
		s := summaryOf(rows...)
		s.named = c.named
		r, shown := s.Report(), 0
		for _, l := range s.lines() {
			if l.rest == nil {
				shown++
			}
		}
		if !slices.Contains(c.shown, shown) || len(r.Table.Rows) > max(namedRows, tableLines) {
			t.Errorf("%+v: %d rows shown, in %d lines", c, shown, len(r.Table.Rows))
		}
		if note := strings.Join(r.Notes, " "); (shown == len(rows)) != (note == "") ||
			note != "" && !strings.Contains(note, "ask for them by name") {
			t.Errorf("%+v: %d of %d rows, note %q", c, shown, len(rows), note)
		}
	}
	tr := sampler.Trace{}
	draws := [][]float64{make([]float64, 20), make([]float64, 20)}
	for i := range draws {
		for j := range draws[i] {
			draws[i][j] = float64(i + j)
		}
	}
	if err := tr.AddArray("theta",
		sampler.Array{Shape: []int{20}, Draws: [][][]float64{draws, draws}}); err != nil {
		t.Fatal(err)
	}
	all, err := Summarize(&tr)
	byName, err2 := Summarize(&tr, "theta")
	if err != nil || err2 != nil || len(all.Report().Table.Rows) >= 20 ||
		len(byName.Report().Table.Rows) != 20 {
		t.Errorf("%v, %v: %d and %d lines", err, err2, len(all.Report().Table.Rows),
			len(byName.Report().Table.Rows))
	}
}
