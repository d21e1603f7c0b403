package intrusion_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gibbslab/sampler/lda/intrusion"
)

// A sheet goes out, and comes back filled in. intrusion.Words and intrusion.Documents make sheets
// from topics.
func ExampleSheet_Score() {
	s := &intrusion.Sheet{Rows: []intrusion.Row{
		{Choices: []string{"tax", "cut", "peace", "rate"}, Topic: 0, Intruder: 2},
		{Choices: []string{"war", "peace", "treaty", "tax"}, Topic: 1, Intruder: 3}}}
	dir, err := os.MkdirTemp("", "sheets")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := s.Save(filepath.Join(dir, "sheet.html")); err != nil { // or sheet.csv
		fmt.Println(err)
		return
	}
	if err := s.Save(filepath.Join(dir, "key.json")); err != nil { // stays with you
		fmt.Println(err)
		return
	}
	if s, err = intrusion.Load(filepath.Join(dir, "key.json")); err != nil {
		fmt.Println(err)
		return
	}
	filled := filepath.Join(dir, "answers.csv")
	if err := os.WriteFile(filled, []byte("row,answer\n1,3\n2,1\n"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	ada, err := s.Read(filled)
	if err != nil {
		fmt.Println(err)
		return
	}
	bo := []int{2, 3}
	scores, err := s.Score(rand.New(rand.NewPCG(1, 2)), ada, bo)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(scores.Beside([]float64{1, 0.4}).Table) // the second list is StabilityResult.Found
	fmt.Println(scores.Report().Wrong)                // two rows do not say that people see it
	// Output:
	// topic  found by people  in other chains
	// 0                 1.00             1.00
	// 1                 0.50             0.40
	// true
}
