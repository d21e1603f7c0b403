package criticism

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// unusual is how rare a result is to be looked at, though it is not called wrong.
const unusual = 0.05

// pitBins is in how many equally probable parts the predictions are cut, as in nb.PIT.
const pitBins = 100

// fit asks whether the model makes data like the data at hand.
func (v *reviewer) fit() (Section, error) {
	s := Section{Name: "fit", Question: "Does the model make data like these?"}
	switch {
	case v.c.Replicate == nil:
		s.Finding = "Not checked. Give Replicate: how to make a data set from a draw."
		return s, nil
	case v.y == nil:
		s.Finding = "Not checked. " + giveValues
		return s, nil
	}
	if err := v.replicate(); err != nil {
		return s, err
	}
	of, number := make([][]float64, len(v.made)), len(statistics)
	if filledUp(v.y) {
		number = orderless
	}
	for i, y := range v.made {
		of[i] = statisticsOf(y)[:number]
	}
	v.Fit = compared(v.y, of)
	if err := v.along(); err != nil {
		return s, err
	}
	tests := float64(len(v.Fit))
	uniform := 1.0
	if v.LogLik != nil && !v.c.Dependent {
		var err error
		if v.LOO, err = LOO(v.LogLik); err != nil {
			return s, err
		}
		y, made := v.withoutTies()
		if v.PIT, err = v.LOO.PIT(y, made); err != nil {
			return s, err
		}
		tests++
		uniform = min(1, tests*uniformity(v.PIT))
	}
	worst := extreme(v.Fit)
	s.Checked, s.About = true, worst.Statistic
	p := min(1, 2*tests*worst.P)
	lo, hi := diag.ETI(worst.Replicated, 0.95)
	switch {
	case p < v.level:
		s.Wrong = true
		s.Finding = fmt.Sprintf("The %s of the data is %.4g. In 95 %% of the data sets that the "+
			"model makes it is between %.4g and %.4g. A value this far out has a probability of %s.",
			worst.Statistic, worst.Observed, lo, hi, asProbability(worst.P))
	case uniform < v.level:
		s.Wrong, s.About = true, "PIT"
		s.Finding = fmt.Sprintf("The data do not lie in their predictions as they should: the PIT "+
			"are not uniform (probability %s).", asProbability(uniform))
	default:
		first, last := "The model makes data like these. Farthest out is", ""
		if p < unusual {
			first = "No misfit is clear, but look at"
			last = fmt.Sprintf(" Of %.0f questions, one comes out so in up to %s of the cases where the "+
				"model is right, and only %s counts as wrong.", tests, asProbability(p),
				asProbability(v.level))
		}
		s.Finding = fmt.Sprintf("%s the %s: %.4g, where 95 %% of the data sets that the model makes "+
			"are between %.4g and %.4g.%s", first, worst.Statistic, worst.Observed, lo, hi, last)
		if len(v.c.Along) == 0 {
			s.Finding = joined(s.Finding, "No covariate was given to look along.")
		}
	}
	if number == orderless {
		s.Finding = joined(s.Finding, "Equal values stand together at an end of the data, as in rows "+
			"that were sorted or filled up: neighbours were not compared.")
	}
	if copies := v.copies(); copies != "" {
		s.Wrong, s.About, s.Finding = true, "copies", copies
	}
	switch {
	case v.c.Dependent:
		s.Finding = joined(s.Finding, "Observations depend on each other, so single ones were not "+
			"compared with their predictions.")
		return s, nil
	case v.LogLik == nil:
		s.Finding = joined(s.Finding, "Give LogLik to check the shape of the predictions too.")
		return s, nil
	}
	off, wrong, all, err := v.contradiction()
	if off != nil {
		s.Wrong, s.About = true, "LogLik"
		s.Finding = fmt.Sprintf("LogLik contradicts Replicate, for %d of %d observations and draws. "+
			"For observation %s, the log density of what Replicate makes is %.1f, and LogLik is "+
			"%.1f: does one take a variance for a standard deviation, or another observation, or "+
			"leave out a constant?", wrong, all, v.LogLik.names[off.at], off.found, off.said)
	}
	return s, err
}

