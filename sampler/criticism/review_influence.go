package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
)

// influence asks whether an observation is not expected by the model, given all others.
func (v *reviewer) influence() (Section, error) {
	s := Section{Name: "influence", Question: "Does each observation fit the others?"}
	if v.LogLik == nil {
		s.Finding = "Not checked. Give LogLik: the log likelihood of each observation, by Pointwise " +
			"or Recorded."
		return s, nil
	}
	if v.LOO == nil {
		var err error
		if v.LOO, err = LOO(v.LogLik); err != nil {
			return s, err
		}
	}
	tails, again, err := v.surprises()
	if err != nil {
		return s, err
	}
	worst, p := -1, 1.0
	for i, tail := range tails {
		if tail < p {
			worst, p = i, tail
		}
	}
	points, bad := v.LOO.Points, v.LOO.Bad()
	open := len(bad) > 0 && !again
	most := points[largest(points, 1)[0]]
	influence := fmt.Sprintf("The largest k̂ is %.2f (observation %s; limit %.2f).", most.K,
		most.Name, v.LOO.Limit)
	if math.IsNaN(most.K) {
		influence = "There is no k̂: the weights have no tail."
	}
	var names []string
	for _, i := range bad {
		names = append(names, points[i].Name)
	}
	s.About = most.Name
	switch {
	case p*float64(len(points)) < v.level:
		s.About = points[worst].Name
		s.Checked, s.Wrong = true, true
		s.Finding = fmt.Sprintf("Observation %s stands out: given all others, a value this far out "+
			"has a probability of %s. %s", points[worst].Name, asProbability(p), influence)
	case open:
		s.Finding = fmt.Sprintf("Cannot tell. The posterior would be another one without %s %s, so "+
			"the draws say little about it (k̂ up to %.2f, limit %.2f). Look "+
			"there, and use Elpd.Match or Elpd.Refit.",
			plural("observation", len(bad)), some(names), most.K, v.LOO.Limit)
	case len(bad) > 0:
		s.Checked = true
		s.Finding = fmt.Sprintf("The posterior would be another one without %s %s. %s But no "+
			"observation stands out, once the model is fitted without it.",
			plural("observation", len(bad)), some(names), influence)
	default:
		s.Checked = true
		s.Finding = "No observation stands out. " + influence
		if v.c.Dependent {
			s.Finding = "No single observation decides the result. " + influence
		}
	}
	if all := p * float64(len(points)); s.Checked && !s.Wrong && all < unusual {
		s.Finding = fmt.Sprintf("No observation stands out clearly, but look at %s: given the others, "+
			"values this far out have a probability of %s. Where the model is right, one of %d is so far "+
			"out in up to %s of the cases, and only %s counts as wrong. %s", points[worst].Name,
			asProbability(p), len(points), asProbability(all), asProbability(v.level), influence)
	} else if s.Checked && !s.Wrong && worst >= 0 && len(points) > 1 {
		s.Finding += fmt.Sprintf(" Farthest out is observation %s; given the others, values this "+
			"far out have a probability of %s, and there are %d observations.",
			points[worst].Name, asProbability(p), len(points))
	}
	switch {
	case v.c.Replicate == nil:
		s.Finding = joined(s.Finding, "Give Replicate to find observations that stand out.")
	case v.made == nil:
		s.Finding = joined(s.Finding, giveValues)
	}
	return s, nil
}

// surprises are the probabilities of values as far out as each observation, given all others. again
// is true if those whose weights are no good were sampled again, and this told enough. Else their
// probability may be NaN.
func (v *reviewer) surprises() (tails []float64, again bool, err error) {
	if v.made == nil || v.c.Dependent {
		return nil, false, nil
	}
	tails = make([]float64, len(v.y))
	for i := range tails {
		if tails[i], err = v.surprise(i); err != nil {
			return nil, false, err
		}
	}
	bad := v.LOO.Bad()
	if len(bad) > unseenMost {
		return tails, false, nil
	}
	again = true
	for _, i := range bad {
		values, err := v.unseen(i)
		if err != nil || values == nil {
			return tails, false, err
		}
		slices.Sort(values)
		tails[i] = twoSided(values, v.y[i])
		seen := make([]float64, len(v.made))
		for s, y := range v.made {
			seen[s] = y[i]
		}
		slices.Sort(seen)
		if few := 2 * enoughBeyond / float64(len(values)); tails[i] < few &&
			twoSided(seen, v.y[i]) > selfExplained {
			tails[i], again = math.NaN(), false
		}
	}
	return tails, again, nil
}

