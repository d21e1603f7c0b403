package nb

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler/report"
)

type fakeReport struct{}

func (*fakeReport) Report() report.Report {
	return report.Report{
		Verdict: "All <well>.",
		Table: report.Table{Align: "ll", Head: []string{"block", "found", "z", "p"},
			Rows: [][]string{
				{"mu", "12.5", "0.3", "< 1e-300"},
				{"a longer text that may well break into two lines", "–", "4", "0.25"},
			}},
		Notes:    []string{"One & all."},
		Warnings: []error{errors.New("blind to the data")},
	}
}

// Any report is shown by its verdict, its table, its notes and its warnings. Which columns are
// text the report says, and no cell is parsed for it.
func TestShowReport(t *testing.T) {
	m := messageOf(&fakeReport{})
	for _, want := range []string{
		"<p><b>All &lt;well&gt;.</b></p>", "<p>One &amp; all.</p>", "<li>blind to the data</li>",
		`<td align="left" style="text-align:left">mu</td>` +
			`<td align="left" style="text-align:left">12.5</td><td align="right">0.3</td>`,
		`<th align="left" style="text-align:left">block</th>`, `<th align="right">z</th>`,
		"<td align=\"right\">4\u2008\u2007</td>", // its point stands below the one of 0.3
		"<td align=\"right\">&lt;\u00a01e-300</td>", ">a longer text that may well break into " +
			"two lines</td>",
	} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("no %s in %s", want, m.HTML)
		}
	}
	want := "All <well>.\n" +
		"block                                             found    z         p\n" +
		"mu                                                12.5   0.3  < 1e-300\n" +
		"a longer text that may well break into two lines  –      4        0.25\n" +
		"One & all.\n! blind to the data"
	if m.Text != want {
		t.Errorf("text\n%s\nwant\n%s", m.Text, want)
	}
	if value := messageOf((&fakeReport{}).Report()); value.HTML != m.HTML || value.Text != m.Text {
		t.Errorf("the report as a value is %v", value)
	}
	panics(t, "*nb.fakeReport is nil", func() { messageOf((*fakeReport)(nil)) })
}

// A long line of text is HTML, too, which is not broken within a number; aligned text stays as it
// is.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("word ", 20) + "<p = 0.91>"
	if m := messageOf(long); m.Text != long || !strings.Contains(m.HTML, "&lt;p = 0.91&gt;</p>") {
		t.Errorf("%+v", m)
	}
	for _, text := range []string{"short, p = 0.91", long + "\n" + long} {
		if m := messageOf(text); m.HTML != "" || m.Text != text {
			t.Errorf("%+v", m)
		}
	}
}

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

// The lines of an error are paragraphs: they break between words, and plain text breaks inside.
func TestShowError(t *testing.T) {
	m := messageOf(errors.Join(errors.New("a < b"), errors.New("c")))
	if m.HTML != "<p>a &lt; b</p>\n<p>c</p>" || m.Text != "a < b\nc" {
		t.Errorf("%q and %q", m.HTML, m.Text)
	}
}