// replicate makes a data set from each draw.
func (v *reviewer) replicate() error {
	var err error
	r := sampler.Stream("review", v.c.Seed, 0)
	v.made, err = v.c.Trace.Replicate(r, 0, len(v.y), v.c.Replicate)
	if err != nil {
		return err
	}
	for i, y := range v.made {
		if at := notFinite(y); at >= 0 {
			return fmt.Errorf("replicate %d has the value %v for observation %d: expected a finite "+
				"number", i, y[at], at)
		}
	}
	return nil
}

// withoutTies returns the data and the replicated data, spread if they are counts. Where other
// values are equal, such as times that end with a study, their order is drawn.
func (v *reviewer) withoutTies() (y []float64, made [][]float64) {
	sorted, width := slices.Sorted(slices.Values(v.y)), 1.0
	if !whole(v.made[0]) {
		if len(slices.Compact(slices.Clone(sorted))) == len(sorted) {
			return v.y, v.made
		}
		width = 1e-9 * (sorted[len(sorted)-1] - sorted[0])
	}
	r := sampler.Stream("review", v.c.Seed, 1)
	for _, set := range v.made {
		made = append(made, spread(r, width, set))
	}
	return spread(r, width, v.y), made
}

// notFinite is the position of the first value that is no finite number, or −1.
func notFinite(y []float64) int {
	return slices.IndexFunc(y, func(x float64) bool { return !numeric.Finite(x) })
}

// uniformity is the probability of values as uneven as these if they are uniform between 0 and 1.
func uniformity(values []float64) float64 {
	counts := make([]int, pitBins)
	for _, x := range values {
		counts[min(int(x*pitBins), pitBins-1)]++
	}
	if p := diag.RankTest(counts); !math.IsNaN(p) {
		return p
	}
	return 1
}

// Rounds of unseen, and the sweeps and draws of each.
const (
	unseenRounds, unseenFirst = 50, 10 // the first ones forget the value of the data
	unseenWarmup, unseenDraws = 400, 100
	unseenMost                = 10 // observations that are sampled again
)

// unseen draws values of observation i given all others, where the weights cannot: the observation
// becomes an unknown of the model. Each round samples from the posterior given the value of the
// round before, and draws a value given each draw. This is a Gibbs sampler of parameters and
// observation together.
//
// It returns nil if the data are no list of numbers in which a value can be replaced.
func (v *reviewer) unseen(i int) ([]float64, error) {
	var values []float64
	value := v.y[i]
	for round := range unseenRounds {
		data, ok := replaced(v.c.Data, i, value)
		if !ok || v.c.Joint.Model == nil {
			return nil, nil
		}
		m, err := v.c.Joint.Model(data)
		if err != nil {
			return nil, fmt.Errorf("the model with another value of observation %d: %w", i, err)
		}
		seed := v.c.Seed + uint64(i*unseenRounds+round)
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1,
			Warmup: unseenWarmup, Draws: unseenDraws, Seed: seed})
		if err != nil {
			return nil, err
		}
		made, err := tr.Replicate(sampler.Stream("unseen", seed, 0), 0, len(v.y), v.c.Replicate)
		if err != nil {
			return nil, err
		}
		for _, y := range made {
			value = y[i]
			if round >= unseenFirst {
				values = append(values, value)
			}
		}
	}
	return values, nil
}

// replaced is a copy of the data with another value of observation i.
func replaced(data any, i int, value float64) (any, bool) {
	switch x := data.(type) {
	case []float64:
		x = append([]float64(nil), x...)
		x[i] = value
		return x, true
	case []int:
		x = append([]int(nil), x...)
		x[i] = int(value)
		return x, true
	}
	return data, false
}
