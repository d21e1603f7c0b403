package nb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gibbslab/sampler/criticism"
)

// TestReportTopics: each section has its sentence and its picture, on the page as well.
func TestReportTopics(t *testing.T) {
	r := &criticism.Review{Sections: []criticism.Section{
		{Name: "fit", Question: "Like these?", Checked: true, Wrong: true, Finding: "In 2 of 3 topics not."},
		{Name: "chains", Question: "Agree?", Checked: true, Finding: "They do."},
		{Name: "labels", Question: "Validated?", Finding: "Nobody has."}}}
	page := ReportTopics(r, func(section string) (x, y []float64, xName, yName string) {
		if section == "fit" {
			return []float64{1, 2, 3}, []float64{2, 2, 4}, "model", "texts"
		}
		return nil, nil, "", ""
	})
	if len(page.Pictures[0].Plots) != 1 || len(page.Pictures[1].Plots) != 0 ||
		!strings.Contains(page.String(), "✗ fit: In 2 of 3") {
		t.Error(page)
	}
	path := filepath.Join(t.TempDir(), "topics.html")
	Save(path, page)
	html, _ := os.ReadFile(path)
	if strings.Count(string(html), "<figure>") != 1 || !strings.Contains(string(html), "Nobody has.") {
		t.Errorf("%.500s", html)
	}
}
