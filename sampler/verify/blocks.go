package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

// Blocks tests each block of a sampler on its own. It draws parameters and data from their joint
// distribution, applies the block once, and compares test functions before and after. A draw from
// the full conditional leaves the joint distribution unchanged, and so does any update that leaves
// the posterior invariant. A block that changes the joint distribution is itself wrong, wherever it
// stands in the sweep.
//
// The test functions are each element of each Param (for arrays of more than 16, the 16 elements
// k(n−1)/15, k = 0 … 15), the mean and the mean square of each array, lp__, the log likelihood, and
// Joint.Functions. There are also up to 40 products of a parameter and a number that is found in
// the data. They see that a block ignores data even if LogJoint ignores the same. Without lp__,
// there are also products of pairs, each standardised by the median and the interquartile range
// under the joint distribution: of scalars and of the first elements of arrays, at most 28 pairs.
// Each test function has up to four tests: of its mean, of its mean square, of its rank among all
// values before and after, and of the squared distance of this rank from the middle. Ranks are
// bounded, so their tests also work for distributions without moments, such as an inverse gamma.
// The means see what happens far out in the tails, which ranks do not.
//
// Values before and after are compared in pairs, because both belong to the same draw of the joint
// distribution: z = Σd/√Σd², where d is the difference of a test function, has mean 0 and variance
// 1 for a correct block. Whatever the block does not touch cancels: for the means of the normal
// model given 20 data, two independent samples would need about 20 times as many draws. A block
// that draws from full conditionals is as likely to go from a to b as from b to a, so d is
// symmetric. Then P(|z| > t) is at most 2 exp(−t²/2) whatever the distribution of d, with moments
// or without (Efron, JASA 64 (1969) 1278–1302), and z is standard normal if d has a variance. A
// block that draws from several full conditionals in turn is not quite symmetric; there z is
// approximately normal for large samples.
//
// A test in doubt is repeated with three times as many draws, at most five times. A correct sampler
// is called wrong with probability at most Settings.FalseAlarm, over all blocks.
//
// If each block alone is right, two sweeps in a row are tested too. A block may leave something
// behind that no test function shows and that makes the next block go wrong, such as a count that
// was not updated. If two sweeps are wrong, each block is tested again, with as many draws as that
// took, because the error of one may have been too small for the first test. Then tests of pairs of
// blocks find the block at fault, or, if the evidence is weak, name both blocks of a pair.
//
// A block that fails or panics is reported as wrong. An error of Blocks itself means that the joint
// does not work: Prior, Data or Model fail, a test function is NaN under the joint distribution, or
// a shape depends on the data.
//
// Blocks does not find a block that does too little: see [SBC]. A warning names parameters that no
// block changes. A block that ignores data without numbers, such as texts, passes if LogJoint
// ignores them, too: give a LogLikelihood. Make LogJoint −Inf where data and state contradict each
// other. LogJoint itself is tested by [Conditional] alone.
//
// The model is also run for a moment: an error that is [sampler.ErrReplay] says that its chains
// would share memory, which the tests cannot see.
//
// Source: Gandy & Scott, "Unit testing for MCMC and other Monte Carlo methods", arXiv:2001.06465
// (2020), for the rounds; here block by block.
func Blocks[S, D any](j Joint[S, D], set Settings) (*BlockReport, error) {
	return blocks(Opaque(j), set)
}

