// Package update holds updates that a [sampler.Block] calls in one line on a state of the user's
// own. They are steps that leave a full conditional unchanged, for conditionals that package
// variate cannot draw from.
//
// For one number: [Slice]; [AdaptiveRejection] draws from a log-concave density independently of
// the last draw. For several numbers that depend on each other: [Metropolis] and [FactorSlice],
// which learn in which directions to go; for many that do not, [Componentwise]; for many with a
// gradient, [NUTS]. For a vector with a normal prior: [Elliptical].
//
// If a closed form exists, it is better:
//
//   - [Design.Draw]: the coefficients of a normal regression; [Design.SpikeAndSlab] if some are 0.
//   - [HalfT], [Horseshoe]: scales with half-Cauchy and half-t priors, shrinkage.
//   - [HMM.Draw]: the path of a hidden Markov chain. [Kalman.Draw]: normal states in time.
//   - [ChangePoints.Draw]: where a series changes.
//
// If a hierarchy mixes slowly, [Interweaver], [Shift] and [Scale] move parameters together that the
// other blocks move one by one. Nothing else gains as much.
//
// Types that hold scratch space or learn something belong in the state: each chain then has its
// own, and a checkpoint saves it. Their zero values are ready for use. Updates that learn stop
// with the warm-up, if they get the generator that the block was given. The tests verify.Blocks and
// verify.JointTest have no warm-up, so nothing learns there.
//
// All updates count their evaluations and acceptances: [sampler.Trace.Blocks] has the counts of
// each block, and diag.Blocks a table.
//
// The functions panic with a sentence on arguments that can only be a mistake and on a log density
// that is NaN. The engine turns the panic into an error that names the block, the chain and the
// sweep.
package update
