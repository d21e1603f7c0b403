// Package verify answers one question: is my sampler right?
//
// A wrong sampler looks like a right one: it mixes, R-hat is 1, and only its numbers are wrong. The
// joint distribution of parameters and data tells the two apart. Describe it as a [Joint]: how to
// draw parameters from the prior, how to draw data given the parameters, and the sampler. Then
//
//   - [Blocks] draws parameters and data, applies one block once, and checks whether their
//     distribution has changed. The draws are independent, the error rate is exact, and the report
//     names the wrong block.
//   - [JointTest] alternates whole sweeps with new data, and must stay in the joint distribution.
//     Small errors add up from sweep to sweep, so it sees some that Blocks does not. Where the
//     neighbours of one spin of nine count 1.5 times, z is 5.1 after 20 sweeps, and 2.1 in Blocks.
//   - [SBC] ranks the parameters that made the data among the draws of a run given these data. The
//     ranks must be uniform. Of these three tests it is the only one that notices a sampler which
//     does not move, or does not reach everything.
//   - [Enumerate] compares the states that a run visits with their exact probabilities, if there
//     are few states.
//   - [Conditional] compares one block with the model's LogJoint, given the real data. It needs no
//     prior to draw from, so it works for models with flat priors. For a block that Blocks has
//     passed, it is the test of LogJoint, which must be a density of all that the block is given.
//   - [Mutants] runs Blocks, JointTest and SBC on samplers that were broken on purpose. Tests that
//     let these pass are worth little.
//
// Blocks is the sharpest and the quickest test: begin there. Then JointTest, and SBC for what does
// too little.
package verify
