// Monday says since when there have been more incidents. It reads a CSV file with a column "date",
// and wants to know from when to when somebody wrote them down:
//
//	go run ./notebooks/monday -first 2024-07-01 -last 2025-12-28 notebooks/monday/incidents.csv
//
// Notebook 20 explains the model and the decision.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
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

// weekly counts the dates in a file, for each whole week from the first day of the log to the last.
// Dates do not say when somebody stopped looking, and a week without any is data as well.
func weekly(file, first, last string) ([]float64, error) {
	frame, err := datasets.ReadFrame(file)
	if err != nil {
		return nil, err
	}
	dates, err := frame.Dates("date", "")
	from, err1 := time.Parse(time.DateOnly, first)
	to, err2 := time.Parse(time.DateOnly, last)
	if err = errors.Join(err, err1, err2); err != nil {
		return nil, err
	}
	week := 7 * 24 * time.Hour
	y := make([]float64, max(0, to.AddDate(0, 0, 1).Sub(from)/week))
	for _, date := range dates {
		if i := int(date.Sub(from) / week); !date.Before(from) && i < len(y) {
			y[i]++
		}
	}
	if len(y) < 2 {
		return nil, fmt.Errorf("two whole weeks are needed; %s to %s has %d", first, last, len(y))
	}
	return y, nil
}

// answer is what a dashboard shows.
type answer struct {
	Changed float64 // the probability that anything changed
	Week    float64 // the median of the last week with the old rate; 0 if nothing ever changed
	Extra   float64 // expected incidents a week more than before
}

func since(ctx context.Context, y []float64, set sampler.Settings) (a answer, err error) {
	m, err := model(y)
	if err != nil {
		return a, err
	}
	tr, err := sampler.Run(ctx, m.Sampler(), set)
	if err != nil {
		return a, err
	}
	sum, err := diag.Summarize(tr, "before", "after") // k may well be the same in all draws
	if err != nil || len(sum.Warnings) > 0 {
		return a, errors.Join(append(sum.Warnings, err)...)
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
	if len(weeks) > 0 { // JSON has no NaN
		a.Changed, a.Week = float64(len(weeks))/total, diag.Quantile(weeks, 0.5)
	}
	return a, nil
}

func main() {
	first := flag.String("first", "", "the first day of the log, such as 2024-07-01")
	last := flag.String("last", "", "its last day, with an incident or without")
	if flag.Parse(); flag.NArg() != 1 || *first == "" || *last == "" {
		log.Fatal("give me -first and -last, and one CSV file with a column \"date\"")
	}
	y, err := weekly(flag.Arg(0), *first, *last)
	if err != nil {
		log.Fatal(err)
	}
	a, err := since(context.Background(), y, sampler.Settings{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("changed with probability %.2f, after week %.0f of %d; %+.1f incidents a week\n",
		a.Changed, a.Week, len(y), a.Extra)
}
