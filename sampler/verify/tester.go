package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/internal/meter"
)

// tester draws from the joint distribution, changes the draws, and compares.
type tester struct {
	joint     *anyJoint
	set       Settings
	blocks    []string
	functions *functions
}

func newTester(j anyJoint, set Settings, replications, draws int) (*tester, error) {
	set, err := set.withDefaults(replications, draws)
	if err := errors.Join(check(&j), err); err != nil {
		return nil, err
	}
	t := &tester{joint: &j, set: set}
	d, err := draw(&j, sampler.Stream("verify", set.Seed, 0))
	if err == nil {
		t.blocks = blockNames(d.model)
		t.functions, err = newFunctions(&j, d.model)
	}
	if err == nil {
		err = t.standardise()
	}
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return t, nil
}

// failure is an error of the sampler under test: a finding, not an error of the test.
type failure struct{ error }

// draw draws from the joint distribution, for a model with the same blocks as the first.
func (t *tester) draw(r *rand.Rand) (drawn, error) {
	d, err := draw(t.joint, r)
	if err == nil && len(d.model.Blocks) != len(t.blocks) {
		err = fmt.Errorf("the model has the blocks %q for one data set and %q for another: "+
			"they must be the same for all", t.blocks, blockNames(d.model))
	}
	return d, err
}

// apply is the move that applies these blocks, once each, one after the other.
func (t *tester) apply(blocks ...int) func(*rand.Rand, *drawn) error {
	return func(r *rand.Rand, d *drawn) (err error) {
		at := 0
		defer func() {
			if p := recover(); p != nil {
				err = failure{fmt.Errorf("block %q panicked: %s", t.blocks[at], guard.Text(p))}
			}
		}()
		for _, at = range blocks {
			if err := d.model.Blocks[at].Update(r, d.s); err != nil {
				return failure{fmt.Errorf("block %q: %w", t.blocks[at], err)}
			}
		}
		return nil
	}
}

// A pair are two times: 0 is before the first move, k after the move k.
type pair struct{ before, after int }

// compare draws n times from the joint distribution, each with a stream of its own, and makes
// moves, one after the other. For each pair of times it tests whether the distribution of the test
// functions named by keep is the same.
func (t *tester) compare(
	label string, n int, keep []int, pairs []pair, moves ...func(*rand.Rand, *drawn) error,
) ([][]score, error) {
	at := make([][][]float64, len(moves)+1)
	for k := range at {
		at[k] = numeric.Matrix[float64](len(keep), n)
	}
	err := t.gather(label, n, keep, len(at)*len(keep), func() func(i int, all []float64) error {
		buf, values := make([]float64, t.functions.width), make([]float64, len(t.functions.names))
		return func(i int, all []float64) error {
			r := sampler.Stream("verify "+label, t.set.Seed, i)
			defer meter.Ended(r)()
			d, err := t.draw(r)
			if err == nil {
				err = t.functions.of(&d, buf, values)
			}
			if err != nil {
				return fmt.Errorf("verify: draws from the joint distribution: %w", err)
			}
			for k, f := range keep {
				all[k] = values[f]
			}
			for m, move := range moves {
				if err := move(r, &d); err != nil {
					return err
				}
				if err := t.functions.of(&d, buf, values); err != nil {
					return failure{fmt.Errorf("after %s: %w", label, err)}
				}
				for k, f := range keep {
					all[(m+1)*len(keep)+k] = values[f]
				}
			}
			return nil
		}
	}, func(i int, all []float64) {
		for m := range at {
			for k := range keep {
				at[m][k][i] = all[m*len(keep)+k]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	scores := make([][]score, len(pairs)*len(keep))
	err = replicate(len(scores), func() func(j int) error {
		var w ranker
		return func(j int) error {
			p, k := pairs[j/len(keep)], j%len(keep)
			scores[j] = w.paired(keep[k], t.functions.square[keep[k]], at[p.before][k], at[p.after][k])
			return nil
		}
	})
	out := make([][]score, len(pairs))
	for j, s := range scores {
		out[j/len(keep)] = append(out[j/len(keep)], s...)
	}
	return out, err
}

// comparison puts the outcome of rounds into words.
func (t *tester) comparison(out outcome) Comparison {
	c := Comparison{Test: out.worst.test, Z: out.worst.z, P: out.p, Draws: out.replications}
	if out.worst.test != "" {
		c.Function = t.functions.names[out.worst.function]
	}
	return c
}

// Settings say how hard to look. The zero value of each field is a sensible default.
type Settings struct {
	// Seed of the streams of random numbers: the same seed gives the same report, whatever the
	// number of processors. 0 is a seed like any other.
	Seed uint64
	// FalseAlarm bounds the probability that one call of a test calls a correct sampler wrong, over
	// all its blocks, test functions and rounds. 0 means 1e-5; it must be below 0.1.
	FalseAlarm float64
	// Replications of the first round. Each further round has three times as many as the one
	// before; a correct sampler rarely needs any. 0 means 10 000 for Blocks and Conditional, 4000
	// for JointTest, 400 data sets for SBC and 16 chains for Enumerate. Seeing an error half as
	// large takes four times as many.
	Replications int
	// Sweeps of each chain of JointTest. 0 means 20.
	Sweeps int
	// Draws of each chain: 0 means 99, thinned, for SBC and 10 000 for Enumerate. The others take
	// none.
	Draws int
	// Warmup is the number of sweeps that SBC, Enumerate and Conditional leave out at the start of
	// each chain. 0 means 20 times Thin, and at least 100, for SBC; 1000 for Enumerate; 100 for
	// Conditional.
	Warmup int
	// Thin is the number of sweeps from one draw of SBC to the next. 0 means enough sweeps to make
	// the draws nearly independent, judged by the effective sample size of trial runs.
	Thin int
	// On runs the replications of Blocks, JointTest and SBC, and the chains of Enumerate, on other
	// machines, such as a farm.Farm. The report is the same. Each round is a job, so this pays when
	// a round takes many minutes here. Nil means the processors of this machine.
	On sampler.Farm

	apart bool // each block begins with draws of its own
}

// withDefaults fills in the defaults and reports all bad settings at once.
func (s Settings) withDefaults(replications, draws int) (Settings, error) {
	var errs []error
	for _, f := range []struct {
		name string
		n    int
	}{{"Replications", s.Replications}, {"Sweeps", s.Sweeps}, {"Draws", s.Draws},
		{"Warmup", s.Warmup}, {"Thin", s.Thin}} {
		if f.n < 0 {
			errs = append(errs, fmt.Errorf("verify: Settings.%s is %d: give 1 or more, or 0 for "+
				"the default", f.name, f.n))
		}
	}
	if s.FalseAlarm != 0 && !(s.FalseAlarm > 0 && s.FalseAlarm < 0.1) {
		errs = append(errs, fmt.Errorf("verify: Settings.FalseAlarm is %g: give a probability "+
			"between 0 and 0.1, or 0 for 1e-5", s.FalseAlarm))
	}
	if s.Replications > 0 && s.Replications < min(20, replications/10) {
		errs = append(errs, fmt.Errorf("verify: Settings.Replications is %d: give at least 20, "+
			"or 0 for the default; fewer show nothing", s.Replications))
	}
	s.FalseAlarm = cmp.Or(s.FalseAlarm, 1e-5)
	s.Replications, s.Sweeps = cmp.Or(s.Replications, replications), cmp.Or(s.Sweeps, 20)
	s.Draws = cmp.Or(s.Draws, draws)
	return s, errors.Join(errs...)
}
