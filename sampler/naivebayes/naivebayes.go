// Package naivebayes samples the Dirichlet-multinomial naive Bayes model of documents, of which some, all or
// none are labelled:
//
//	π      ~ Dirichlet(γ_π)            the shares of the K classes
//	θ_c    ~ Dirichlet(γ_θ)            the words of class c, of a vocabulary of V
//	L_d    ~ π                         the class of document d
//	each word of document d ~ θ_{L_d}
//
// Three Gibbs samplers of p(unknown labels | words, known labels) stand side by side. They have the same
// answer and differ in what they draw beside the labels: [Prior.Explicit] draws π and θ, [Prior.CollapsedPi]
// integrates π out (the sampler of the paper), [Prior.Collapsed] both (the quickest to converge).
//
// Documents are bags of words ([gibbslab/sampler/corpus]). Where nothing is labelled this is a mixture of
// multinomials, and the classes have no names: see [Summarize].
//
// Source: Resnik & Hardisty, Gibbs Sampling for the Uninitiated, LAMP-TR-153, University of Maryland (2010),
// section 2. Equation numbers in this package are theirs, and their C_x is here always without the document
// whose label is drawn: their equation (49) takes it out by a −1, and so must not be given counts from which
// the document has been removed already.
package naivebayes
