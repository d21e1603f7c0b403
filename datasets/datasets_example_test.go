package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
)

func ExampleExamScores() {
	mean, sd := stat.MeanStdDev(datasets.ExamScores(), nil)
	fmt.Printf("mean %.2f, standard deviation %.2f\n", mean, sd)
	// Output: mean 87.28, standard deviation 8.80
}

// Which address names railroads most often?
func ExampleStateOfTheUnion() {
	c, table := datasets.StateOfTheUnion()
	railroads, most, of := slices.Index(c.Vocabulary, "railroads"), int32(0), 0
	for d, doc := range c.Docs {
		for _, n := range doc {
			if n.Word == int32(railroads) && n.N > most {
				most, of = n.N, d
			}
		}
	}
	years, err := table.Numbers("year")
	if err != nil {
		fmt.Println(err)
		return
	}
	presidents, err := table.Texts("president")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(c.Docs), "addresses;", presidents[of], "in", years[of], "railroads:", most)
	// Output: 233 addresses; Theodore Roosevelt in 1907 railroads: 16
}

// Your own scores: a column of a CSV file, chosen by name.
func ExampleReadCSV() {
	dir, err := os.MkdirTemp("", "scores")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "class.csv")
	if err := os.WriteFile(path, []byte("name;score\nAda;98\nBen;92,5\nCy;NA\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(datasets.ReadCSV(path, "score"))
	_, err = datasets.ReadCSV(path, "name")
	fmt.Println(filepath.Base(err.Error()))
	// Output:
	// [98 92.5 NaN] <nil>
	// class.csv: line 2, column 1 ("name"): "Ada" is not a number; write it as 87 or 87.5, or delete the line; for a column of texts use ReadFrame and its method Texts
}
