// Package naivebayes samples the Dirichlet-multinomial naive Bayes model of documents. All, some or
// none of the documents have labels:
//
//	π      ~ Dirichlet(γ_π)            the shares of the K classes
//	θ_k    ~ Dirichlet(γ_θ)            the words of class k, of a vocabulary of V
//	L_d    ~ π                         the class of document d
//	each word of document d ~ θ_{L_d}
//
// There are three Gibbs samplers of p(unknown labels | words, known labels). They give the same
// answer, and differ in what they draw besides the labels. [Prior.Explicit] draws π and θ.
// [Prior.CollapsedPi] integrates π out; it is the sampler of the paper. [Prior.Collapsed]
// integrates both out, and converges fastest.
//
// Documents are bags of words ([gibbslab/sampler/corpus]). If nothing is labelled, this is a
// mixture of multinomials, and the classes have no names: see [Summarize].
//
// In the language of gibbslab/sampler/bugs, where classes are counted from one, Prior.Explicit is
//
//	model {
//	   for (d in 1:N) {
//	      L[d]  ~ dcat(pi[])
//	      W[d,] ~ dmulti(theta[L[d],], n[d])
//	   }
//	   pi[1:K] ~ ddirch(gamma.pi[])
//	   for (k in 1:K) { theta[k,1:V] ~ ddirch(gamma.theta[]) }
//	}
//
// with counts W of the words and lengths n of the documents. dmulti has a multinomial coefficient,
// which no unknown changes.
//
// Source: Resnik & Hardisty, Gibbs Sampling for the Uninitiated, LAMP-TR-153, University of
// Maryland (2010), section 2. Equation numbers in this package are theirs. Our C_x never counts the
// document whose label is drawn. Their equation (49) takes this document out by a −1, so it must
// not be given counts from which the document has already been removed.
package naivebayes
