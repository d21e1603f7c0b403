package normal_test

import (
	"fmt"

	"gibbslab/datasets"
	"gibbslab/sampler/normal"
)

// The exact answer to the exam scores: a sampler must agree with it within its
// Monte Carlo error.
func ExamplePrior_Exact() {
	prior := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
	e, err := prior.Exact(datasets.ExamScores())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("μ: mean %.3f, 95 %% between %.2f and %.2f\n", e.MuMean, e.MuQuantile(0.025),
		e.MuQuantile(0.975))
	fmt.Printf("σ²: mean %.2f, 95 %% between %.2f and %.2f\n", e.Sigma2Mean,
		e.Sigma2Quantile(0.025), e.Sigma2Quantile(0.975))
	fmt.Printf("the next score: %.1f ± %.1f, above 90 with probability %.2f\n", e.PredictiveMean,
		e.PredictiveSD, 1-e.PredictiveCDF(90))
	fmt.Printf("the variance is above 100 with probability %.3f\n", 1-e.Sigma2CDF(100))
	// Output:
	// μ: mean 86.312, 95 % between 83.35 and 89.15
	// σ²: mean 71.50, 95 % between 43.90 and 115.89
	// the next score: 86.3 ± 8.6, above 90 with probability 0.33
	// the variance is above 100 with probability 0.075
}
