// Package verify answers one question: is my sampler right?
//
// A sampler that is wrong looks like one that is right: it mixes, R-hat is 1, and only the numbers are others.
// What tells them apart is the joint law of parameters and data. You give, as a [Joint], how to draw parameters
// from the prior and data given the parameters, and the sampler; then
//
//   - [Blocks] draws both, applies one block once, and looks whether the law has changed. The draws are
//     independent, the level is right, and the block at fault is named.
//   - [JointTest] alternates whole sweeps with new data, and must stay in the joint law.
//   - [SBC] ranks the parameters that made the data among the draws of a run given these data: ranks must be
//     uniform. It is the only one of these three that notices a sampler that does not move, or not everywhere.
//   - [Enumerate] compares the states that a run visits with their exact probabilities, where they are few.
//   - [Mutants] runs the first three on samplers that were broken on purpose: tests that let them pass are worth little.
//
// Blocks is the sharpest and the quickest; begin there.
package verify
