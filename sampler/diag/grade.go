package diag

import (
	"cmp"
	"math"

	"gibbslab/sampler/diag/internal/problems"
)

// grade is how bad a row is by its numbers.
func (j Judge) grade(r Row) problems.Grade {
	rhat, ess := j.Beyond(r)
	switch {
	case math.IsNaN(r.Mean):
		return problems.Invalid
	case rhat:
		return problems.Differ
	case ess:
		return problems.Slow
	case math.IsNaN(r.RHat + r.ESSBulk + r.ESSTail + r.MCSEMean + r.SD):
		return problems.Missing
	}
	return problems.Fine
}

// A graded row knows how bad it is.
type graded struct {
	Row
	grade problems.Grade
}

// graded are all rows with their grades, in the order of the model.
func (s *Summary) graded() []graded {
	j := s.Judge()
	rows := make([]graded, len(s.Rows))
	for i, r := range s.Rows {
		rows[i] = graded{r, j.grade(r)}
	}
	return rows
}

// compareProblems puts the worse row first, and keeps the order of rows without problems.
func compareProblems(a, b graded) int {
	if a.grade == b.grade && (a.grade == problems.Invalid || a.grade == problems.Missing ||
		a.grade == problems.Fine) {
		return 0
	}
	return compare(a, b)
}

// compare puts the worse row first: by grade, then R-hat, then ESS; if R-hat is not the problem,
// ESS alone decides.
func compare(a, b graded) int {
	c := cmp.Compare(a.grade, b.grade)
	if c == 0 && a.grade != problems.Slow {
		c = cmp.Compare(b.RHat, a.RHat)
	}
	if c == 0 {
		c = cmp.Compare(a.MinESS(), b.MinESS())
	}
	return c
}
