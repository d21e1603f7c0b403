package criticism

import (
	"cmp"
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// priorSets is how many data sets are drawn from the prior.
const priorSets = 10_000

// sensitivity asks whether the data contradict a prior that matters.
func (v *reviewer) sensitivity() (Section, error) {
	s := Section{Name: "sensitivity", Question: "Do prior and data agree?"}
	matters, err := v.powers()
	if err != nil {
		return s, err
	}
	if v.c.Joint.Prior == nil || v.c.Joint.Data == nil {
		s.Finding = joined("Not checked.", cmp.Or(v.c.NoJoint, "Give Joint: how to draw parameters from "+
			"the prior and data given parameters."), matters)
		return s, nil
	}
	if v.y == nil {
		s.Finding = joined("Not checked.", giveValues, matters)
		return s, nil
	}
	if err := v.fromPrior(); err != nil {
		return s, err
	}
	worst := extreme(v.Prior)
	lo, hi := diag.ETI(worst.Replicated, 0.95)
	said := fmt.Sprintf("the %s of the data is %.4g, and in 95 %% of the data sets from the prior it "+
		"is between %.4g and %.4g.", worst.Statistic, worst.Observed, lo, hi)
	chance := float64(len(v.Prior)) * worst.P // on this side
	rare := min(1, chance) < v.level
	if !rare && (worst.Observed < lo || worst.Observed > hi) {
		said += fmt.Sprintf(" But one of %d statistics lies so far out in %.0f %% of them.", len(v.Prior),
			min(100, 200*chance))
	}
	harmless := v.Sensitivity != nil && !slices.ContainsFunc(v.Sensitivity.Rows,
		func(r SensitivityRow) bool { return r.Conflict || r.Prior })
	s.Checked, s.Wrong, s.About = true, rare && !harmless, worst.Statistic
	switch {
	case !rare:
		s.Finding = joined("The prior makes data like these: "+said, matters)
	case harmless:
		s.Finding = joined("The data contradict the prior: "+said, matters, "So it does no harm.")
	default:
		s.Finding = joined("The data contradict the prior: "+said, matters)
	}
	return s, nil
}

// powers measures how much the prior matters, and says so.
func (v *reviewer) powers() (string, error) {
	if v.LogLik == nil {
		return "Give LogLik to learn how much the prior matters.", nil
	}
	priors := v.c.Priors
	if priors == nil {
		if !slices.Contains(v.c.Trace.Names(), "lp__") {
			return "Give Priors, or the model a LogJoint, to learn how much the prior matters.", nil
		}
		var err error
		if priors, err = v.rest(); err != nil {
			return "", err
		}
	}
	var err error
	if v.Sensitivity, err = PowerScale(v.c.Trace, v.LogLik, priors); err != nil {
		return "", err
	}
	v.Priors = priors
	var names []string
	for _, r := range v.Sensitivity.Rows {
		if r.Conflict || r.Prior {
			names = append(names, r.Label)
		}
	}
	if len(names) == 0 {
		return "No parameter is sensitive to the prior.", nil
	}
	return fmt.Sprintf("The prior matters for %s.", some(names)), nil
}

// rest is the prior as lp__ less the log likelihood.
func (v *reviewer) rest() ([]LogPrior, error) {
	total, err := v.LogLik.Total()
	if err != nil {
		return nil, err
	}
	start := make([]int, len(v.LogLik.chains)+1)
	for c, n := range v.LogLik.chains {
		start[c+1] = start[c] + n
	}
	return []LogPrior{{Name: "lp__ less the log likelihood", At: func(d *sampler.Draw) float64 {
		return d.Scalar("lp__") - total[start[d.Chain]+d.Index]
	}}}, nil
}

// fromPrior compares the data with data sets from the prior. The order of the values does not
// count.
func (v *reviewer) fromPrior() error {
	r := sampler.Stream("review", v.c.Seed, 2)
	of := make([][]float64, priorSets)
	for i := range of {
		sets, err := PriorPredictive(v.c.Joint, 1, r)
		if err != nil {
			return err
		}
		y, _ := v.numbers(sets[0])
		if at := notFinite(y); at >= 0 || len(y) != len(v.y) {
			return fmt.Errorf("data set %d from the prior has %d values, expected %d finite ones: "+
				"look at Joint.Data and Values", i, len(y), len(v.y))
		}
		of[i] = statisticsOf(y)[:orderless]
	}
	v.Prior = compared(v.y, of)
	return nil
}
