package topics

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/report"
)

const (
	farApart  = 4.5 // standard deviations between what is expected and what was counted
	farFactor = 0.2 // of the larger of the two
)

// compare puts what was counted beside what the model expects, and warns.
func (s *Shares) compare(lambda *sampler.Array, by lda.Covariates, x [][]float64) error {
	if by.X == nil || len(by.Names) != lambda.Shape[1]-1 {
		return fmt.Errorf("the covariates have %d columns and %d documents, and the trace %d columns: "+
			"give those of the model", len(by.Names), len(by.X), lambda.Shape[1]-1)
	}
	if c := lambda.Coords; len(c) == 2 && c[1] != nil && !slices.Equal(c[1][1:], by.Names) {
		return fmt.Errorf("the covariates have the columns %q, and the model %q: give those of the "+
			"model, in their order", by.Names, c[1][1:])
	}
	var rows [][]float64 // the different rows, in the order of their first documents
	var docs []float64   // of each
	places := map[string]int{}
	for _, row := range by.X {
		at, ok := places[fmt.Sprint(row)]
		if !ok {
			at = len(rows)
			places[fmt.Sprint(row)] = at
			rows, docs = append(rows, row), append(docs, 0)
		}
		docs[at]++
	}
	shape, err := s.Shape("counted")
	if err != nil {
		return fmt.Errorf("%w: give the trace of a model with Covariates", err)
	}
	counted, err := s.Moments("counted")
	if err != nil {
		return err
	}
	topics := shape[1]
	for i := range s.Names {
		average, weight, group := rows, docs, 0 // all documents
		if i < len(x) {
			average, weight, group = x[i:i+1], []float64{0}, -1
			if at, ok := places[fmt.Sprint(x[i])]; ok && shape[0] > 1 {
				weight, group = docs[at:at+1], 1+at
			}
		}
		var e, c [][]float64
		for chain, draws := range lambda.Draws {
			mean, sd := modelMeans(draws, average, weight, topics)
			e = append(e, mean)
			if group >= 0 {
				c = append(c, counted[chain].Mean[group*topics:][:topics])
				s.warn(s.Names[i], chain, mean, sd, c[chain])
			}
		}
		s.Expected, s.Counted = append(s.Expected, e), append(s.Counted, c)
	}
	return nil
}

// modelMeans are the expected shares in documents with these rows, each with a number of documents,
// and the standard deviations of their mean shares, on average over some of the draws.
func modelMeans(draws, rows [][]float64, docs []float64, topics int) (mean, sd []float64) {
	mean, sd, share := make([]float64, topics), make([]float64, topics), make([]float64, topics)
	every := max(1, len(draws)*len(rows)/5000)
	n, all := math.Ceil(float64(len(draws))/float64(every)), max(floats.Sum(docs), 1)
	for at := 0; at < len(draws); at += every {
		for i, row := range rows {
			expected(share, draws[at], row)
			for k, p := range share {
				mean[k] += p * max(docs[i], 1) / all / n
				sd[k] += p * (1 - p) * docs[i] / (all * all) / n
			}
		}
	}
	for k, v := range sd {
		sd[k] = math.Sqrt(v)
	}
	return mean, sd
}

// warn adds warnings about a row in a chain.
func (s *Shares) warn(name string, chain int, expected, sd, counted []float64) {
	for k, e := range expected {
		off := math.Abs(counted[k] - e)
		if off > farApart*sd[k] && off > farFactor*max(e, counted[k]) {
			s.Warnings = append(s.Warnings, fmt.Errorf("topic %d, %s, chain %d: the model expects %.1f %% "+
				"where %.1f %% were counted", k, name, chain, 100*e, 100*counted[k]))
		}
	}
}

// Report says whether the model expects what was counted, with a table of the chains' means.
func (s *Shares) Report() report.Report {
	r := report.Report{Verdict: fmt.Sprintf("No expected share differs from the counted one by more "+
		"than a fifth and %.1f standard deviations.", farApart),
		Warnings: s.Warnings, Wrong: len(s.Warnings) > 0, Table: report.Table{Align: "lrl",
			Head: []string{"", "chain", "expected (counted) % of each topic"}}}
	if r.Wrong {
		r.Verdict = fmt.Sprintf("%d expected shares are far from the counted ones: topics that fill few "+
			"documents do not fit this model. Do not report these; topics.Effects estimates them in "+
			"another way.", len(s.Warnings))
	}
	for i, name := range s.Names {
		for chain, e := range s.Expected[i] {
			var cells []string
			for k, x := range e {
				cell := percent(x)
				if s.Counted[i] != nil {
					cell += " (" + percent(s.Counted[i][chain][k]) + ")"
				}
				cells = append(cells, cell)
			}
			r.Table.Rows = append(r.Table.Rows, []string{name, fmt.Sprint(chain), strings.Join(cells, "  ")})
		}
	}
	return r
}
