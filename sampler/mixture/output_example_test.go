package mixture_test

import (
	"context"
	"fmt"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/mixture"
)

// drawn samples a model, and prints what goes wrong.
func drawn(model sampler.Model[mixture.State], err error, draws int) *sampler.Trace {
	if err == nil {
		var tr *sampler.Trace
		if tr, err = sampler.Run(context.Background(), model,
			sampler.Settings{Draws: draws, Seed: 1}); err == nil {
			return tr
		}
	}
	fmt.Println(err)
	return nil
}

// sizes counts the observations of each cluster.
func sizes(labels []int) []int {
	var n []int
	for _, k := range labels {
		for k >= len(n) {
			n = append(n, 0)
		}
		n[k]++
	}
	return n
}

// Which galaxies belong together? One partition by each of two losses, and the other partitions that
// are credible.
func ExampleEstimateVI() {
	x := datasets.Galaxies()
	family, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	dp := mixture.DP{Alpha: 1}
	model, err := mixture.SplitMerge(dp, family, mixture.SplitMergeSettings{})
	z, err := mixture.Partitions(drawn(model, err, 500))
	if err != nil {
		fmt.Println(err)
		return
	}
	vi, err := mixture.EstimateVI(z)
	if err != nil {
		fmt.Println(err)
		return
	}
	binder, err := mixture.EstimateBinder(z)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("galaxies in each cluster:", sizes(vi.Labels), "by VI,", sizes(binder.Labels),
		"by Binder's loss")
	ball, err := vi.Ball(0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("95 %% of the posterior is within %.1f bits: from %d clusters to %d\n", ball.Radius,
		len(sizes(ball.Upper)), len(sizes(ball.Lower)))
	// Output:
	// galaxies in each cluster: [7 2 36 34 3] by VI, [7 2 34 2 32 2 3] by Binder's loss
	// 95 % of the posterior is within 1.5 bits: from 3 clusters to 14
}

// Are the third and the fourth galaxy in one cluster, and the first and the last?
func ExampleCoAssignment() {
	x := []float64{9.172, 18.419, 19.44, 19.914, 20.221, 21.492, 22.314, 23.263, 24.289, 34.279}
	family, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := mixture.SplitMerge(mixture.DP{Alpha: 1}, family, mixture.SplitMergeSettings{})
	z, err := mixture.Partitions(drawn(model, err, 2000))
	if err != nil {
		fmt.Println(err)
		return
	}
	together, err := mixture.CoAssignment(z)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f %.1f\n", together[2][3], together[0][9])
	// Output: 0.8 0.0
}

// Two partitions of eight. One splits a cluster of the other in half: half of the observations need
// one more bit, and 8 of 64 ordered pairs are apart.
func ExampleVI() {
	a, b := []int{0, 0, 0, 0, 1, 1, 1, 1}, []int{0, 0, 1, 1, 2, 2, 2, 2}
	vi, err := mixture.VI(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	binder, err := mixture.Binder(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(vi, binder)
	// Output: 0.5 0.125
}

// The number of components of the galaxies, 1 to 30, each equally probable before the data. The draws are of clusters, components with observations; given the clusters, the law of
// the components is exact.
func ExampleMFM_Given() {
	x := datasets.Galaxies()
	family, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	mfm := mixture.MFM{K: make([]float64, 30)}
	for k := range mfm.K {
		mfm.K[k] = 1
	}
	model, err := mixture.SplitMerge(mfm, family, mixture.SplitMergeSettings{})
	tr := drawn(model, err, 2000)
	counts, err := mixture.PosteriorCounts(tr, "clusters")
	if err != nil {
		fmt.Println(err)
		return
	}
	several := 0.0 // components, 8 to 16
	for _, c := range counts {
		given, err := mfm.Given(c.K, len(x))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, p := range given[7:16] {
			several += c.P * p
		}
	}
	fmt.Printf("8 to 16 components with probability %.1f\n", several)
	// Output: 8 to 16 components with probability 0.7
}

// Six short texts over four words, with no labels: two components show which go together. This is
// naive Bayes without labels.
func ExampleMultinomial() {
	docs := make([]corpus.Doc, 6)
	for i, words := range [][]int32{{0, 0, 0, 1, 1}, {0, 1, 1, 1, 1}, {0, 0, 0, 0}, {2, 2, 2, 3},
		{2, 2, 3, 3, 3}, {3, 3, 3, 3}} {
		docs[i] = corpus.Bag(words)
	}
	family, err := mixture.Multinomial{Gamma: []float64{0.5}}.Family(docs, nil, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := mixture.Collapsed(mixture.Finite{K: 2}, family)
	z, err := mixture.Partitions(drawn(model, err, 1000))
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := mixture.EstimateVI(z)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Labels)
	// Output: [0 0 0 1 1 1]
}
