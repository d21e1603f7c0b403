package diag

import (
	"cmp"
	"math"
)

// A grade is how bad a row is, the worst first.
type grade int

const (
	broken  grade = iota // no draws, or one that is not finite
	apart                // R-hat above its limit
	slow                 // ESS below its limit
	missing              // too short, or never changes: no limit can be checked
	fine
)

// grade is how bad a row is by its numbers.
func (j Judge) grade(r Row) grade {
	rhat, ess := j.Beyond(r)
	switch {
	case math.IsNaN(r.Mean):
		return broken
	case rhat:
		return apart
	case ess:
		return slow
	case math.IsNaN(r.RHat + r.ESSBulk + r.ESSTail + r.MCSEMean + r.SD):
		return missing
	}
	return fine
}

// A graded row knows how bad it is.
type graded struct {
	Row
	grade grade
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

// compareTroubles puts the worse row first, and leaves rows without trouble as they are.
func compareTroubles(a, b graded) int {
	if a.grade == b.grade && (a.grade == broken || a.grade == missing || a.grade == fine) {
		return 0
	}
	return compare(a, b)
}

// compare puts the worse row first: by grade, then R-hat, then ESS; where R-hat is not the trouble, ESS alone
// decides.
func compare(a, b graded) int {
	c := cmp.Compare(a.grade, b.grade)
	if c == 0 && a.grade != slow {
		c = cmp.Compare(b.RHat, a.RHat)
	}
	if c == 0 {
		c = cmp.Compare(a.MinESS(), b.MinESS())
	}
	return c
}
