package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/internal/meter"
)

// A Coordinate is a number in the state that a block updates.
type Coordinate[S any] struct {
	// Name is used in the report.
	Name string
	// At points to the number in the state.
	At func(s *S) *float64
	// Lo and Hi are the ends of its support, which may be infinite. If both are 0, there are none.
	Lo, Hi float64
	// Changed updates whatever the state computes from the number. Optional.
	Changed func(s *S)
	// Gradient is the derivative of the log density that the block uses, at the present state. It
	// is compared with differences of LogJoint. Optional.
	Gradient func(s *S) float64
}

// Conditional tests one block of a model given the real data. It needs no draw from a prior or of
// data, so it works for models with flat priors. The block updates the coordinates x. With all else
// held at the present state, it must leave their conditional density
//
//	p(x | all else) = exp(LogJoint) / ∫ exp(LogJoint) dx
//
// unchanged. LogJoint must therefore contain every factor that depends on x, and every variable
// that the block is given. Where it is a density with a latent variable integrated out, as in
// Albert and Chib's probit, give the model for the test a LogJoint of both. Where it is a density
// of other numbers than x, as of a matrix whose Cholesky factor the state has, add the Jacobian.
//
// For one coordinate the density is integrated by adaptive quadrature. The test draws x from it,
// applies the block once, and transforms x before and after by the distribution function. Both must
// be uniform. If one block updates several coordinates together, draws come from a chain of
// slice-sampling steps along each in turn. Ranks then replace the distribution function, and
// LogJoint and products of at most 28 pairs are compared too. These draws depend on each other, and
// their standard errors are corrected; the report says what they are worth. If that is little, as
// for nearly collinear coordinates, it sees little: transform them first.
//
// The test functions are the Legendre polynomials of degree 1 to 4 of the transformed x. They see
// differences of location, spread, skewness and tails. The states come from a chain that starts
// from Init and makes Settings.Warmup sweeps (100), then WarmedUp, then ten more sweeps before each
// state: four states for one coordinate, one for several. Settings.Replications (10 000) is for the
// first round; further rounds are as in [Blocks].
//
// A wrong gradient alone does not bias a Hamiltonian update. Its steps stay reversible whatever the
// force, and it is only slow. Give Coordinate.Gradient, and Conditional finds the error.
//
// If a block changes anything else that LogJoint depends on, Conditional returns an error that says
// to name all coordinates. A block that fails is reported as wrong. A model without LogJoint is an
// error too: to test it, replace every flat prior by a proper one and call [Blocks].
//
// Conditional is also the test of LogJoint, which tempering, marginal likelihoods and sensitivity
// rely on, and which Blocks does not check. If Blocks passes a block and Conditional does not,
// LogJoint is wrong. If both are wrong in the same way, Conditional finds nothing, and Blocks does.
// Neither discrete parts of the state nor a block that moves too little are tested here: see
// [Blocks] and [SBC].
func Conditional[S any](
	m sampler.Model[S], block string, set Settings, coordinates ...Coordinate[S],
) (*ConditionalReport, error) {
	set.Warmup = cmp.Or(set.Warmup, 100)
	set, err := set.withDefaults(10_000, 1)
	c := &conditional{model: sampler.Opaque(m), set: set}
	for _, x := range coordinates {
		c.coordinates = append(c.coordinates, hiddenCoordinate(x))
	}
	if err == nil {
		err = checkConditional(c.model, block, c.coordinates)
	}
	if err != nil {
		return nil, err
	}
	c.block = slices.Index(blockNames(c.model), block)
	return c.report()
}

func (c *conditional) report() (*ConditionalReport, error) {
	report := &ConditionalReport{Block: c.model.Blocks[c.block].Name}
	names := c.functions()
	err := call("Conditional", func() error {
		err := c.start()
		defer meter.Detach(c.r)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(c.coordinates,
			func(x Coordinate[anyState]) bool { return x.Gradient != nil }) {
			if report.Gradients, err = c.gradients(); err != nil {
				return err
			}
		}
		out, err := sequential(c.set.FalseAlarm, rounds, c.set.Replications, len(names), c.round)
		report.moved = out.found
		report.Comparison, report.worth = Comparison{P: out.p, Draws: out.replications}, c.worth
		if out.worst.test != "" {
			report.Function, report.Test = names[out.worst.function], out.worst.test
			report.Z = out.worst.z
		}
		return err
	})
	var broken failure
	if errors.As(err, &broken) {
		report.moved, report.Err, err = true, broken.error, nil
	}
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	report.Wrong = report.moved
	for _, g := range report.Gradients {
		report.Wrong = report.Wrong || g.Wrong
	}
	return report, nil
}

