package verify

import (
	"fmt"
	"math"
)

// notes say how long the chains were.
func (r *SBCReport) notes() []string {
	if r.Err != nil {
		return nil
	}
	text := fmt.Sprintf("Each chain: warm-up %d, then %d draws with thin %d.", r.Warmup, r.Draws,
		r.Thin)
	if r.Wrong {
		text += " Give Settings a Warmup and a Thin ten times as large. If the ranks become " +
			"uniform, the chains were too short."
	}
	return []string{text}
}

// shape describes the ranks of the worst function in words.
func (r *SBCReport) shape() string {
	for _, f := range r.Functions {
		if f.Function == r.Function {
			return rankShape(f.Ranks, r.Draws)
		}
	}
	return ""
}

// rankShape is the shape of a histogram of ranks from 0 to draws: its slope, and whether its middle
// is high or low. Slope and curvature are compared in standard errors.
func rankShape(ranks []int, draws int) string {
	var slope, curve float64
	m := float64(draws + 1)
	for _, rank := range ranks {
		u := (float64(rank)+0.5)/m - 0.5
		slope += u
		curve += u*u - (1-1/(m*m))/12
	}
	n := float64(len(ranks))
	slope /= math.Sqrt(n / 12)
	curve /= math.Sqrt(n / 180)
	const visible = 3
	switch {
	case max(math.Abs(slope), math.Abs(curve)) < visible:
		return "Their histogram has neither a slope nor a simple bend."
	case math.Abs(slope) >= math.Abs(curve) && slope > 0:
		return "Their histogram slopes up: the draws are too small."
	case math.Abs(slope) >= math.Abs(curve):
		return "Their histogram slopes down: the draws are too large."
	case curve > 0:
		return "Their histogram has the shape ∪: the draws are too narrow, or depend on each other."
	}
	return "Their histogram has the shape ∩: the draws are too wide."
}
