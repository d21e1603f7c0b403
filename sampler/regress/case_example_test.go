package regress_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/regress"
)

// Case asks all questions about a regression. Here the weight falls with the square of the age, and
// the model has a line.
func ExampleRegression_Case() {
	g := regress.Regression{Names: []string{"intercept", "age"}}
	r := sampler.Stream("example", 1, 0)
	for i := range 100 {
		age := float64(i)/50 - 1
		g.X, g.Y = append(g.X, []float64{1, age}), append(g.Y, age-2*age*age+0.3*r.NormFloat64())
	}
	m, err := g.Model()
	if err != nil {
		panic(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 500, Seed: 1})
	if err != nil {
		panic(err)
	}
	c, err := g.Case(tr)
	if err != nil {
		panic(err)
	}
	found, err := criticism.Check(c)
	if err != nil {
		panic(err)
	}
	fmt.Println(found.Verdict())
	fmt.Println(found.Sections[2].Question, found.Sections[2].About)
	// Output:
	// Wrong: fit. Open: sampler and sensitivity.
	// Does the model make data like these? misfit along age
}
