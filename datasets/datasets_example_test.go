package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
)

func ExampleExamScores() {
	mean, sd := stat.MeanStdDev(datasets.ExamScores(), nil)
	fmt.Printf("mean %.2f, standard deviation %.2f\n", mean, sd)
	// Output: mean 87.28, standard deviation 8.80
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
	if err := os.WriteFile(path, []byte("name;score\nAda;98\nBen;92,5\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}

	_, err = datasets.ReadCSV(path, "score")
	fmt.Println(filepath.Base(err.Error()))
	// Output: class.csv: line 3, column 2 ("score"): "92,5" is not a number; write a decimal point and no thousands separator, as in 1234.5
}
