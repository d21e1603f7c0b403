package regress_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
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

// Seeds that germinated on 21 plates, of two kinds of seed with two root extracts, and plates that
// differ (Crowder, Applied Statistics 27 (1978), table 3).
func ExampleGroups() {
	seeds := regress.Regression{
		Names: []string{"intercept", "seed", "extract", "both"},
		Y:     []float64{10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3},
		Family: regress.Logit{Trials: []float64{39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28,
			45, 4, 12, 41, 30, 51, 7}},
		Prior:  regress.Prior{SD: []float64{10}},
		Groups: &regress.Groups{Vary: []string{"intercept"}, Scale: []float64{1}},
	}
	for plate := range seeds.Y {
		seed, extract := float64(plate/11), 0.0
		if plate >= 5 && plate < 11 || plate >= 16 {
			extract = 1
		}
		seeds.X = append(seeds.X, []float64{1, seed, extract, seed * extract})
		seeds.Groups.Of = append(seeds.Groups.Of, plate)
	}
	m, err := seeds.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 2000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, label := range []string{"beta[extract]", "sd[intercept]"} {
		draws, _ := tr.Draws(label)
		fmt.Printf("%s %.1f\n", label, diag.Mean(draws))
	}
	// Output:
	// beta[extract] 1.4
	// sd[intercept] 0.3
}

// How well does a line predict each car, if it has not seen it?
func ExampleRegression_LogLik() {
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
	log, err := car.LogLik(tr)
	if err != nil {
		fmt.Println(err)
		return
	}
	loo, err := criticism.LOO(log)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(loo.Verdict())
	// Output:
	// LOO: elpd 2.4, standard error 0.5, 2.1 effective parameters. All k̂ are good (at most 0.70).
}

// How 24 people travel: on foot, by bike or by car, by the distance in kilometres. For each
// kilometre more, the odds of a car against walking grow by the factor exp(1.7).
func ExampleMultinomial() {
	distances := [][]float64{ // by way of travelling
		{0.3, 0.5, 0.6, 0.8, 1.0, 1.2, 1.9, 2.4},
		{0.7, 1.1, 1.6, 2.0, 2.7, 3.1, 4.2, 6.1},
		{0.9, 2.2, 3.0, 4.6, 5.1, 6.3, 7.8, 9.0},
	}
	travel := regress.Multinomial{
		Names:      []string{"intercept", "distance"},
		Categories: []string{"foot", "bike", "car"}, // on foot is the reference
		Prior:      regress.Prior{SD: []float64{5, 2.5}},
	}
	for way, kilometres := range distances {
		for _, d := range kilometres {
			travel.X, travel.Y = append(travel.X, []float64{1, d}), append(travel.Y, way)
		}
	}
	m, err := travel.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, label := range []string{"beta[bike,distance]", "beta[car,distance]"} {
		draws, _ := tr.Draws(label)
		fmt.Printf("%-20s %.1f\n", label, diag.Mean(draws))
	}

	next := travel // of 100 people who live 3 km away
	next.X = [][]float64{{1, 3}}
	y, err := next.Predict(sampler.Stream("predict", 1, 0), tr, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	people := make([]float64, 3)
	for _, data := range y {
		people[int(data[0])] += 100 / float64(len(y))
	}
	fmt.Printf("%.0f on foot, %.0f by bike, %.0f by car\n", people[0], people[1], people[2])
	// Output:
	// beta[bike,distance]  1.2
	// beta[car,distance]   1.7
	// 13 on foot, 49 by bike, 38 by car
}

// The columns of a factor, of an interaction and of groups, from a table.
func ExampleFormula() {
	pupils := map[string]any{
		"score":  []float64{61, 74, 58, 80, 69, 77},
		"hours":  []float64{2, 6, 1, 9, 4, 8},
		"course": []string{"no", "yes", "no", "yes", "yes", "no"},
		"school": []string{"North", "South", "North", "South", "North", "South"}}
	g, err := regress.Formula("score ~ centre(hours, 5) * course + (1 | school)", pupils)
	fmt.Println(g.Names, err)
	fmt.Println(g.X[0], g.Groups.Names, g.Groups.Vary)
	other, err := g.Rows(map[string]any{"hours": 7, "course": "yes", "school": "West"})
	fmt.Println(other.X, err)
	_, err = regress.Formula("score ~ hours + corse", pupils)
	fmt.Println(err)
	// Output:
	// [intercept hours-5 course=yes hours-5 × course=yes] <nil>
	// [1 -3 0 -0] [North South] [intercept]
	// [[1 2 1 2]] <nil>
	// regress: formula "score ~ hours + corse": there is no field "corse" among ["course" "hours" "school" "score"]
}
