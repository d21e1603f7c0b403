// Package diag says in numbers what draws are worth. Have the chains mixed (R-hat)? How many
// independent draws are they worth (effective sample size, ESS)? How far off is a mean (Monte Carlo
// standard error, MCSE)? What does the posterior look like (quantiles, intervals, a density)?
// [Summarize] puts it in one table, with warnings in words; [Options] ask for other intervals, and
// for other [Limits] of R-hat and ESS.
//
// Functions of chains take chains × draws, functions of pooled draws one slice. Nothing is
// modified, and nothing panics: a number that cannot be computed is NaN. For all functions of
// chains,
//
//   - a chain without draws is left out, and longer chains count up to the length of the shortest;
//   - each chain is split into halves, so one chain is enough; if the number of draws is odd, the
//     middle one is dropped;
//   - R-hat needs 4 draws per chain, ESS and MCSE need 10 (see [ESSMean]);
//   - a NaN or an infinite draw gives NaN, and so do draws that never change.
//
// The statistics are from Vehtari, Gelman, Simpson, Carpenter & Bürkner, "Rank-normalization,
// folding, and localization: an improved R-hat for assessing convergence of MCMC", Bayesian
// Analysis 16 (2021) 667–718, arXiv:1903.08008. Values agree to 1e-10 with the R package posterior
// and with ArviZ wherever those two agree with each other; where they do not, the test
// reference_test.go lists the rule that was followed.
package diag
