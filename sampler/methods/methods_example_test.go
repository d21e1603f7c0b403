package methods_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/methods"
	"gibbslab/sampler/normal"
)

// The statement of a run says of the next one whether it is the same.
func ExampleOf() {
	run := func(scores ...float64) *methods.Statement {
		m, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(scores)
		if err != nil {
			fmt.Println(err)
			return nil
		}
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 200, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return nil
		}
		s, err := methods.Of(tr, map[string]any{"exams": "those of spring"})
		if err != nil {
			fmt.Println(err)
		}
		return s
	}
	dir, err := os.MkdirTemp("", "methods")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "methods.json")
	if err := run(91, 84, 77).Save(path); err != nil {
		fmt.Println(err)
		return
	}
	paper, err := methods.Load(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _, _ := strings.Cut(paper.Text(), "(") // the version of Go follows
	fmt.Println(strings.TrimSpace(text))
	fmt.Println(paper.Compare(run(91, 84, 77)))
	fmt.Println(paper.Compare(run(91, 84, 78)))
	// Output:
	// We drew from the posterior by Markov chain Monte Carlo with gibbslab 0.2.0-dev
	// The run gives the same draws, bit for bit.
	//
	// The run gives other draws.
	// ! the data or the prior of the model have changed
}
