// Package mixture samples mixtures: each observation comes from an unknown component.
//
//	components' shares and number   [Finite], K known; [MFM], a prior on K; [DP], no bound on K
//	c_i                             the component of observation i
//	θ_k ~ G₀                        the parameters of component k, from the base measure
//	x_i ~ f(· | θ_{c_i})            the observation
//
// Three choices make a model. The first is the law of the partition, one of the three above. The
// second is the [Family] of the components, f with G₀, bound to the data. [Normal], [MultiNormal]
// and [Multinomial] are conjugate; you can write others, conjugate or not, with a few short
// methods. The third is the sampler, a function that puts the two together:
//
//	Explicit     weights, parameters and labels are drawn in turn (Finite)
//	Collapsed    labels only, weights and parameters integrated out (Finite, conjugate)
//	Neal3        labels only (conjugate)
//	Neal8        labels and parameters, with auxiliary components (every family)
//	SplitMerge   labels only, whole components split and merged (conjugate)
//
// In the language of gibbslab/sampler/bugs, [Explicit] of a [Finite] mixture of [Normal] components
// is
//
//	model {
//	   for (i in 1:N) {
//	      z[i] ~ dcat(pi[])
//	      x[i] ~ Normal(mu[z[i]], sqrt(sigma2[z[i]]))
//	   }
//	   for (k in 1:K) {
//	      mu[k]     ~ Normal(Mean, sqrt(sigma2[k]/Kappa))
//	      sigma2[k] ~ InverseGamma(Shape, Scale)
//	   }
//	   pi[1:K] ~ ddirch(gamma[])
//	}
//
// # A family of your own
//
// A family lives in any package. Its type holds the data and implements these interfaces:
//
//   - [Family], always: the sizes of its slices, statistics that observations can be added to and
//     removed from, a draw of the parameters given the statistics, and the log likelihood of an
//     observation. Neal8 and Explicit take it.
//   - [Conjugate], if the parameters can be integrated out: the log density of an observation given
//     others, and of all observations in a component. All samplers take it.
//   - [Hierarchical], if components share unknown numbers.
//   - [Merger], if the statistics of two components can be merged. SplitMerge is faster with it.
//
// Test it with one call of [gibbslab/sampler/mixture/familytest]: that package lists the checks.
// The families of this package pass the same tests. [Multinomial] is a short example.
//
// # Choosing a sampler
//
// All samplers of a model give the same answer; they differ in speed. Take SplitMerge for conjugate
// families and Neal8 for others; the rest help you to understand them, and to check one against
// another.
//
// Labels mean nothing: swapping them does not change the posterior. Look at quantities that do not
// depend on them (clusters, [CoAssignment], density), estimate the partition as a whole
// ([EstimateVI], [EstimateBinder]), or, for Finite, relabel the draws with
// [gibbslab/sampler/diag/relabel]. For documents and known K, this is naive Bayes with no labels at
// all.
//
// Sources: R. M. Neal, Markov chain sampling methods for Dirichlet process mixture models, Journal
// of Computational and Graphical Statistics 9 (2000) 249–265, whose numbers the algorithms keep; J.
// W. Miller and M. T. Harrison, Mixture models with a prior on the number of components, Journal of
// the American Statistical Association 113 (2018) 340–356.
package mixture
