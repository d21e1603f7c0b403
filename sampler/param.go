package sampler

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/sampler/internal/guard"
)

// A Param is a quantity that is recorded: a name, a shape, and a reader. [Scalar] and [Vector] make
// the usual ones.
type Param[S any] struct {
	// Name consists of letters, digits, underscores and dots, and starts with a letter.
	Name string
	// Shape lists the lengths of the dimensions, in row-major order; nil is a scalar.
	Shape []int
	// Coords names the elements of each dimension: Coords[d] holds Shape[d] different names, such
	// as the names of schools, or is nil if positions will do. Optional. Labels, tables and plots
	// then say theta[Aalen] instead of theta[0]. A name must not hold a bracket, a comma or a line
	// break. Increasing numbers from "1" on are names too; then theta[1] is the first element.
	Coords [][]string
	// Read copies the current value into dst, whose length is the product of Shape (1 for a
	// scalar).
	Read func(s *S, dst []float64)

	// Every records only every n-th kept draw, for large parameters; 0 and 1 record all.
	Every int
	// Moments keeps the running mean and variance of each element and no draws (see
	// [Trace.Moments]). It is enough for the class probabilities of ten thousand documents, and
	// takes the memory of two draws.
	Moments bool
}

// Scalar is the Param of a single number.
func Scalar[S any](name string, read func(s *S) float64) Param[S] {
	return Param[S]{Name: name, Read: func(s *S, dst []float64) { dst[0] = read(s) }}
}

// Vector is the Param of n numbers, usually a field of the state:
//
//	sampler.Vector("theta", 8, func(s *state) []float64 { return s.Theta })
//
// If read returns a different number of values, the run ends with an error.
func Vector[S any](name string, n int, read func(s *S) []float64) Param[S] {
	return Param[S]{Name: name, Shape: []int{n}, Read: func(s *S, dst []float64) {
		x := read(s)
		if len(x) != len(dst) {
			panic(guard.Sentence(fmt.Sprintf("the function returned %d values, but "+
				"Vector(%q, %d, …) says %[3]d: change one of the two", len(x), name, n)))
		}
		copy(dst, x)
	}}
}

// Label returns the name of element i in the trace, counted in row-major order: "mu", "theta[2]",
// "phi[0,gene]". The shape and the coordinates must be right, and i in range.
func (p Param[S]) Label(i int) string { return p.column().label(i) }

// Check reports all that is wrong with the parameter: its name, or its shape, coordinates and Read.
func (p Param[S]) Check() error {
	if err := checkName(p.Name); err != nil {
		return err
	}
	var errs []error
	bad := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf("parameter %q "+format, append([]any{p.Name}, a...)...))
	}
	if p.Read == nil {
		bad("has no Read")
	}
	if slices.ContainsFunc(p.Shape, func(n int) bool { return n < 1 }) {
		bad("has shape %v: each length must be at least 1 (nil for a scalar)", p.Shape)
	}
	if err := checkCoords(p.Shape, p.Coords); err != nil {
		bad("has wrong Coords: %w", err)
	}
	if p.Every < 0 {
		bad("has Every %d: give 1 or more, or 0 for each draw", p.Every)
	}
	return errors.Join(errs...)
}

// column is an empty column for the parameter.
func (p Param[S]) column() *column {
	return &column{Name: p.Name, Shape: p.Shape, Coords: p.Coords, Every: p.Every, Moments: p.Moments}
}

// checkName refuses names that could be mistaken for the label of an element, "theta[2]", and names
// that cannot head a column of a CSV file.
func checkName(name string) error {
	if name == "" {
		return errors.New("the name is empty")
	}
	if len(name) > 200 {
		return fmt.Errorf("the name %s is longer than 200 bytes", quoted(name))
	}
	for i, c := range name {
		inside := c == '_' || c == '.' || unicode.In(c, unicode.N, unicode.M)
		if !unicode.IsLetter(c) && (i == 0 || !inside) {
			return fmt.Errorf("the name %s holds %q: use letters, digits, underscores and dots, a "+
				"letter first", quoted(name), c)
		}
	}
	return nil
}

// quoted puts a text from a file or a user in quotation marks, and cuts it if it is long.
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
