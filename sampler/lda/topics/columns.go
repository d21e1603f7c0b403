package topics

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gibbslab/sampler/report"
)

// DocumentColumns are for other programs: a row for each document with its number, its tokens, the
// fields that you give, and its θ in the columns topic_0, topic_1, …
//
//	columns, err := t.DocumentColumns(report.Column{Name: "party", Values: parties})
//	err = columns.Save("theta.parquet")
//
// It needs Docs and Theta.
func (t *Topics) DocumentColumns(fields ...report.Column) (report.Columns, error) {
	if err := t.checkTheta(); err != nil {
		return nil, fmt.Errorf("topics: DocumentColumns: %w", err)
	}
	number, tokens := make([]int, len(t.Docs)), make([]int, len(t.Docs))
	for d, doc := range t.Docs {
		number[d], tokens[d] = d, doc.Tokens()
	}
	columns := append(report.Columns{{Name: "document", Values: number}}, fields...)
	columns = append(columns, report.Column{Name: "tokens", Values: tokens})
	return append(columns, topicColumns(len(t.Phi), len(t.Docs),
		func(k, d int) float64 { return t.Theta[d][k] })...), nil
}

// WordColumns are for other programs: a row for each word with its count, and its φ in the columns
// topic_0, topic_1, … It needs Phi and Vocabulary; counts are 0 without Docs.
func (t *Topics) WordColumns() (report.Columns, error) {
	if err := t.checkSaved(); err != nil {
		return nil, fmt.Errorf("topics: WordColumns: %w", err)
	}
	counts := make([]int, len(t.Vocabulary))
	for _, doc := range t.Docs {
		for _, c := range doc {
			counts[c.Word] += int(c.N)
		}
	}
	columns := report.Columns{{Name: "word", Values: t.Vocabulary}, {Name: "tokens", Values: counts}}
	return append(columns, topicColumns(len(t.Phi), len(counts),
		func(k, w int) float64 { return t.Phi[k][w] })...), nil
}

func topicColumns(topics, n int, value func(k, i int) float64) (columns report.Columns) {
	for k := range topics {
		x := make([]float64, n)
		for i := range x {
			x[i] = value(k, i)
		}
		columns = append(columns, report.Column{Name: "topic_" + strconv.Itoa(k), Values: x})
	}
	return columns
}

// TopTable is for a paper: a row for each topic with its share of all tokens, its n most probable
// words, its most relevant ones ([Topics.TopRelevant], λ = 0.6) and those that are frequent and
// exclusive ([Topics.TopExclusive], FREX, weight 0.5). names are those of the topics; nil for
// numbers. It needs Phi, Docs, Theta and Vocabulary.
func (t *Topics) TopTable(n int, names []string) (report.Table, error) {
	table := report.Table{Align: "lrlll", Head: []string{"topic", "share %", "probable", "relevant",
		"exclusive (FREX)"}}
	fail := func(err error) (report.Table, error) {
		return report.Table{}, fmt.Errorf("topics: TopTable: %w", err)
	}
	if err := t.checkSaved(); err != nil {
		return fail(err)
	}
	if names != nil && len(names) != len(t.Phi) {
		return fail(fmt.Errorf("%d names and %d topics: give one for each", len(names), len(t.Phi)))
	}
	shares, err1 := t.Shares()
	probable, err2 := t.Top(n)
	relevant, err3 := t.TopRelevant(0.6, n)
	exclusive, err4 := t.TopExclusive(0.5, n)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return fail(err)
	}
	for k, share := range shares {
		row := []string{strconv.Itoa(k), percent(share)}
		if names != nil {
			row[0] = names[k]
		}
		for _, list := range [][][]int{probable, relevant, exclusive} {
			row = append(row, strings.Join(Words(t.Vocabulary, list[k:k+1])[0], ", "))
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

// Columns are for other programs: a row for each contrast, topic and chain. Shares are fractions,
// and not percentages.
func (e *EffectsResult) Columns(vocabulary []string) report.Columns {
	var contrast, largest, dropped, words []string
	var topic, chain, agree []int
	var numbers [8][]float64
	for q, c := range e.Contrasts {
		for k := range e.Found {
			for i, mean := range e.Mean[q][k] {
				contrast, largest = append(contrast, c.Name), append(largest, e.Largest[k])
				dropped = append(dropped, e.Dropped[q][k])
				words = append(words, strings.Join(Words(vocabulary, e.Top[k:k+1])[0], " "))
				topic, chain, agree = append(topic, k), append(chain, i), append(agree, e.Agree[q][k])
				for j, x := range []float64{mean, e.Low[q][k][i], e.High[q][k][i], e.RHat[q][k],
					e.Without[q][k], e.Found[k], e.Effective[k], e.Clusters[q]} {
					numbers[j] = append(numbers[j], x)
				}
			}
		}
	}
	columns := report.Columns{{Name: "contrast", Values: contrast}, {Name: "topic", Values: topic},
		{Name: "chain", Values: chain}}
	for j, name := range []string{"mean", "low", "high", "r_hat", "without", "found", "effective",
		"contrast_clusters"} {
		columns = append(columns, report.Column{Name: name, Values: numbers[j]})
	}
	return append(columns, report.Column{Name: "chains_agree", Values: agree},
		report.Column{Name: "largest", Values: largest}, report.Column{Name: "dropped", Values: dropped},
		report.Column{Name: "words", Values: words})
}
