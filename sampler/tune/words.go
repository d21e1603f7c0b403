package tune

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// advise puts into words what the run has shown.
func (v *view[S]) advise() {
	p := v.plan
	say := func(format string, a ...any) { p.Advice = append(p.Advice, fmt.Sprintf(format, a...)) }
	say("%s limits: %.0f effective draws of %.0f. %.0f %% of the cost goes to the blocks that "+
		"move it (%s).", p.Limit, p.ESS, p.Draws, 100*p.Share, strings.Join(p.Blocks, ", "))
	if p.ESS > 0.3*p.Draws {
		say("That is quick. There is little to gain.")
		return
	}
	if p.Needless > 0.3 {
		say("%.0f %% of the cost goes to blocks that move only what has four times as many "+
			"effective draws: repeat the others.", 100*p.Needless)
	}
	held := false
	for i, all := range v.draws {
		worst, at := 0.0, 0
		for k, x := range all {
			c := stat.Correlation(x, v.limit, nil)
			if math.Abs(c) > math.Abs(worst) && math.Abs(c) < 1-1e-9 {
				worst, at = c, k
			}
		}
		if math.Abs(worst) > 0.7 {
			name := v.unknowns[i].name
			if len(all) > 1 {
				name = fmt.Sprintf("%s[%d]", name, at)
			}
			say("%s and %s have correlation %.2f: draw them as one block, or shift them together.",
				p.Limit, name, worst)
			held = true
		}
	}
	if m, name := v.scale(1); name != "" {
		var with []string
		for i, power := range m.power {
			if power != 0 {
				with = append(with, v.unknowns[i].name)
			}
		}
		say("%s grow and shrink together: weave them, that is, scale them in one step "+
			"(update.Interweaver, update.Scale).", strings.Join(with, " and "))
		held = true
	}
	switch {
	case held || p.Needless > 0.3:
	case v.draws == nil:
		say("Tune can say more if the model has a LogJoint, and a state with exported fields.")
	default:
		say("No unknown explains it. Is it held by something that is not recorded, such as labels " +
			"or latent variables? Then draw it with these summed out. If its block makes small " +
			"steps, take a larger step or another update.")
	}
}

// String is the plan in words.
func (p *Plan[S]) String() string {
	lines := append([]string(nil), p.Advice...)
	for _, c := range p.Cures {
		kept := ""
		if c.Kept {
			kept = ", kept"
		}
		lines = append(lines, fmt.Sprintf("Tried: %s: %.1f times as many for the same cost%s.", c.Name,
			c.Gain, kept))
	}
	return strings.Join(lines, "\n")
}
