package lda_test

import (
	"context"
	"fmt"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// Forty notes on sports and politics. In those from before 2020 sports are twice as common as
// politics, and since then half as common.
func ExampleCovariates() {
	sports, politics := notes[0], notes[1]
	var docs []corpus.Doc
	var dates []time.Time
	for i := range 40 {
		year, doc := 2018+i/10, sports
		if i < 20 && i%3 == 2 || i >= 20 && i%3 != 2 {
			doc = politics
		}
		docs = append(docs, doc)
		dates = append(dates, time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC))
	}
	by := lda.Covariates{}.Steps("year", lda.Years(dates), 2020)
	p := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.1, By: by}
	m, err := p.Model(docs, len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 2000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	// The topics of all chains in the order of chain 0.
	var chains []*topics.Topics
	for chain := range tr.NumChains() {
		t, err := topics.Read(tr, chain, docs)
		if err != nil {
			fmt.Println(err)
			return
		}
		chains = append(chains, t)
	}
	a, matched, err := topics.Match(chains, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := topics.SharesAt(tr, by, []string{"before", "since"}, [][]float64{by.X[0], by.X[39]})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err = topics.Renumber(s.Trace, a)
	if err != nil {
		fmt.Println(err)
		return
	}
	k := 0 // the topic of goals and matches
	if matched[0].Phi[1][0] > matched[0].Phi[0][0] {
		k = 1
	}
	for _, when := range []string{"before", "since"} {
		label := fmt.Sprintf("share[%s,%d]", when, k)
		x, _ := tr.Draws(label)
		byChain, _ := tr.Chains(label)
		lo, hi := diag.ETI(x, 0.9)
		fmt.Printf("sports %s 2020: %.1f, with probability 90 %% %.1f to %.1f; R-hat below 1.05: %v\n",
			when, diag.Mean(x), lo, hi, diag.RHat(byChain) < 1.05)
	}
	// Output:
	// sports before 2020: 0.7, with probability 90 % 0.5 to 0.8; R-hat below 1.05: true
	// sports since 2020: 0.4, with probability 90 % 0.2 to 0.6; R-hat below 1.05: true
}

// Four documents with two dates, two kinds and a number.
func ExampleCovariates_Number() {
	by := lda.Covariates{}.Number("pages", []float64{3, 5, 3, 5})
	by = by.Factor("kind", []string{"letter", "speech", "speech", "letter"})
	by = by.Steps("year", []float64{1981, 1982, 1982, 1984})
	fmt.Println(by.Names)
	for _, row := range by.X {
		fmt.Println(row)
	}
	// Output:
	// [pages kind=speech year≥1982 year≥1984]
	// [-1 0 0 0]
	// [1 1 1 0]
	// [-1 1 1 0]
	// [1 0 1 1]
}

// A formula, and the row of a document that does not exist.
func ExampleCovariates_Formula() {
	by := lda.Covariates{}.Formula("party * steps(year, 1983) + (1 | speaker)", map[string]any{
		"party":   []string{"left", "right", "right", "left", "right", "left"},
		"year":    []float64{1981, 1982, 1983, 1984, 1984, 1985},
		"speaker": []string{"a", "b", "b", "c", "d", "a"},
	})
	fmt.Println(by.Names, by.Check(6), by.Clusters)
	fmt.Println(by.At(map[string]any{"party": "right", "year": 2000}))
	fmt.Println(by.At(map[string]any{"party": "green", "year": 2000}))
	// Output:
	// [party=right year≥1983 party=right × year≥1983] <nil> [a b b c d a]
	// [1 1 1] <nil>
	// [] lda: Covariates: At: no row has the party "green": give one of ["left" "right"]
}

// A smooth function of the year, as a straight line and two bends.
func ExampleCovariates_Smooth() {
	by := lda.Covariates{}.Smooth("year", []float64{1981, 1982, 1983, 1984, 1985}, 3)
	fmt.Println(by.Names)
	for _, row := range by.X {
		fmt.Printf("%5.2f\n", row)
	}
	// Output:
	// [year curve 1 year curve 2 year curve 3]
	// [-1.41  0.59 -0.26]
	// [-0.71 -0.26  0.57]
	// [ 0.00 -0.65 -0.16]
	// [ 0.71 -0.26 -0.33]
	// [ 1.41  0.59  0.19]
}

func ExampleYears() {
	years := lda.Years([]time.Time{time.Date(1983, 7, 2, 12, 0, 0, 0, time.UTC), {}})
	fmt.Println(years)
	// Output: [1983.5 NaN]
}
