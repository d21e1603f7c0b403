package topics_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// Which of two topics of the eight notes, repeated four times, return in five other chains?
func ExampleStability() {
	docs := slices.Repeat(notes, 4)
	m, err := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.5}.Model(docs, len(vocabulary),
		lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 6, Draws: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	var chains []*topics.Topics
	for c := range tr.NumChains() {
		t, err := topics.Read(tr, c, docs, 0.5)
		if err != nil {
			fmt.Println(err)
			return
		}
		chains = append(chains, t)
	}
	s, err := topics.Stability(chains)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.ReplaceAll(s.Report().Verdict, ". ", ".\n"))
	fmt.Print(s.Named(vocabulary).Table)
	authors := append(slices.Repeat([]string{"Ada"}, 8), slices.Repeat([]string{"Bo"}, 24)...)
	effective, largest, err := chains[0].Spread(authors)
	fmt.Printf("%.1f effective authors, most by %s, %v\n", effective, largest, err)
	// Output:
	// 2.0 ± 0.0 of 2 topics return in each of 3 other chains.
	// 2 topics of chain 0 return in each of 5 other chains.
	// topic  found     ±  words
	// 0       1.00  0.08  senate vote law goal match team
	// 1       1.00  0.08  team goal match vote law senate
	// [1.6 1.6] effective authors, most by [Bo Bo], <nil>
}

// How many topics do the eight notes have, repeated four times?
func ExampleSearchK() {
	prior := lda.Prior{Alpha: []float64{0.5}, Beta: 0.5}
	s, err := topics.SearchK(context.Background(), prior, []int{1, 2, 4}, slices.Repeat(notes, 4),
		len(vocabulary), lda.Settings{}, sampler.Settings{Warmup: 200, Draws: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.ReplaceAll(s.Report().Verdict, ". ", ".\n"))
	fmt.Print(s.Report().Table)
	// Output:
	// Take K = 2: it predicts new documents best among the numbers that you gave.
	// K = 1 is behind by 0.304 ± 0.053, 6 standard errors.
	// About 2.0 ± 0.0 of its topics return in other chains.
	// K  held-out      ±  behind      ±  coherence      ±  stable    ±  R-hat
	// 1    -1.791  0.000   0.304  0.053     -0.164  0.000     1.0  0.0      –
	// 2    -1.487  0.001   0.000  0.000     -0.164  0.000     2.0  0.0   1.00
	// 4    -1.679  0.033   0.191  0.049     -0.164  0.000     0.8  1.0   1.01
}
