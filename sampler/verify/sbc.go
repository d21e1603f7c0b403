package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/internal/meter"
)

// SBC is simulation-based calibration. It draws parameters and data from their joint distribution
// and runs one chain of the sampler given these data, from the model's own Init. Then it ranks the
// parameters that made the data among the draws. For each test function (see [Blocks]), the rank is
// the number of draws below the true value, from 0 to L = Settings.Draws; ties are broken at
// random. Given the data, the true value is one more draw from the posterior. So the ranks of a
// correct sampler are uniform, and their empirical distribution function must stay within a
// simultaneous band.
//
// SBC tests the posterior itself. It finds errors that [Blocks] and [JointTest] cannot see: a chain
// that does not reach everything, or has not forgotten its start after the warm-up. It runs whole
// chains, so it is slower, and it names no block. Keep the log likelihood or lp__ among the test
// functions: a sampler that ignores the data and draws from the prior gives uniform ranks of each
// parameter.
//
// The draws of a chain are thinned until they are nearly independent, by the effective sample size
// of four trial chains. The remaining dependence does little harm: the draws contribute L/6 to the
// variance L²/12 of a rank.
//
// There are up to three rounds. A correct sampler is called wrong with probability at most
// Settings.FalseAlarm, over all functions.
//
// Sources: Talts et al., "Validating Bayesian inference algorithms with simulation-based
// calibration", arXiv:1804.06788 (2018); Modrák et al., "Simulation-based calibration checking for
// Bayesian computation: the choice of test quantities shapes sensitivity", Bayesian Analysis
// (2023), for the likelihood; the band: [diag.RankBand].
func SBC[S, D any](j Joint[S, D], set Settings) (*SBCReport, error) {
	return sbc(Opaque(j), set)
}

