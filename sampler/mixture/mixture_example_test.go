package mixture_test

import (
	"context"
	"fmt"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/mixture"
)

// How many clusters do the velocities of 82 galaxies fall into? A mixture that may have any number
// of components.
func ExampleSplitMerge() {
	prior := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}
	family, err := prior.Family(datasets.Galaxies(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := mixture.SplitMerge(mixture.DP{Alpha: 1}, family, mixture.SplitMergeSettings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	counts, err := mixture.PosteriorCounts(tr, "clusters")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range counts {
		if c.P > 0.1 {
			fmt.Printf("%d clusters with probability %.2f ± %.2f\n", c.K, c.P, 2*c.SE)
		}
	}
	// Output:
	// 6 clusters with probability 0.20 ± 0.01
	// 7 clusters with probability 0.27 ± 0.01
	// 8 clusters with probability 0.22 ± 0.01
	// 9 clusters with probability 0.13 ± 0.01
}

// Three samplers of one model, ten galaxies: the probability of four clusters. The exact value is
// 0.353.
func ExampleNeal3() {
	x := []float64{9.172, 18.419, 19.44, 19.914, 20.221, 21.492, 22.314, 23.263, 24.289, 34.279}
	family, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	dp := mixture.DP{Alpha: 1}
	neal3, err3 := mixture.Neal3(dp, family)
	neal8, err8 := mixture.Neal8(dp, family, 3)
	split, err := mixture.SplitMerge(dp, family, mixture.SplitMergeSettings{})
	if err3 != nil || err8 != nil || err != nil {
		fmt.Println(err3, err8, err)
		return
	}
	for _, model := range []sampler.Model[mixture.State]{neal3, neal8, split} {
		tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 8000, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		counts, err := mixture.PosteriorCounts(tr, "clusters")
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, c := range counts {
			if c.K == 4 {
				fmt.Printf("%.2f\n", c.P)
			}
		}
	}
	// Output:
	// 0.35
	// 0.35
	// 0.35
}

// Two kinds of eruptions of Old Faithful: the mean duration and the mean wait for the next, in
// minutes. Labels may switch: relabel the draws first.
func ExampleCollapsed() {
	eruptions, waiting := datasets.Faithful()
	x := make([][]float64, len(eruptions))
	for i := range x {
		x[i] = []float64{eruptions[i], waiting[i]}
	}
	prior := mixture.MultiNormal{Mean: []float64{3.5, 70}, Kappa: 0.01, DF: 4,
		Scale: [][]float64{{0.3, 0}, {0, 40}}}
	family, err := prior.Family(x, [][]float64{{3, 65}})
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := mixture.Collapsed(mixture.Finite{K: 2}, family)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model,
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	relabelling, err := relabel.Pivot(tr, "mu")
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err = relabelling.Apply(tr, "mu", "pi", "part")
	if err != nil {
		fmt.Println(err)
		return
	}
	mean := func(label string) float64 {
		draws, err := tr.Draws(label)
		sum := 0.0
		for _, v := range draws {
			sum += v
		}
		if err != nil {
			fmt.Println(err)
		}
		return sum / float64(len(draws))
	}
	long := 0
	if mean("mu[1,0]") > mean("mu[0,0]") {
		long = 1
	}
	for _, k := range []int{1 - long, long} {
		fmt.Printf("%2.0f %% last %.1f minutes, the next one is %.0f minutes away\n",
			100*mean(fmt.Sprintf("pi[%d]", k)),
			mean(fmt.Sprintf("mu[%d,0]", k)), mean(fmt.Sprintf("mu[%d,1]", k)))
	}
	fmt.Printf("one of 3 minutes, 65 away: a long one with probability %.2f\n",
		mean(fmt.Sprintf("part[%d,0]", long))/mean("density[0]"))
	// Output:
	// 36 % last 2.0 minutes, the next one is 54 minutes away
	// 64 % last 4.3 minutes, the next one is 80 minutes away
	// one of 3 minutes, 65 away: a long one with probability 0.72
}

// The same function samples every family: here with weights and parameters drawn, on the line.
func ExampleExplicit() {
	_, waiting := datasets.Faithful()
	family, err := mixture.Normal{Mean: 70, Kappa: 0.01, Shape: 2, Scale: 40}.Family(waiting,
		[]float64{65})
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := mixture.Explicit(mixture.Finite{K: 2}, family)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	density, err := tr.Moments("density")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("predictive density at 65 minutes: %.3f\n", density[0].Mean[0])
	// Output: predictive density at 65 minutes: 0.007
}
