package naivebayes_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/naivebayes"
)

// New messages, classified by averaging over the draws, and by the posterior means.
func ExamplePredict() {
	data := mailbox()
	data.New = []corpus.Doc{
		corpus.Bag([]int32{3, 3}), // prize prize
		corpus.Bag([]int32{4}),    // call
	}
	model, err := naivebayes.Prior{}.Collapsed(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	pred, err := naivebayes.Predict(tr)
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := naivebayes.Summarize(tr, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	plugIn, err := post.PlugIn(data.New)
	if err != nil {
		fmt.Println(err)
		return
	}
	for d := range data.New {
		fmt.Printf("spam with probability %.2f (plug-in %.2f), log predictive %.1f\n",
			pred.Prob[d][1], plugIn[d][1], pred.LogPredictive[d])
	}
	// Output:
	// spam with probability 0.88 (plug-in 0.92), log predictive -3.0
	// spam with probability 0.61 (plug-in 0.60), log predictive -1.7
}

// Without labels the classes have no names, and the posterior says so: here three classes of
// documents.
func ExampleSummarize() {
	prior := naivebayes.Prior{GammaTheta: []float64{0.1}}
	size := naivebayes.Size{Docs: 60, V: 30, Classes: 3, Labelled: naivebayes.NothingLabelled}
	sim, err := prior.Simulate(sampler.Stream("simulate", 2, 0), size)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := prior.Collapsed(sim.Data)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Seed: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := naivebayes.Summarize(tr, sim.Data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range post.Warnings {
		fmt.Println(w)
	}
	// Output:
	// nothing is labelled: the classes have no names, and which is which differs from chain to chain; here they are in the order of the first chain
	// chain 2 found the classes in another order than chain 0: its classes [1 0 2] are classes [0 1 2] here
	// chain 3 found the classes in another order than chain 0: its classes [2 0 1] are classes [0 1 2] here
}