func blocks(j anyJoint, set Settings) (*BlockReport, error) {
	t, err := newTester(j, set, 10_000, 1)
	if err != nil {
		return nil, err
	}
	if err := t.replay(); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	report := &BlockReport{}
	report.blind = !slices.Contains(t.functions.names, "lp__")
	alpha := t.set.FalseAlarm / float64(len(t.blocks)+1)
	first, doubts, moved := t.together(alpha)
	report.Warnings = append(report.Warnings, t.unmoved(moved)...)
	for b, name := range t.blocks {
		res := first[b]
		if len(report.WrongBlocks()) > 0 {
			res, doubts[b] = BlockResult{}, nil
		}
		if res.Block == "" {
			if res, err = t.tryRounds(name, alpha, rounds, t.set.Replications, doubts[b],
				t.apply(b)); err != nil {
				return nil, err
			}
		}
		if res.Still {
			report.Warnings = append(report.Warnings,
				fmt.Errorf("block %q changed no test function in %d draws: is it empty, or does "+
					"it update something that is not among the Params?", name, res.Draws))
		}
		report.Blocks = append(report.Blocks, res)
	}
	if report.Wrong = len(report.WrongBlocks()) > 0; report.Wrong {
		return report, nil
	}
	if report.Sweeps = first[len(t.blocks)]; report.Sweeps.Block == "" {
		sweep := append(numeric.Indices(len(t.blocks)), numeric.Indices(len(t.blocks))...)
		report.Sweeps, err = t.tryRounds(twoSweeps, alpha, rounds, t.set.Replications,
			doubts[len(t.blocks)], t.apply(sweep...))
	}
	if report.Wrong = report.Sweeps.Wrong; err == nil && report.Wrong {
		err = t.blame(report)
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// together applies the blocks one after the other to the same draws, and then the sweep once
// more: for most models, making the sampler for new data takes far longer than an update. It
// returns the results of blocks, and of two sweeps, that leave no doubt that all is well; others
// are empty. If all blocks up to one are right, that one has begun from the joint distribution. Of
// what is in doubt it returns the scores, as those of the first round. What is clearly wrong, or
// fails, is tested from the beginning on its own. moved are the scores of all moves together.
func (t *tester) together(alpha float64) (out []BlockResult, doubts [][]score, moved []score) {
	n, functions, pairs := t.set.Replications, len(t.functions.names), []pair{}
	out, doubts = make([]BlockResult, len(t.blocks)+1), make([][]score, len(t.blocks)+1)
	moves := make([]func(*rand.Rand, *drawn) error, 0, len(t.blocks)+1)
	for b := range t.blocks {
		moves, pairs = append(moves, t.apply(b)), append(pairs, pair{b, b + 1})
	}
	moves = append(moves, t.apply(numeric.Indices(len(t.blocks))...))
	if (len(moves)+1)*functions*n > mostValues || t.set.apart {
		return out, doubts, nil
	}
	pairs = append(pairs, pair{0, len(moves)})
	scores, err := t.compare("all blocks", n, numeric.Indices(functions), pairs, moves...)
	if err != nil {
		return out, doubts, nil
	}
	beta, gamma := levels(alpha, rounds)
	for k, name := range append(slices.Clone(t.blocks), twoSweeps) {
		switch o := judge(scores[k], n, 1); {
		case o.p > gamma+beta:
			out[k] = BlockResult{Block: name, Still: o.still, Comparison: t.comparison(o)}
		case o.p > beta:
			doubts[k] = scores[k]
		}
	}
	return out, doubts, scores[len(scores)-1]
}

// unmoved warns of parameters, or elements of them, that differ from one draw of the joint
// distribution to the next, and that no move changes.
func (t *tester) unmoved(moved []score) (warnings []error) {
	k := 0
	for _, p := range t.functions.params {
		var still []string
		for _, name := range t.functions.names[k : k+len(p.picked)] {
			constant := t.functions.standards[k] == (standard{0, 1})
			if !constant && !slices.ContainsFunc(moved, func(s score) bool { return s.function == k }) {
				still = append(still, name)
			}
			k++
		}
		if len(still) > 0 && len(moved) > 0 {
			warnings = append(warnings, fmt.Errorf("no block changes %s: is its update missing? If it is "+
				"known from the data, all is well", strings.Join(still, ", ")))
		}
		if p.size > 1 && p.picked != nil {
			k += 2 // means
		}
	}
	return warnings
}

// mostValues is how many values of test functions are kept for all blocks together, 128 MB.
const mostValues = 1 << 24

// replay finds chains that share memory. The tests would not: each of them makes a model of its
// own for each data set.
func (t *tester) replay() error {
	d, err := t.draw(sampler.Stream("verify", t.set.Seed, 0))
	if err != nil || d.model.Init == nil {
		return nil
	}
	_, err = sampler.Run(context.Background(), d.model, sampler.Settings{Chains: 2,
		Warmup: sampler.NoWarmup, Draws: 1})
	if errors.Is(err, sampler.ErrReplay) {
		return err
	}
	return nil // other errors come up in the tests
}

// twoSweeps is the name of the test of all blocks, in order, twice.
const twoSweeps = "two sweeps"

// tryRounds runs rounds for one move, the first with n draws, if its scores are not known yet.
func (t *tester) tryRounds(
	name string, alpha float64, rounds, n int, first []score,
	move func(*rand.Rand, *drawn) error,
) (BlockResult, error) {
	out, err := sequential(alpha, rounds, n, len(t.functions.names),
		func(k, n int, keep []int) ([]score, error) {
			if k == 0 && first != nil {
				return first, nil
			}
			s, err := t.compare(fmt.Sprintf("%s, round %d", name, k), n, keep, []pair{{0, 1}}, move)
			if err != nil {
				return nil, err
			}
			return s[0], nil
		})
	res := BlockResult{Block: name, Wrong: out.found, Still: out.still && err == nil,
		Comparison: t.comparison(out)}
	var broken failure
	if errors.As(err, &broken) {
		res.Wrong, res.Err, err = true, broken.error, nil
	}
	return res, err
}

// blame looks for the block that makes two sweeps wrong. It starts with as many draws as the test
// of two sweeps needed. Single blocks go first, because the error of one shows in each pair that it
// is in; then pairs. The strongest pair is tested with more and more draws, until one of its blocks
// is seen to be wrong alone, or the pair so clearly that the second block cannot be: then the first
// leaves something behind.
func (t *tester) blame(report *BlockReport) error {
	n := max(t.set.Replications, report.Sweeps.Draws)
	var guilty BlockResult
	var first, second int
	for b := range t.blocks {
		if err := t.again(report, b, n); err != nil {
			return err
		}
	}
	for b := range t.blocks {
		for c := range t.blocks {
			if report.blamed() {
				return nil
			}
			res, err := t.pair(b, c, n)
			if err != nil {
				return err
			}
			if res.Wrong && (guilty.Block == "" || res.stronger(guilty)) {
				guilty, first, second = res, b, c
			}
		}
	}
	if guilty.Block == "" {
		return nil
	}
	for guilty.Err == nil && math.Abs(guilty.Z) < sure && n*growth <= mostBlamed {
		n *= growth
		err := errors.Join(t.again(report, first, n), t.again(report, second, n))
		if err != nil || report.blamed() {
			return err
		}
		if guilty, err = t.pair(first, second, n); err != nil {
			return err
		}
	}
	guilty.Wrong = true
	report.Blocks[first] = guilty
	if report.either = guilty.Err == nil && math.Abs(guilty.Z) < sure; report.either {
		report.Blocks[second].Wrong = true
	}
	return nil
}

// sure is the z of a pair of blocks from which on an error of the second one alone is not the
// cause. It would have a z of about this size in the block's own test, which rarely misses one
// above 6.
const sure = 12

// mostBlamed is the largest number of draws for a pair, unless two sweeps needed more.
const mostBlamed = 300_000

// again tests a single block with this many draws, and more if in doubt.
func (t *tester) again(report *BlockReport, block, n int) error {
	name := t.blocks[block]
	res, err := t.tryRounds(name+", again", t.set.FalseAlarm/float64(len(t.blocks)), 2, n, nil,
		t.apply(block))
	if res.Block = name; res.Wrong {
		report.Blocks[block] = res
	}
	return err
}

// pair tests two blocks, one after the other, and with more draws if in doubt.
func (t *tester) pair(b, c, n int) (BlockResult, error) {
	name := fmt.Sprintf("%s, then %s", t.blocks[b], t.blocks[c])
	res, err := t.tryRounds(name, t.set.FalseAlarm, 2, n, nil, t.apply(b, c))
	res.Block, res.Then = t.blocks[b], t.blocks[c]
	return res, err
}
