package criticism

import (
	"fmt"
	"math"
	"slices"
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
