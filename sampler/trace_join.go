package sampler

import (
	"errors"
	"fmt"
	"slices"
)

// Join puts the chains of several traces of one model into one trace, in this order: chains that
// ran on other machines, or were added later with Settings.First. Draws, running moments and
// cadence are kept. The new trace shares the draws with the old ones.
//
// Errors: no traces, a nil or an empty one, and traces whose parameters differ.
func Join(traces ...*Trace) (*Trace, error) {
	if len(traces) == 0 {
		return nil, errors.New("sampler: Join: there are no traces: give at least one")
	}
	for i, t := range traces {
		if t == nil || len(t.columns) == 0 {
			return nil, fmt.Errorf("sampler: Join: trace %d is empty: give traces of one model", i)
		}
	}
	columns, blocks := slices.Clone(traces[0].columns), traces[0].blocks
	failed, made := slices.Clone(traces[0].failed), traces[0].made
	for k := range columns {
		columns[k].Draws = slices.Clone(columns[k].Draws)
		columns[k].Running = slices.Clone(columns[k].Running)
	}
	for i, t := range traces[1:] {
		if !slices.EqualFunc(columns, t.columns, sameParameter) {
			return nil, fmt.Errorf("sampler: Join: the parameters of trace %d differ from those "+
				"of trace 0: give traces of one model", i+1)
		}
		blocks, failed = addBlocks(blocks, t.blocks), append(failed, t.failed...)
		made = made.joined(t.made)
		for k, c := range t.columns {
			columns[k].Draws = append(columns[k].Draws, c.Draws...)
			columns[k].Running = append(columns[k].Running, c.Running...)
		}
	}
	joined := traceOfColumns(columns)
	joined.blocks, joined.failed, joined.made = blocks, failed, made
	return joined, nil
}

// sameParameter tells whether two columns record the same parameter in the same way.
func sameParameter(a, b column) bool {
	return a.describe() == b.describe() && max(a.Every, 1) == max(b.Every, 1) &&
		a.Moments == b.Moments && slices.EqualFunc(a.Coords, b.Coords, slices.Equal[[]string])
}
