package naivebayes_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/naivebayes"
)

// vocabulary and messages are a mailbox of six messages, two of them labelled.
var vocabulary = []string{"meeting", "lunch", "win", "prize", "call"}

func mailbox() naivebayes.Data {
	return naivebayes.Data{
		Docs: []corpus.Doc{
			corpus.Bag([]int32{0, 1, 0}),    // meeting lunch meeting
			corpus.Bag([]int32{2, 3, 4}),    // win prize call
			corpus.Bag([]int32{0, 1}),       // meeting lunch
			corpus.Bag([]int32{2, 2, 3}),    // win win prize
			corpus.Bag([]int32{3, 4, 2}),    // prize call win
			corpus.Bag([]int32{1, 4, 0, 1}), // lunch call meeting lunch
		},
		Labels: []int{0, 1, -1, -1, -1, -1}, // 0 is ham, 1 spam
		V:      len(vocabulary),
	}
}

// Two labels are enough for six messages.
func ExamplePrior_Collapsed() {
	data := mailbox()
	model, err := naivebayes.Prior{}.Collapsed(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := naivebayes.Summarize(tr, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for d, label := range naivebayes.Mode(post.Prob) {
		fmt.Printf("message %d: class %d, spam with probability %.2f\n", d, label, post.Prob[d][1])
	}
	for w, word := range vocabulary {
		fmt.Printf("%-8s log odds of spam %+.1f ± %.1f\n", word, post.LogOdds[1][w], post.LogOddsSD[1][w])
	}
	// Output:
	// message 0: class 0, spam with probability 0.00
	// message 1: class 1, spam with probability 1.00
	// message 2: class 0, spam with probability 0.08
	// message 3: class 1, spam with probability 0.94
	// message 4: class 1, spam with probability 0.93
	// message 5: class 0, spam with probability 0.07
	// meeting  log odds of spam -1.9 ± 1.3
	// lunch    log odds of spam -1.8 ± 1.4
	// win      log odds of spam +1.9 ± 1.4
	// prize    log odds of spam +1.7 ± 1.4
	// call     log odds of spam +0.5 ± 1.0
}

// Three samplers of one posterior.
func ExamplePrior_Explicit() {
	data := mailbox()
	prior := naivebayes.Prior{GammaPi: []float64{1, 1}, GammaTheta: []float64{0.5}}
	explicit, _ := prior.Explicit(data)
	withoutPi, _ := prior.CollapsedPi(data)
	collapsed, _ := prior.Collapsed(data)
	for _, model := range []sampler.Model[naivebayes.State]{explicit, withoutPi, collapsed} {
		tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 4000, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		post, err := naivebayes.Summarize(tr, data)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, b := range model.Blocks {
			fmt.Print(b.Name, " ")
		}
		fmt.Printf("→ message 5 is spam with probability %.2f\n", post.Prob[5][1])
	}
	// Output:
	// labels pi theta → message 5 is spam with probability 0.03
	// labels theta → message 5 is spam with probability 0.02
	// labels → message 5 is spam with probability 0.03
}

// The share of spam and the smoothing are not known either: their scales are sampled.
func ExamplePrior_CollapsedPi() {
	prior := naivebayes.Prior{GammaTheta: []float64{0.5}, ThetaSpread: 1}
	model, err := prior.CollapsedPi(mailbox())
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 2000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	scale, err := tr.Moments("theta_scale")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("γ_θ is about %.1f\n", 0.5*sampler.PoolMoments(scale).Mean[0])
	// Output:
	// γ_θ is about 1.1
}

// Chains that start nearby, at labels drawn using only the labelled messages.
func ExamplePrior_Supervised() {
	data := mailbox()
	prior := naivebayes.Prior{}
	prob, err := prior.Supervised(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for d, p := range prob {
		fmt.Printf("message %d: spam with probability %.2f\n", d, p[1])
	}
	data.Start = prob
	model, err := prior.Collapsed(data)
	fmt.Println(len(model.Blocks), "block,", err)
	// Output:
	// message 0: spam with probability 0.00
	// message 1: spam with probability 1.00
	// message 2: spam with probability 0.14
	// message 3: spam with probability 0.86
	// message 4: spam with probability 0.89
	// message 5: spam with probability 0.18
	// 1 block, <nil>
}

// Data from the model show how well it can do: here 40 of 400 documents are labelled.
func ExamplePrior_Simulate() {
	prior := naivebayes.Prior{}
	sim, err := prior.Simulate(sampler.Stream("simulate", 1, 0), naivebayes.Size{Labelled: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	data := sim.Data
	data.Start, err = prior.Supervised(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := prior.Collapsed(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model,
		sampler.Settings{Chains: 2, Warmup: 100, Draws: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := naivebayes.Summarize(tr, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	right := func(prob [][]float64) (share float64) {
		for d, label := range naivebayes.Mode(prob) {
			if data.Labels[d] == naivebayes.Unlabelled && label == sim.Truth[d] {
				share += 1. / 360
			}
		}
		return share
	}
	fmt.Printf("right by the labelled documents alone: %.2f, with the others: %.2f\n",
		right(data.Start), right(post.Prob))
	// Output:
	// right by the labelled documents alone: 0.80, with the others: 0.97
}
