package nb_test

import (
	"fmt"

	"gibbslab/nb"
)

func ExamplePlateDiagram() {
	p := nb.PlateDiagram(`
		(ν) → μ → [y_i] ← σ² ← (α)
		(τ²) → μ
		σ² ← (β)
		student i = 1 … 29: y_i
	`)
	nb.Show(nb.WithTitle(p, "The scores are seen, their mean and variance are not", "", ""))
	// Output:
	// The scores are seen, their mean and variance are not
	//   (ν) → μ → [y_i] ← σ² ← (α)
	//   (τ²) → μ
	//   σ² ← (β)
	//   student i = 1 … 29: y_i
}

// The density of a Dirichlet distribution with concentrations 1, 2 and 3 is 60 p_2 p_3², and
// integrates to 1.
func ExampleOverSimplex() {
	density := func(p []float64) float64 { return 60 * p[1] * p[2] * p[2] }
	fmt.Printf("%.10f\n", nb.OverSimplex(3, density))
	mean := nb.OverSimplex(3, func(p []float64) float64 { return p[2] * density(p) })
	fmt.Printf("%.10f\n", mean) // 3/6
	// Output:
	// 1.0000000000
	// 0.5000000000
}