// selfExplained is how probable, given all data, a value as far out as an observation is where the
// model follows it: as by a change point that leaves it alone, or a group of its own. There unseen
// would wander from one value to the next in small steps, and hardly come to the tails.
const selfExplained = 0.05

// plural is the word for this number of things.
func plural(word string, n int) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// surprise is the probability of a value as far out as observation i, given all others. It draws as
// many replicated values as there are, with the weights that leave out the observation.
func (v *reviewer) surprise(i int) (float64, error) {
	w, err := v.LOO.Weights(i)
	if err != nil {
		return 0, err
	}
	values := make([]float64, 0, len(v.made))
	sum, n := 0.0, float64(len(v.made))
	for s, y := range v.made {
		sum += math.Exp(w.Log[s])
		for float64(len(values))+0.5 < sum*n && len(values) < len(v.made) {
			values = append(values, y[i])
		}
	}
	slices.Sort(values)
	return twoSided(values, v.y[i]), nil
}

// sampler asks whether each block leaves the joint distribution unchanged.
func (v *reviewer) sampler() (Section, error) {
	s := Section{Name: "sampler", Question: "Does the sampler draw from the posterior?"}
	if v.c.Joint.Prior == nil || v.c.Joint.Data == nil || v.c.Joint.Model == nil {
		s.Finding = "Not tested. " + cmp.Or(v.c.NoJoint, "Give Joint: how to draw parameters from the "+
			"prior and data given parameters, and the model for given data.")
		return s, nil
	}
	var err error
	v.Blocks, err = verify.Blocks(v.c.Joint, verify.Settings{Seed: v.c.Seed, FalseAlarm: v.level,
		Replications: v.replications()})
	if errors.Is(err, sampler.ErrReplay) {
		s.Checked, s.Wrong, s.Finding = true, true, "The chains are not independent. "+err.Error()
		return s, nil
	}
	if err != nil { // some draws from the prior have no data
		v.c.NoJoint, v.c.Joint.Prior = "Draws from Joint failed: "+err.Error()+".", nil
		s.Finding = "Not tested. " + v.c.NoJoint
		return s, nil
	}
	s.Checked, s.Wrong, s.Finding = true, v.Blocks.Wrong, v.Blocks.Verdict()
	if !s.Wrong {
		s.Finding += " Not tested: whether chains reach everything (verify.SBC), and LogJoint where no " +
			"block uses it (verify.Conditional)."
	}
	for _, w := range v.Blocks.Warnings {
		s.Finding = joined(s.Finding, "But "+w.Error()+".")
	}
	if wrong := v.Blocks.WrongBlocks(); len(wrong) > 0 {
		s.About = wrong[0]
	}
	return s, nil
}

// chains asks whether the chains agree and are long enough, whether none has failed, and whether no
// step of NUTS diverged.
func (v *reviewer) chains() (Section, error) {
	s := Section{Name: "chains", Question: "Do the chains agree?", Checked: true}
	var err error
	options := diag.Options{Limits: diag.Limits{Probability: 1 - v.level}}
	if v.Summary, err = options.Summarize(v.c.Trace); err != nil {
		return s, err
	}
	judge := v.Summary.Judge()
	s.Wrong = v.Summary.Draws == 0 || len(v.c.Trace.Failures()) > 0
	for _, b := range v.c.Trace.Blocks() {
		s.Wrong = s.Wrong || b.Divergent > 0
	}
	least := math.Inf(1)
	for _, row := range v.Summary.Rows {
		rhat, ess := judge.Beyond(row)
		stuck := math.IsNaN(row.RHat) && row.SD > 0 // each chain has a value of its own
		s.Wrong = s.Wrong || rhat || ess || stuck
		if e := row.ESSBulk; stuck || e < least {
			least, s.About = e, row.Label
		}
		if stuck {
			break
		}
	}
	s.Finding = v.Summary.Verdict()
	return s, nil
}

// joined puts findings together.
func joined(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// asProbability is a small probability in words.
func asProbability(p float64) string {
	if p < 1e-6 {
		return "below 0.000001"
	}
	return fmt.Sprintf("%.2g", p)
}

// replications is how many data sets the blocks are tried on: fewer where there are many numbers,
// so that a review takes seconds and not minutes. 0 is the default.
func (v *reviewer) replications() int {
	labels, _ := v.c.Trace.Labels()
	if n := len(v.y) + len(labels); n > 300 {
		return max(10_000*300/n, 1000)
	}
	return 0
}
