package tune

import (
	"math"
	"reflect"

	"gonum.org/v1/gonum/stat"
)

// mostNumbers is the most numbers that an unknown may have.
const mostNumbers = 1000

// An unknown is an exported field of the state that the log joint density depends on.
type unknown struct {
	name string
	at   int // of the field
	n    int // numbers in it
}

// in lists where the numbers of an unknown are in a state.
func (u unknown) in(state reflect.Value) (all []*float64) {
	switch field := state.Elem().Field(u.at).Addr().Interface().(type) {
	case *float64:
		all = append(all, field)
	case *[]float64:
		for i := range *field {
			all = append(all, &(*field)[i])
		}
	case *[][]float64:
		for _, row := range *field {
			for i := range row {
				all = append(all, &row[i])
			}
		}
	}
	return all
}

// unknownsOf finds the unknowns of a state: logJoint changes if one of their numbers does.
func unknownsOf[S any](s *S, logJoint func(s *S) float64) (found []unknown) {
	state := reflect.ValueOf(s)
	if state.Elem().Kind() != reflect.Struct || logJoint == nil {
		return nil
	}
	now := logJoint(s)
	for at := range state.Elem().NumField() {
		field := state.Elem().Type().Field(at)
		if !field.IsExported() {
			continue
		}
		u := unknown{field.Name, at, 0}
		numbers := u.in(state)
		if u.n = len(numbers); u.n == 0 || u.n > mostNumbers {
			continue
		}
		for _, x := range []*float64{numbers[0], numbers[u.n/2], numbers[u.n-1]} {
			old := *x
			*x += 1e-3 * (1 + math.Abs(old))
			if logJoint(s) != now {
				found = append(found, u)
				*x = old
				break
			}
			*x = old
		}
	}
	logJoint(s)
	return found
}

// A move changes the unknowns of a state along a curve: number i becomes
//
//	x_i + t·shift_i,   or   centre + (x_i − centre)·exp(t·power),
//
// where the centre is the mean of the unknown if it has several numbers, and 0 if it has one.
type move struct {
	unknowns []unknown
	positive [][]bool    // numbers that keep their sign
	shift    [][]float64 // nil for a scale
	power    []float64
	width    float64
}

// volume is the exponent of the change of volume exp(t·volume).
func (m *move) volume() (sum float64) {
	for i, p := range m.power {
		sum += p * float64(max(1, m.unknowns[i].n-1))
	}
	return sum
}

// moved is a state with what it was before.
type moved struct {
	numbers [][]*float64
	old     [][]float64
	ready   bool // all that keep their sign are positive
}

func (m *move) begin(state reflect.Value) (at moved) {
	at.ready = true
	for i, u := range m.unknowns {
		numbers := u.in(state)
		old := make([]float64, len(numbers))
		for k, x := range numbers {
			old[k] = *x
			at.ready = at.ready && (*x > 0 || !m.positive[i][k])
		}
		at.numbers, at.old = append(at.numbers, numbers), append(at.old, old)
	}
	return at
}

// to moves the state, and is false if a number lost its sign.
func (m *move) to(at moved, t float64) (in bool) {
	in = true
	for i, old := range at.old {
		if m.shift == nil {
			by, centre := math.Exp(t*m.power[i]), 0.0
			if len(old) > 1 {
				centre = stat.Mean(old, nil)
			}
			for k, x := range old {
				*at.numbers[i][k] = centre + (x-centre)*by
			}
			continue
		}
		for k, x := range old {
			v := x + t*m.shift[i][k]
			*at.numbers[i][k] = v
			in = in && (v > 0 || !m.positive[i][k])
		}
	}
	return in
}
