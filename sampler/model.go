package sampler

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Block draws one part of the state from its full conditional, given all the other parts and the data.
//
// Chains run at the same time, each with a state of its own, so Update may write to s and to nothing else:
// scratch space belongs into the state. An error, or a panic, stops the chain; its earlier draws are kept.
type Block[S any] struct {
	Name   string
	Update func(r *rand.Rand, s *S) error
}

// A Param is a quantity that is recorded: a name, a shape, and a reader.
type Param[S any] struct {
	// Name is letters, digits and underscores, and starts with a letter.
	Name string
	// Shape lists the lengths of the dimensions, row by row ("row-major"); nil is a scalar.
	Shape []int
	// Coords names the elements, dimension by dimension: Coords[d] holds Shape[d] different names, such
	// as those of schools, or is nil where positions will do. Optional. Labels, tables and plots then
	// say theta[Aalen] and not theta[0]. A name must not hold a bracket, a comma or a line break.
	Coords [][]string
	// Read copies the current value into dst, whose length is the product of Shape (1 for a scalar).
	Read func(s *S, dst []float64)

	// Every records only each n-th kept draw, for large parameters; 0 and 1 record all.
	Every int
	// Moments keeps the running mean and variance of each element and no draws (see [Trace.Moments]):
	// enough for the class probabilities of ten thousand documents, at the memory of two draws.
	Moments bool
}

// Label is what the trace calls element i, counted in row-major order: "mu", "theta[2]", "phi[0,gene]".
// The shape and the coordinates must be right, and i in range.
func (p Param[S]) Label(i int) string { return p.column().label(i) }

// column is an empty column for the parameter.
func (p Param[S]) column() *column {
	return &column{Name: p.Name, Shape: p.Shape, Coords: p.Coords, Every: p.Every, Moments: p.Moments}
}

// Scalar is the Param of a single number.
func Scalar[S any](name string, read func(s *S) float64) Param[S] {
	return Param[S]{Name: name, Read: func(s *S, dst []float64) { dst[0] = read(s) }}
}

// A Model is a Gibbs sampler: how a chain starts, what is updated in which order, and what is recorded.
type Model[S any] struct {
	// Init makes the state of a new chain. It should scatter chains more widely than the posterior does:
	// only then does R-hat mean something.
	Init func(r *rand.Rand) (*S, error)
	// Blocks are updated in this order in each sweep.
	Blocks []Block[S]
	// Params are recorded after each kept sweep.
	Params []Param[S]
	// WarmedUp is called once in each chain, when the warm-up is over and before the first sweep that
	// counts. Updates that learn how to propose stop learning here: package update. Optional.
	WarmedUp func(s *S)
	// LogJoint is the log density of everything, data and state, up to a constant. Optional; it is
	// recorded under the name "lp__".
	LogJoint func(s *S) float64
	// Data is what the chains are drawn given: the data, and the constants of the prior. It is asked for only where
	// Settings.Checkpoint is set: a run does not go on from a checkpoint of other Data. Any value will do that
	// holds no function and no channel, such as []any{y, tau}; a model without data gives a name.
	Data any
	// Work is what a sweep goes through, for the speed in a progress report. Optional.
	Work SweepSize
	// StateBytes is about how much memory the state of a chain takes, for the estimate that Run makes before it
	// begins. Optional; states of more than some megabytes should say it.
	StateBytes float64
}

// SweepSize is an amount, such as SweepSize{1e6, "tokens"}. The zero value says nothing.
type SweepSize struct {
	Amount float64
	Unit   string
}

// logJointName is Stan's name for the log density, which other software expects.
const logJointName = "lp__"

// params is what is recorded: the model's own parameters and the log joint density.
func (m Model[S]) params() []Param[S] {
	if m.LogJoint == nil {
		return m.Params
	}
	return append(slices.Clip(m.Params), Scalar(logJointName, m.LogJoint))
}

// check reports all that is wrong with the model, at once.
func (m Model[S]) check() error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("sampler: "+format, a...)) }
	if m.Init == nil {
		bad("the model has no Init: give the function that makes the state of a new chain")
	}
	if len(m.Blocks) == 0 {
		bad("the model has no Blocks: give at least one update")
	}
	blocks := map[string]bool{}
	for i, b := range m.Blocks {
		switch {
		case b.Name == "":
			bad("block %d has no Name", i)
		case blocks[b.Name]:
			bad("two blocks are named %q: names tell blocks apart in errors and checkpoints", b.Name)
		}
		blocks[b.Name] = true
		if b.Update == nil {
			bad("block %q has no Update", b.Name)
		}
	}
	if len(m.params()) == 0 {
		bad("the model records nothing: give at least one Param, or LogJoint")
	}
	params := map[string]bool{logJointName: m.LogJoint != nil}
	for i, p := range m.Params {
		if err := checkName(p.Name); err != nil {
			bad("parameter %d: %w", i, err)
		} else if params[p.Name] {
			bad("two parameters are named %q", p.Name)
		}
		params[p.Name] = true
		if p.Read == nil {
			bad("parameter %q has no Read", p.Name)
		}
		if slices.ContainsFunc(p.Shape, func(n int) bool { return n < 1 }) {
			bad("parameter %q has shape %v: each length must be at least 1 (nil for a scalar)", p.Name, p.Shape)
		}
		if err := checkCoords(p.Shape, p.Coords); err != nil {
			bad("parameter %q: %w", p.Name, err)
		}
		if p.Every < 0 {
			bad("parameter %q has Every %d: give 1 or more, or 0 for each draw", p.Name, p.Every)
		}
	}
	return errors.Join(errs...)
}

// checkName refuses names that could not be told from an element's label, "theta[2]", or be a column of a
// CSV file.
func checkName(name string) error {
	if name == "" {
		return errors.New("the name is empty")
	}
	if len(name) > 200 {
		return fmt.Errorf("the name %s is longer than 200 bytes", quoted(name))
	}
	for i, c := range name {
		if !unicode.IsLetter(c) && (i == 0 || c != '_' && !unicode.In(c, unicode.N, unicode.M)) {
			return fmt.Errorf("the name %s holds %q: use letters, digits and underscores, a letter first", quoted(name), c)
		}
	}
	return nil
}

// quoted is a text from a file or a user in quotation marks, cut where it is long.
func quoted(text string) string {
	const most = 60
	if len(text) <= most {
		return strconv.Quote(text)
	}
	return fmt.Sprintf("%q… (%d bytes)", strings.ToValidUTF8(text[:most], ""), len(text))
}

// size is the number of elements of an array of this shape.
func size(shape []int) int {
	n := 1
	for _, l := range shape {
		n *= l
	}
	return n
}
