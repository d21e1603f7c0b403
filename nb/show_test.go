package nb

import (
	"errors"
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

// The lines of an error are paragraphs: they break between words, and plain text breaks inside.
func TestShowError(t *testing.T) {
	m := messageOf(errors.Join(errors.New("a < b"), errors.New("c")))
	if m.HTML != "<p>a &lt; b</p>\n<p>c</p>" || m.Text != "a < b\nc" {
		t.Errorf("%q and %q", m.HTML, m.Text)
	}
}

// An error that points at a place with a caret keeps its spaces.
func TestShowCaret(t *testing.T) {
	text := "line 1, column 4: taau is not defined\n\tmu taau\n\t   ^"
	if m := messageOf(errors.New(text)); m.HTML != "" || m.Text != text {
		t.Errorf("%+v", m)
	}
}

type formula struct{}

func (formula) String() string   { return "x²" }
func (formula) Markdown() string { return "$$x^2$$" }

// What has a text and a typeset form is shown in both.
func TestShowMarkdown(t *testing.T) {
	if m := messageOf(formula{}); m.Text != "x²" || m.Markdown != "$$x^2$$" || m.HTML != "" {
		t.Errorf("%+v", m)
	}
}
