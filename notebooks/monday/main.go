// Monday says since when there have been more incidents. It reads a CSV file with a column "date":
//
//	go run ./notebooks/monday notebooks/monday/incidents.csv
//
// Notebook 20 explains the model and the decision.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// text is the model. The rate changes after week k; k = n means that it never changed.
const text = `model {
   for (i in 1:n) { y[i] ~ Poisson(ifelse(i <= k, before, after)) }
   k      ~ dcat(p[])
   before ~ Gamma(2, 2)
   after  ~ Gamma(2, 2)
}`

// model gives even odds to "it never changed", and shares the rest among the weeks.
func model(y []float64) (*bugs.Model, error) {
	n := len(y)
	p := make([]float64, n)
	for k := range p {
		p[k] = 0.5 / float64(n-1)
	}
	p[n-1] = 0.5
	return bugs.Compile(text, bugs.Data{"y": y, "n": n, "p": p})
}

// weekly counts the dates in a file, by week from the first date on.
func weekly(file string) (y []float64, err error) {
	frame, err := datasets.ReadFrame(file)
	if err != nil {
		return nil, err
	}
	dates, err := frame.Dates("date", "")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(dates, time.Time.Compare)
	for _, date := range dates {
		week := int(date.Sub(dates[0]).Hours() / (7 * 24))
		for len(y) <= week {
			y = append(y, 0)
		}
		y[week]++
	}
	return y, nil
}

// answer is what a dashboard shows.
type answer struct {
	Changed float64 // the probability that anything changed
	Week    float64 // the median of the last week with the old rate, if it did
	Extra   float64 // expected incidents a week more than before
}

func since(ctx context.Context, y []float64) (a answer, err error) {
	m, err := model(y)
	if err != nil {
		return a, err
	}
	tr, err := sampler.Run(ctx, m.Sampler(), sampler.Settings{Seed: 1})
	if err != nil {
		return a, err
	}
	var draws [3][]float64
	for i, name := range []string{"k", "before", "after"} {
		if draws[i], err = tr.Draws(name); err != nil {
			return a, err
		}
	}
	var weeks []float64
	total := float64(len(draws[0]))
	for i, k := range draws[0] {
		if k < float64(len(y)) {
			weeks = append(weeks, k)
			a.Extra += (draws[2][i] - draws[1][i]) / total
		}
	}
	a.Changed = float64(len(weeks)) / total
	a.Week = diag.Quantile(weeks, 0.5)
	return a, nil
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("give me one CSV file with a column \"date\"")
	}
	y, err := weekly(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	a, err := since(context.Background(), y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("changed with probability %.2f, after week %.0f of %d; %+.1f incidents a week\n",
		a.Changed, a.Week, len(y), a.Extra)
}
