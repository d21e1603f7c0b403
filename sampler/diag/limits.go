package diag

import (
	"cmp"
	"fmt"
	"math"

	"gibbslab/sampler/diag/internal/problems"
)

// Limits say which numbers are a reason to worry. The zero value is what Vehtari et al. recommend
// (Bayesian Analysis 16, 2021, section 4), with an allowance for chance if there are many
// parameters. Everything that judges draws uses the same limits: summaries, plots, [Target], and
// the progress display.
type Limits struct {
	// RHat is the largest R-hat. 0 means 1.01 or, if that is more, the limit that the largest of
	// all R-hats stays below with Probability if all chains have mixed ([MaxRHat]). Other values
	// are taken literally; math.Inf(1) asks for nothing.
	RHat float64
	// ESS is the smallest effective sample size for each chain, in the bulk and in the tails. 0
	// means 100.
	ESS float64
	// Probability is the probability that no R-hat is beyond the limit if all is well. 0 means
	// 0.99: one false alarm in a hundred tables. It matters only if RHat is 0.
	Probability float64
}

// maxRHat is the largest R-hat unless chance allows more.
const maxRHat = 1.01

// Judge returns the judge of a table with this number of R-hats, from this number of chains and of
// draws per chain. [Summary.Judge] is the judge of a summary.
func (l Limits) Judge(parameters, chains, draws int) Judge {
	return Judge{limits: l, parameters: parameters, chains: max(chains, 1), draws: draws}
}

// check returns an error if a limit is wrong.
func (l Limits) check() error {
	switch {
	case !(l.RHat >= 0), !(l.ESS >= 0) || math.IsInf(l.ESS, 1):
		return fmt.Errorf("the limits are RHat %v and ESS %v: give positive numbers, or 0 for "+
			"the default", l.RHat, l.ESS)
	case !(l.Probability >= 0 && l.Probability < 1):
		return fmt.Errorf("the limits have Probability %v: give a number between 0 and 1, or 0 "+
			"for 0.99", l.Probability)
	}
	return nil
}

// A Judge holds the limits for the rows of one table. Make one with [Summary.Judge] or
// [Limits.Judge].
type Judge struct {
	limits                    Limits
	parameters, chains, draws int
}

// Judge is the judge of these rows.
func (s *Summary) Judge() Judge {
	parameters := 0
	for _, r := range s.Rows {
		if !math.IsNaN(r.RHat) {
			parameters++
		}
	}
	return s.Options.Limits.Judge(parameters, s.Chains, s.Draws)
}

func (j Judge) essPerChain() float64 { return cmp.Or(j.limits.ESS, 100) }

// MinESS is the smallest effective sample size, all chains together.
func (j Judge) MinESS() float64 { return j.essPerChain() * float64(j.chains) }

// MaxRHat is the largest R-hat of a row with the given bulk ESS (all chains together): the fewer
// effective draws, the noisier R-hat. An ESS below [Judge.MinESS] gets no such allowance: chains
// that disagree have a small ESS, and it must not excuse them.
func (j Judge) MaxRHat(essBulk float64) float64 {
	if j.limits.RHat > 0 {
		return j.limits.RHat
	}
	if !(essBulk >= j.MinESS()) {
		return maxRHat
	}
	limit := MaxRHat(j.parameters, j.chains, j.draws, essBulk/float64(j.chains),
		cmp.Or(j.limits.Probability, 0.99))
	if !(limit > maxRHat) {
		return maxRHat
	}
	return limit
}

// Beyond tells which numbers of a row are beyond their limits: R-hat, and the smaller of bulk and
// tail ESS. A number that cannot be given (NaN) is not beyond.
func (j Judge) Beyond(r Row) (rhat, ess bool) {
	rhat = r.RHat > maxRHat || j.limits.RHat > 0 // most are not, and the limit takes time
	return rhat && r.RHat > j.MaxRHat(r.ESSBulk), r.MinESS() < j.MinESS()
}

// MinESS is the smaller of bulk and tail ESS, NaN if there is neither.
func (r Row) MinESS() float64 {
	if math.IsNaN(r.ESSBulk) || r.ESSTail < r.ESSBulk {
		return r.ESSTail
	}
	return r.ESSBulk
}

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
