package regress_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/regress"
)

// Fuel in litres per 100 km by weight in tonnes, as a line with normal errors. With the zero Prior
// and the zero Normal the posterior is that of least squares: here -0.04 + 6.10 x.
func ExampleRegression_Model() {
	weight := []float64{0.9, 1.1, 1.2, 1.4, 1.6, 2.0}
	fuel := []float64{5.4, 6.8, 7.2, 8.6, 9.6, 12.2}
	var x [][]float64
	for _, w := range weight {
		x = append(x, []float64{1, w})
	}
	car := regress.Regression{X: x, Names: []string{"intercept", "weight"}, Y: fuel}
	m, err := car.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, label := range []string{"beta[intercept]", "beta[weight]", "sigma"} {
		draws, _ := tr.Draws(label)
		fmt.Printf("%-16s %.1f\n", label, diag.Mean(draws))
	}
	// Output:
	// beta[intercept]  -0.0
	// beta[weight]     6.1
	// sigma            0.1
}

// What a car of 1.5 tonnes will use: the same regression with other rows.
func ExampleRegression_Predict() {
	car := regress.Regression{
		X: [][]float64{{1, 0.9}, {1, 1.1}, {1, 1.2}, {1, 1.4}, {1, 1.6}, {1, 2.0}},
		Y: []float64{5.4, 6.8, 7.2, 8.6, 9.6, 12.2},
	}
	m, err := car.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 2000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	next := car
	next.X = [][]float64{{1, 1.5}}
	y, err := next.Predict(sampler.Stream("predict", 1, 0), tr, 4000)
	if err != nil {
		fmt.Println(err)
		return
	}
	sum := 0.0
	for _, data := range y {
		sum += data[0]
	}
	fmt.Printf("%.1f litres\n", sum/float64(len(y)))
	// Output:
	// 9.1 litres
}
