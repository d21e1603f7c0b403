// Package sampler runs Gibbs samplers that you write.
//
// Your state is a plain struct; a sampler is a list of named updates on a pointer to it. The
// package takes care of the rest:
//
//   - chains in parallel, each with its own stream of random numbers, bit for bit the same whatever the
//     number of chains, the number of processors, or how often the run was stopped and resumed;
//   - a [Trace] of what was drawn, kept however the run ends: done, stopped, failed. It knows the shapes of the
//     parameters and the names of their elements, and makes posterior predictive data ([Trace.Replicate]).
//
// The random variates that full conditionals need are in package variate. This package does not
// judge the draws (package diag does), draw pictures of them (package nb) or prove that the updates
// are right (package verify). A [Model] is built by hand or comes from a package beside this one,
// such as normal; a model imports the engine, never another model.
package sampler
