// Package sampler runs Gibbs samplers that you write.
//
// Your state is a plain struct. A sampler is a list of named updates on a pointer to it. The
// package takes care of the rest:
//
//   - chains in parallel, each with its own stream of random numbers. Chain c is the same bit for
//     bit whatever the number of chains or processors, and however often the run was stopped and
//     resumed;
//   - a [Trace] of the draws, kept however the run ends: done, stopped or failed. It knows the
//     shapes of the parameters and the names of their elements, and makes posterior predictive data
//     ([Trace.Replicate]).
//
// Package variate has the random variates that full conditionals need, and package update the
// updates for conditionals without a standard distribution. Package diag judges the draws, package
// nb draws pictures of them, and package verify tests whether the updates are right. You build a
// [Model] by hand or take it from a package below this one, such as normal. A model imports the
// engine, never another model.
package sampler
