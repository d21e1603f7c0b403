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
