package sampler

import (
	"errors"
	"fmt"
	"slices"

	"gibbslab/internal/durable"
)

const traceFile = "gibbslab trace 1\n"

// Save writes the trace to a file, with a checksum, in full or not at all. [LoadTrace] reads it
// with all draws as they were, bit for bit.
func (t *Trace) Save(path string) error {
	if t == nil {
		return errNoTrace
	}
	data, err := t.GobEncode()
	if err == nil {
		err = durable.WriteFile(path, durable.Seal(traceFile, data))
	}
	if err != nil {
		return fmt.Errorf("sampler: the trace is not written to %s: %w", path, err)
	}
	return nil
}

// LoadTrace reads a trace from a file that [Trace.Save] wrote. Errors: no such file, a file of
// another kind, a damaged file.
func LoadTrace(path string) (*Trace, error) {
	data, err := durable.ReadSealed(path, traceFile, memoryLimit()/2)
	if other := durable.OtherFormat(""); errors.As(err, &other) {
		err = errors.New("it holds no trace, expected a file that Trace.Save wrote")
	}
	t := &Trace{}
	if err == nil {
		err = t.GobDecode(data)
	}
	if err != nil {
		return nil, fmt.Errorf("sampler: file %s: %w", path, err)
	}
	return t, nil
}

const sealMagic = "gibbslab checkpoint 2\n"

// oldMagic began the files of versions that did not store a digest of the data.
const oldMagic = "gibbslab checkpoint 1\n"

// readSealed reads a checkpoint and checks the checksum.
func readSealed(path string) ([]byte, error) {
	data, err := durable.ReadSealed(path, sealMagic, memoryLimit())
	switch other := durable.OtherFormat(""); {
	case !errors.As(err, &other):
	case other == oldMagic:
		return nil, errors.New("the file comes from an earlier version, which did not note the data: " +
			"delete it to start again")
	default:
		return nil, errors.New("this is not a checkpoint: name another file, or delete it")
	}
	if errors.Is(err, durable.ErrDamaged) {
		return nil, fmt.Errorf("%w: restore it, or delete it to start again", err)
	}
	return data, err
}

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