func checkConditional(m anyModel, block string, coordinates []Coordinate[anyState]) error {
	switch i := slices.Index(blockNames(m), block); {
	case i < 0:
		return fmt.Errorf("verify: no block %q; have %q", block, blockNames(m))
	case m.LogJoint == nil:
		return errors.New("verify: the model has no LogJoint to hold the block against: give it one, " +
			"or test by Blocks, with a proper stand-in for each flat prior")
	case m.Init == nil:
		return errors.New("verify: the model has no Init: give the function that makes the state " +
			"of a new chain")
	case len(coordinates) == 0:
		return errors.New("verify: no coordinates: name each number that the block updates")
	}
	for i, b := range m.Blocks {
		if b.Update == nil {
			return fmt.Errorf("verify: block %d, %q, has no Update", i, b.Name)
		}
	}
	for i, x := range coordinates {
		if x.Name == "" || x.At == nil {
			return fmt.Errorf("verify: coordinate %d, %q, has no Name or no At: give both", i, x.Name)
		}
		if (x.Lo != 0 || x.Hi != 0) && !(x.Lo < x.Hi) {
			return fmt.Errorf("verify: coordinate %q has a support from %g to %g: give Lo < Hi", x.Name,
				x.Lo, x.Hi)
		}
	}
	return nil
}

// bounds are the ends of the support.
func (x Coordinate[S]) bounds() (lo, hi float64) {
	if x.Lo == 0 && x.Hi == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return x.Lo, x.Hi
}

// set puts a number into the state.
func (x Coordinate[S]) set(s *S, v float64) {
	*x.At(s) = v
	if x.Changed != nil {
		x.Changed(s)
	}
}

// conditional is a test of one block.
type conditional struct {
	model       anyModel
	set         Settings
	block       int
	coordinates []Coordinate[anyState]
	state       *anyState
	r           *rand.Rand // of the chain that finds the states
	worth       float64    // of dependent draws, the least effective number of a coordinate
}

// start makes the state of a chain that has warmed up.
func (c *conditional) start() (err error) {
	c.r = sampler.Stream("verify conditional", c.set.Seed, 0)
	c.state, err = c.model.Init(c.r)
	if err == nil && c.state == nil {
		err = errors.New("neither a state nor an error")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", "Init", err)
	}
	if err := c.sweeps(c.set.Warmup); err != nil {
		return err
	}
	meter.Ended(c.r) // Conditional detaches it
	if c.model.WarmedUp != nil {
		c.model.WarmedUp(c.state)
	}
	return nil
}

// sweeps runs the chain n sweeps further.
func (c *conditional) sweeps(n int) error {
	for range n {
		for b := range c.model.Blocks {
			if err := c.apply(b, c.r); err != nil {
				return err
			}
		}
	}
	lp := c.model.LogJoint(c.state)
	if math.IsNaN(lp) || math.IsInf(lp, 0) {
		return fmt.Errorf("LogJoint is %g at the state after the sweeps: it must be finite there", lp)
	}
	return nil
}

func (c *conditional) apply(b int, r *rand.Rand) error {
	name := c.model.Blocks[b].Name
	err := call(fmt.Sprintf("block %q", name), func() error {
		return c.model.Blocks[b].Update(r, c.state)
	})
	if err != nil {
		return failure{err}
	}
	if b != c.block {
		return nil
	}
	for _, x := range c.coordinates {
		if math.IsNaN(*x.At(c.state)) {
			return failure{fmt.Errorf("block %q makes %s NaN", name, x.Name)}
		}
	}
	return nil
}

// values writes the present coordinates to dst.
func (c *conditional) values(dst []float64) []float64 {
	dst = dst[:0]
	for _, x := range c.coordinates {
		dst = append(dst, *x.At(c.state))
	}
	return dst
}

// restore puts all coordinates back.
func (c *conditional) restore(values []float64) {
	for k, x := range c.coordinates {
		x.set(c.state, values[k])
	}
}

// step sets the coordinates to the values before, applies the block, writes the new values to dst,
// with LogJoint before and after at the end, and restores the state.
func (c *conditional) step(r *rand.Rand, before, dst []float64) ([]float64, error) {
	lp := c.model.LogJoint(c.state)
	if err := c.apply(c.block, r); err != nil {
		return nil, err
	}
	after := append(c.values(dst), lp, c.model.LogJoint(c.state))
	if math.IsNaN(after[len(after)-1]) {
		return nil, failure{errors.New("LogJoint is NaN after the block")}
	}
	c.restore(before)
	if again := c.model.LogJoint(c.state); !(math.Abs(again-lp) <= 1e-7*(1+math.Abs(lp))) {
		return nil, fmt.Errorf("block %q changes more than the coordinates given: LogJoint is %.9g "+
			"before, and %.9g with these put back; name all numbers that the block updates, and give "+
			"Changed if others are computed from them", c.model.Blocks[c.block].Name, lp, again)
	}
	return after, nil
}
