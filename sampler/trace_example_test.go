package sampler_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
)

// Three wards, each with an effect of its own; elements have names.
func wards() sampler.Model[[3]float64] {
	type state = [3]float64
	theta := sampler.Vector("theta", 3, func(s *state) []float64 { return s[:] })
	theta.Coords = [][]string{{"north", "south", "west"}}
	return sampler.Model[state]{
		Init: func(*rand.Rand) (*state, error) { return new(state), nil },
		Blocks: []sampler.Block[state]{
			sampler.Update("theta", func(r *rand.Rand, s *state) {
				for i := range s {
					s[i] = float64(i) + 0.1*r.NormFloat64()
				}
			}),
		},
		Params: []sampler.Param[state]{theta},
	}
}

// A parameter that is a slice of the state, in one line.
func ExampleVector() {
	type state struct{ Theta []float64 }
	theta := sampler.Vector("theta", 3, func(s *state) []float64 { return s.Theta })
	now := make([]float64, 3)
	theta.Read(&state{[]float64{4, 1, 7}}, now)
	fmt.Println(theta.Name, theta.Shape, now, theta.Label(2))
	// Output: theta [3] [4 1 7] theta[2]
}

func ExampleTrace_Array() {
	m := wards()
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 2, Draws: 50, Seed: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(tr.Names(), m.Params[0].Label(1))
	shape, _ := tr.Shape("theta")
	coords, _ := tr.Coords("theta")
	fmt.Println(shape, coords)

	theta, err := tr.Array("theta") // chains × draws × elements
	if err != nil {
		panic(err)
	}
	above := 0
	for _, chain := range theta.Draws {
		for _, draw := range chain {
			if draw[2] > draw[0] && draw[2] > draw[1] {
				above++
			}
		}
	}
	fmt.Println("draws in which west is the largest:", above)

	name, element, _ := tr.Locate("theta[west]")
	fmt.Println(name, element)
	// Output:
	// [theta] theta[south]
	// [3] [[north south west]]
	// draws in which west is the largest: 100
	// theta 2
}

// Data sets that the model might have produced, to compare with the observed data. Each comes from
// a different draw.
func ExampleTrace_Replicate() {
	tr, err := sampler.Run(context.Background(), wards(), sampler.Settings{Chains: 2, Draws: 500,
		Seed: 1})
	if err != nil {
		panic(err)
	}
	ward := []int{0, 0, 1, 2, 2} // of each patient
	rep, err := tr.Replicate(sampler.Stream("replicate", 1, 0), 100, len(ward), func(r *rand.Rand,
		d *sampler.Draw, y []float64) {
		theta := d.Array("theta")
		for i := range y {
			y[i] = theta[ward[i]] + 0.5*r.NormFloat64()
		}
		y[0] = d.Scalar("theta[north]") // one patient without noise
	})
	if err != nil {
		panic(err)
	}
	above := 0
	for _, y := range rep {
		if y[4] > y[2] {
			above++
		}
	}
	fmt.Printf("%d data sets of %d patients; the last is above the third in %d %% of them\n",
		len(rep), len(rep[0]), above)
	// Output: 100 data sets of 5 patients; the last is above the third in 93 % of them
}

// Contrasts with the first ward, as an array of their own.
func ExampleTrace_AddArray() {
	tr, err := sampler.Run(context.Background(), wards(), sampler.Settings{Chains: 2, Draws: 50,
		Seed: 1})
	if err != nil {
		panic(err)
	}
	theta, err := tr.Array("theta")
	if err != nil {
		panic(err)
	}
	for _, chain := range theta.Draws {
		for _, draw := range chain {
			first := draw[0]
			for i := range draw {
				draw[i] -= first
			}
		}
	}
	if err := tr.AddArray("contrast", *theta); err != nil {
		panic(err)
	}
	labels, _ := tr.Labels("contrast")
	fmt.Println(labels)
	// Output: [contrast[north] contrast[south] contrast[west]]
}
