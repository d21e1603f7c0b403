package nb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/nb/internal/output"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/normal"
)

// A report of nothing but draws is mostly open, and says what to give. As a page it needs no
// network, and the colours are those of the reader.
func TestReportOfATrace(t *testing.T) {
	m := Must(normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(datasets.ExamScores()))
	tr := Run(m, sampler.Settings{Draws: 500, Seed: 1})
	page := Report(criticism.Case[normal.State, []float64]{Trace: tr})
	if open := page.Review.Open(); len(open) != 4 || len(page.Pictures) != 5 {
		t.Errorf("open sections: %v, with %d pictures", open, len(page.Pictures))
	}
	shown := output.Record(true, func() { Show(page) })
	if len(shown) != 7 { // the verdict, five sentences, and the picture of the chains
		t.Errorf("%d messages", len(shown))
	}
	file := filepath.Join(t.TempDir(), "report.html")
	Save(file, page)
	html := string(Must(os.ReadFile(file)))
	for _, want := range []string{"color-scheme: light dark", "Give Replicate",
		`alt="None of 2 scalars`, `src="data:image/png;base64,`, "<pre", output.Grey,
		output.Green, "</html>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, never := range []string{"http:", "https:", "<script", "<link", `src="/`} {
		if strings.Contains(html, never) {
			t.Errorf("the page has %q", never)
		}
	}
	panics(t, "end the name in .html", func() { Save("report.png", page) })
}
