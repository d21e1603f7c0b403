package coupling_test

import (
	"context"
	"fmt"

	"gibbslab/datasets"
	"gibbslab/sampler/coupling"
	"gibbslab/sampler/normal"
)

// How long must the warm-up be for the exam scores? And what is the mean, without any warm-up?
func ExampleRun() {
	model, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(datasets.ExamScores())
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := coupling.Run(context.Background(), model, coupling.Settings{Pairs: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Warmup(), "sweeps were enough")
	lo, hi := r.Estimates[0].Interval()
	fmt.Printf("after 1 sweep the distance is at most %.2f\n", r.Bound(1))
	fmt.Printf("mean of mu: %.2f, interval from %.2f to %.2f\n", r.Estimates[0].Mean, lo, hi)
	// Output:
	// 3 sweeps were enough
	// after 1 sweep the distance is at most 0.30
	// mean of mu: 86.30, interval from 86.27 to 86.33
}

// Two chains of the exam scores that meet, as a trace for nb.TracePlot.
func ExampleChains() {
	model, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(datasets.ExamScores())
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := coupling.Chains(model, 5, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	mu, err := tr.Chains("mu")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f\n%.1f\n", mu[0], mu[1])
	// Output:
	// [86.6 86.8 87.8 87.1 87.7]
	// [76.5 86.8 87.8 87.1 87.7]
}
