package mutants

var models = []mutant{
	{name: "n/2 of the variance", file: "sampler/normal/normal.go",
		old: "p.Alpha+n/2", new: "p.Alpha+(n-1)/2", run: "TestSamplesTheExactPosterior|TestModel"},
	{name: "the words of a document left in its class", file: "sampler/naivebayes/state.go",
		old: "counts[w.Word] -= w.N", new: "_ = counts[w.Word] - w.N", run: "TestPosteriorByEnumeration"},
	{name: "naive Bayes with one total for all words", file: "sampler/naivebayes/models.go",
		old: "\t\t\ttotal++\n", new: "", run: "TestProductsOfRisings|TestPosteriorByEnumeration"},
	{name: "a token counted in its own topic", file: "sampler/lda/densekernel.go",
		old: "\t\t\t\tnw[z]--\n", new: "\t\t\t\tnw[z]--\n\t\t\t\tnw[z] += 0.1\n", run: "TestExact"},
	{name: "weights without their prior", file: "sampler/mixture/explicit.go",
		old: "w[k] = m.gamma[k] + float64", new: "w[k] = 1 + float64", run: "TestFamilies"},
	{name: "split and merge without the proposal", file: "sampler/mixture/splitmerge.go",
		old: "s.Stats[one])-logQ {", new: "s.Stats[one])-0*logQ {", run: "TestTenPoints"},
	{name: "the precision of a prior", file: "sampler/regress/prior.go",
		old: "f.base[j] = 1 / (sd * sd)", new: "f.base[j] = 1 / sd", run: "TestFamiliesByQuadrature|TestKidscoreMomIQ"},
}
