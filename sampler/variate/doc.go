// Package variate draws the random variates that models and full conditionals need, and gives their
// log densities. Numbers: [Normal], [StudentT], [Laplace], [Logistic], [Uniform], [VonMises];
// positive ones: [Gamma], [InvGamma], [Exponential], [Weibull], [LogNormal], [Pareto],
// [HalfNormal], [HalfCauchy], [InvGaussian], [GIG], [PolyaGamma]; probabilities: [Beta],
// [Dirichlet]; counts: [Poisson], [NegBinomial], [Binomial], [BetaBinomial], [Hypergeometric],
// [Categorical], [Multinomial]; vectors and matrices: [MultiNormal], [MultiT], [InvWishart].
//
// The names follow one rule. A variate is a verb: Gamma(r, shape, rate) draws from the gamma
// distribution. The log of its density, or of its probability if it is discrete, has the suffix
// LogProb and the same parameters: GammaLogProb(x, shape, rate). The prefix Log means that the
// variate or its argument is a logarithm: LogGamma draws the log of a gamma variate.
//
// A univariate normal takes its standard deviation. The matrices of multivariate variates are
// slices of d·d numbers, row by row; a lower Cholesky factor has zeros above its diagonal.
// [Cholesky] makes it.
//
// Draws and log densities are finite where textbook versions overflow, underflow or give NaN.
// Outside the support a log density is −Inf; at NaN it is NaN. Nothing allocates: vectors are
// written into the caller's slices.
//
// A parameter outside its range is a programming error. The functions then panic with a sentence,
// which the engine turns into an error that names the block. Only a matrix that is not positive
// definite is returned as an error, because data can cause it.
package variate