func sbc(j anyJoint, set Settings) (*SBCReport, error) {
	t, err := newTester(j, set, 400, 99)
	if err != nil {
		return nil, err
	}
	f := t.functions // a chain keeps its data, so products with them would repeat the parameters
	f.names, f.pairs = f.names[:len(f.names)-f.withData], f.pairs[:len(f.pairs)-f.withData]
	f.withData = 0
	report := &SBCReport{Draws: t.set.Draws, Thin: t.set.Thin}
	for _, name := range t.functions.names {
		report.Functions = append(report.Functions, SBCResult{Function: name, P: 1})
	}
	err = t.settle(report)
	if err == nil {
		var out outcome
		out, err = sequential(t.set.FalseAlarm, sbcRounds, t.set.Replications,
			len(t.functions.names), func(k, n int, keep []int) ([]score, error) {
				return t.rank(report, fmt.Sprintf("SBC, round %d", k), n, keep)
			})
		report.Wrong = out.found
		if out.worst.test != "" {
			report.Function, report.P = t.functions.names[out.worst.function], out.p
		}
	}
	var broken failure
	if errors.As(err, &broken) {
		report.Wrong, report.Err, err = true, broken.error, nil
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// sbcRounds is the number of rounds of SBC. Each replication in a round runs a chain.
const sbcRounds = 3

// settle chooses how much to thin, and how long to warm up.
func (t *tester) settle(report *SBCReport) error {
	if report.Thin == 0 {
		const trials, sweeps, skipped, most = 4, 1000, 200, 100
		// sweeps to an effective draw, of each function and trial
		n := len(t.functions.names)
		spacing := numeric.Matrix[float64](n, trials)
		err := t.gather("SBC, trial", trials, numeric.Indices(n), n, func() func(int, []float64) error {
			return func(i int, of []float64) error {
				_, draws, err := t.chain("SBC, trial", i, skipped, sweeps, 1)
				for f := range draws {
					if ess := diag.ESSMean(draws[f : f+1]); ess > 0 {
						of[f] = sweeps / ess
					}
				}
				return err
			}
		}, func(i int, of []float64) {
			for f := range of {
				spacing[f][i] = of[f]
			}
		})
		if err != nil {
			return err
		}
		report.Thin = 1
		for f := range spacing {
			report.Thin = min(max(report.Thin, int(math.Round(1.5*diag.Mean(spacing[f])))), most)
		}
	}
	report.Warmup = t.set.Warmup
	report.Warmup = cmp.Or(report.Warmup, max(100, 20*report.Thin))
	return nil
}

// rank runs n chains and tests the ranks of the test functions named by keep.
func (t *tester) rank(report *SBCReport, label string, n int, keep []int) ([]score, error) {
	ranks := numeric.Matrix[int](len(keep), n)
	err := t.gather(label, n, keep, len(keep), func() func(i int, rank []float64) error {
		return func(i int, rank []float64) error {
			truth, draws, err := t.chain(label, i, report.Warmup, report.Draws, report.Thin)
			if err != nil {
				return err
			}
			r := sampler.Stream("verify ties of "+label, t.set.Seed, i)
			for k, f := range keep {
				below, equal := 0, 0
				for _, v := range draws[f] {
					switch {
					case v < truth[f]:
						below++
					case v == truth[f]:
						equal++
					}
				}
				rank[k] = float64(below + r.IntN(equal+1))
			}
			return nil
		}
	}, func(i int, rank []float64) {
		for k := range keep {
			ranks[k][i] = int(rank[k])
		}
	}, report.Warmup, report.Draws, report.Thin)
	if err != nil {
		return nil, err
	}
	var scores []score
	for k, f := range keep {
		counts := make([]int, report.Draws+1)
		for _, rank := range ranks[k] {
			counts[rank]++
		}
		s := score{function: f, test: testUniform, p: diag.RankTest(counts)}
		report.Functions[f].Ranks, report.Functions[f].P = ranks[k], s.p
		scores = append(scores, s)
	}
	return scores, nil
}

// chain draws from the joint distribution, and runs a chain given the data. It returns the test
// functions of the state that made the data, and of the draws.
func (t *tester) chain(
	label string, i, warmup, n, thin int,
) (truth []float64, draws [][]float64, err error) {
	r := sampler.Stream("verify "+label, t.set.Seed, i)
	buf := make([]float64, t.functions.width)
	truth = make([]float64, len(t.functions.names))
	d, err := t.draw(r)
	if err == nil {
		err = t.functions.of(&d, buf, truth)
	}
	if err == nil && d.model.Init == nil {
		err = errors.New("the model has no Init: give the function that makes the state of a new chain")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("verify: draws from the joint distribution: %w", err)
	}
	m := d.model
	if len(m.Params) == 0 && m.LogJoint == nil { // all test functions may come from the joint
		m.LogJoint = func(*anyState) float64 { return 0 }
	}
	draws = numeric.Matrix[float64](len(truth), n)
	values := make([]float64, len(truth))
	sweeps, phase := 0, &meter.Meter{WarmedUp: warmup == 0}
	meter.Attach(r, phase)
	defer meter.Detach(r)
	for s, err := range m.Sweeps(context.Background(), r) {
		if err != nil {
			return nil, nil, failure{err}
		}
		sweeps++
		phase.WarmedUp = sweeps >= warmup
		if sweeps == warmup && m.WarmedUp != nil {
			err := call("WarmedUp", func() error { m.WarmedUp(s); return nil })
			if err != nil {
				return nil, nil, failure{err}
			}
		}
		at := sweeps - warmup
		if at <= 0 || at%thin != 0 {
			continue
		}
		d.s = s
		if err := t.functions.of(&d, buf, values); err != nil {
			return nil, nil, failure{fmt.Errorf("after %d sweeps: %w", sweeps, err)}
		}
		for f, v := range values {
			draws[f][at/thin-1] = v
		}
		if at == n*thin {
			break
		}
	}
	return truth, draws, nil
}

// Posterior is the joint distribution around the data at hand: parameters from their posterior
// given the data, and further data given these. All tests of a [Joint] work with it, SBC above all:
//
//	around, err := verify.Posterior(joint, y, func(y, more []float64) []float64 {
//		return slices.Concat(y, more)
//	}, 200)
//	report, err := verify.SBC(around, set)
//
// A prior that is wide makes data sets that nobody will ever see, and a sampler may fail for those
// and be right for yours, or the other way round. Here the data sets are like yours.
//
// join puts the data and further data together into one data set, which Joint.Model must take. Each
// draw of the parameters ends a chain of its own with this number of sweeps, which must be long
// enough to forget its start.
//
// The draws come from the sampler under test. So an error of the sampler shows only where it makes
// the posterior given all data contradict the posterior given the first: run SBC with the prior,
// too.
//
// Source: Säilynoja, Schmitt, Bürkner & Vehtari, "Posterior SBC: simulation-based calibration
// checking conditional on data", arXiv:2502.03279 (2025).
func Posterior[S, D any](
	j Joint[S, D], data D, join func(data, more D) D, sweeps int,
) (Joint[S, D], error) {
	if j.Data == nil || j.Model == nil || join == nil || sweeps < 1 {
		return j, errors.New("verify: Posterior needs a joint with Data and Model, a function that " +
			"joins data, and at least one sweep")
	}
	m, err := j.Model(data)
	if err != nil {
		return j, fmt.Errorf("verify: Posterior: the model for the data at hand: %w", err)
	}
	around := j
	around.Prior = func(r *rand.Rand) (*S, error) { return endOf(m, r, sweeps) }
	around.Data = func(r *rand.Rand, s *S) (D, error) {
		more, err := j.Data(r, s)
		if err != nil {
			return more, err
		}
		return join(data, more), nil
	}
	return around, nil
}

// endOf is the state of a chain after this number of sweeps.
func endOf[S any](m sampler.Model[S], r *rand.Rand, sweeps int) (*S, error) {
	n := 0
	for s, err := range m.Sweeps(context.Background(), r) {
		if n++; err != nil || n == sweeps {
			return s, err
		}
	}
	return nil, errors.New("the chain ended")
}
