package criticism

import (
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
)

// TestReviewOfUnusualData has a score that is farther and farther out, and scores of which more and
// more are sorted: what is not rare enough to be called wrong is not called ordinary either.
func TestReviewOfUnusualData(t *testing.T) {
	for _, c := range []struct {
		sorted         int
		score          float64
		fit, influence string
		wrong          bool
	}{
		{0, 86, "The model makes data like these.", "No observation stands out. ", false},
		{0, 120, "", "No observation stands out clearly, but look at 11:", false},
		{0, 128, "", "No observation stands out clearly, but look at 11:", false},
		{0, 140, "", "Observation 11 stands out:", true},
		{12, 86, "No misfit is clear, but look at the correlation of neighbours:", "", false},
		{20, 86, "The correlation of neighbours of the data", "", true},
	} {
		y := datasets.ExamScores()
		y[11] = c.score
		slices.Sort(y[:c.sorted])
		r, err := Check(examsCase(exams, examsJoint(exams, len(y)), y, 1))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(r.Sections[2].Finding, c.fit) ||
			!strings.HasPrefix(r.Sections[3].Finding, c.influence) || (len(r.Wrong()) > 0) != c.wrong {
			t.Errorf("%d sorted, a score of %v: %v", c.sorted, c.score, r)
		}
	}
}
