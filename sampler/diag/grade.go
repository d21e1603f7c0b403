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

// rhatProbability is the probability that the largest R-hat of a table stays below the limit if all is
// well: one false alarm in a hundred tables.
const rhatProbability = 0.99

// A judge knows the limits for the rows of one summary.
type judge struct{ parameters, chains, draws int }

func (s *Summary) judge() judge {
	j := judge{chains: max(s.Chains, 1), draws: s.Draws}
	for _, r := range s.Rows {
		if !math.IsNaN(r.RHat) {
			j.parameters++
		}
	}
	return j
}

// minESS is the limit for ESS, all chains together.
func (j judge) minESS() float64 { return float64(minESSPerChain * j.chains) }

// maxRHat is the limit for the R-hat of a row: 1.01 or, if that is more, what the largest of so many R-hats
// stays below if all chains have mixed, see [MaxRHat], at the row's own ESS. A row below the limit for ESS has no such
// allowance: chains that disagree have a small ESS, and would excuse themselves by it.
func (j judge) maxRHat(r Row) float64 {
	if !(r.RHat > maxRHat) || !(r.ESSBulk >= j.minESS()) {
		return maxRHat
	}
	limit := MaxRHat(j.parameters, j.chains, j.draws, r.ESSBulk/float64(j.chains), rhatProbability)
	if !(limit > maxRHat) {
		return maxRHat
	}
	return limit
}

func (j judge) grade(r Row) grade {
	switch {
	case math.IsNaN(r.Mean):
		return broken
	case r.RHat > j.maxRHat(r):
		return apart
	case r.ess() < j.minESS():
		return slow
	case math.IsNaN(r.RHat + r.ESSBulk + r.ESSTail + r.MCSEMean + r.SD):
		return missing
	}
	return fine
}

// ess is the smaller ESS, NaN if there is none.
func (r Row) ess() float64 {
	if math.IsNaN(r.ESSBulk) || r.ESSTail < r.ESSBulk {
		return r.ESSTail
	}
	return r.ESSBulk
}

// A graded row knows how bad it is.
type graded struct {
	Row
	grade grade
}

// graded are all rows with their grades, in the order of the model.
func (s *Summary) graded() []graded {
	j := s.judge()
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
		c = cmp.Compare(a.ess(), b.ess())
	}
	return c
}
