package nb_test

import "gibbslab/nb"

// The densities of all scalars upon one axis.
func ExampleRidge() {
	tr := drift()
	nb.Show(nb.Ridge(tr))
	// Output:
	// Posterior densities
	//   x: value, -4.152 to 6.494
	//   y: , -0.15 to 2
	//   drawn: density, with 95 % interval and median
}

// Which of all scalars may not be trusted?
func ExampleConvergence() {
	nb.Show(nb.Convergence(drift()))
	// Output:
	// 1 of 2 scalars is doubtful: slow
	//   x: effective draws (the smaller of bulk and tail), 46.35 to 2072
	//   y: R-hat, 7.692e-05 to 0.05344
	//   drawn: 1 good; 1 doubtful; limits: 400 effective draws; R-hat 1.01, or up to 1.027 by chance
}

// Which depend on one another?
func ExamplePairs() {
	tr := examTrace()
	nb.Show(nb.Pairs(tr))
	// Output:
	// The strongest correlation is that of mu and sigma2: -0.17
	//   correlations: mu and sigma2 -0.17
}
