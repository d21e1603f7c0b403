package sampler

import (
	"errors"
	"fmt"

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
