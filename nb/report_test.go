package nb

import (
	"strings"
	"testing"
)

type fakeReport struct{}

func (*fakeReport) Verdict() string   { return "All <well>." }
func (*fakeReport) Table() [][]string { return [][]string{{"block", "z"}, {"mu", "0.3"}} }
func (r *fakeReport) String() string {
	return r.Verdict() + "\nblock  z\nmu  0.3\n! blind to the data\n"
}

// Any report is shown by its verdict, its table and the warnings of its text.
func TestShowReport(t *testing.T) {
	m := messageOf(&fakeReport{})
	for _, want := range []string{"<p><b>All &lt;well&gt;.</b></p>", `<td align="left">mu</td><td align="right">0.3</td>`, "<li>blind to the data</li>"} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("no %s in %s", want, m.HTML)
		}
	}
	if !strings.HasPrefix(m.Text, "All <well>.") {
		t.Errorf("text %q", m.Text)
	}
	panics(t, "*nb.fakeReport is nil", func() { messageOf((*fakeReport)(nil)) })
}
