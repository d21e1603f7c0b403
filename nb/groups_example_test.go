package nb_test

import "gibbslab/nb"

func ExampleGroups() {
	nb.Show(nb.Groups([][]float64{{0, 1}, {0.5, 1.5}, {3, 0}}, []int{0, 0, 1}))
	// Output:
	// Groups
	//   x: x, 0 to 3
	//   y: y, 0 to 1.5
	//   drawn: 0; 1
}
