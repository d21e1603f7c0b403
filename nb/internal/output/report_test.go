package output

import (
	"fmt"
	"strings"
	"testing"

	"gibbslab/sampler/diag"
)

// The HTML of a summary has the verdict, every cell of its table and every warning, and no style
// but the alignment.
func TestSummaryHTML(t *testing.T) {
	s := &diag.Summary{Chains: 4, Draws: 1000}
	for k := range 100 {
		s.Rows = append(s.Rows, diag.Row{Label: fmt.Sprintf("θ<%d>[0]", k), SD: 1, MCSEMean: 0.02,
			ESSBulk: 2500, ESSTail: 2600, RHat: 1.001})
		s.Warnings = append(s.Warnings, fmt.Errorf("trouble <%d>", k))
	}
	m := ReportMessage(s.Report())
	escape := strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace
	for _, row := range s.Report().Table.Rows {
		for _, cell := range row {
			if !strings.Contains(m.HTML, ">"+strings.ReplaceAll(escape(cell), " ", "\u00a0")) {
				t.Errorf("no cell %q", cell)
			}
		}
	}
	for _, w := range s.Warnings {
		if !strings.Contains(m.HTML, "<li>"+escape(w.Error())+"</li>") {
			t.Errorf("no warning %q", w)
		}
	}
	if !strings.HasPrefix(m.HTML, "<p><b>R-hat and ESS are good") ||
		strings.Contains(strings.ReplaceAll(m.HTML, ` style="text-align:left"`, ""), "style") ||
		strings.Contains(m.HTML, "color") {
		t.Errorf("HTML begins %.200s", m.HTML)
	}
	const label = `<td align="left" style="text-align:left">θ&lt;3&gt;[0]</td><td align="right">`
	if !strings.Contains(m.HTML, label) ||
		!strings.Contains(m.HTML, "<td align=\"right\">≤\u00a01.001</td>") {
		t.Error("labels are not at the left, or numbers and bounds not at the right")
	}
	if !strings.HasPrefix(m.Text, s.Verdict()) ||
		strings.Contains(ReportMessage((&diag.Summary{}).Report()).HTML, "<table>") {
		t.Errorf("text %.100s", m.Text)
	}
}
