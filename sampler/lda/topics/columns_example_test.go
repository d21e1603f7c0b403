package topics_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/topics"
	"gibbslab/sampler/report"
)

// Tables leave the program: θ with the fields of the documents, φ, and a table for a paper.
func ExampleTopics_DocumentColumns() {
	t := &topics.Topics{Phi: [][]float64{{0.75, 0.25}, {0.125, 0.875}}, Alpha: []float64{1},
		Docs:       []corpus.Doc{{{Word: 0, N: 3}}, {{Word: 0, N: 1}, {Word: 1, N: 1}}},
		Theta:      [][]float64{{0.75, 0.25}, {0.5, 0.5}},
		Vocabulary: []string{"tax", "war"}}
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	theta, err := t.DocumentColumns(report.Column{Name: "year", Values: []int{1981, 1988}})
	if err != nil {
		fmt.Println(err)
		return
	}
	phi, err := t.WordColumns()
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, columns := range map[string]report.Columns{"theta.csv": theta, "phi.csv": phi} {
		if err := columns.Save(filepath.Join(dir, name)); err != nil { // or .parquet
			fmt.Println(err)
		}
	}
	for _, name := range []string{"theta.csv", "phi.csv"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Print(string(text), err, "\n")
	}
	table, err := t.TopTable(1, []string{"money", "defence"})
	fmt.Print(table.LaTeX(), err)
	// Output:
	// document,year,tokens,topic_0,topic_1
	// 0,1981,3,0.75,0.25
	// 1,1988,2,0.5,0.5
	// <nil>
	// word,tokens,topic_0,topic_1
	// tax,4,0.75,0.125
	// war,1,0.25,0.875
	// <nil>
	// \begin{tabular}{lrlll}
	// \hline
	// topic & share \% & probable & relevant & exclusive (FREX) \\
	// \hline
	// money & 65.0 & tax & tax & tax \\
	// defence & 35.0 & war & war & war \\
	// \hline
	// \end{tabular}
	// <nil>
}
