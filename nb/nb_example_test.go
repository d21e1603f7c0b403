package nb_test

import (
	"errors"
	"fmt"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// twoChains is a trace made by hand.
func twoChains() *sampler.Trace {
	tr := &sampler.Trace{}
	if err := tr.Add("mu", [][]float64{{1, 3, 2, 4, 2, 3}, {2, 2, 3, 1, 4, 3}}); err != nil {
		panic(err)
	}
	return tr
}

// Outside a notebook Show prints the text that a notebook keeps beside the picture.
func ExampleShow() {
	p := nb.WithTitle(nb.TracePlot(twoChains(), "mu"), "Both chains visit the same values", "",
		"μ (points)")
	nb.Show("Six draws of each chain:", p)
	nb.Show(3.14159265, []float64{1, 2.5}, 1234567*time.Microsecond, errors.New("no draws"))
	nb.Show(mat.NewDense(2, 2, []float64{1, 0.5, 0.5, 1}))
	// Output:
	// Six draws of each chain:
	// Both chains visit the same values
	//   x: draw, 1 to 6
	//   y: μ (points), 0.91 to 4.09
	//   drawn: chain 0; chain 1
	// 3.14159
	// [1 2.5]
	// 1.23s
	// no draws
	// ⎡  1  0.5⎤
	// ⎣0.5    1⎦
}

func ExampleShow_summary() {
	s, err := diag.Summarize(twoChains(), "mu")
	if err != nil {
		panic(err)
	}
	s.Warnings = nil
	s.Rows = []diag.Row{{Label: "mu", Mean: 2.5, SD: 1, Lower: 1, Median: 2.5, Upper: 4,
		MCSEMean: 0.05, ESSBulk: 400, ESSTail: 380, RHat: 1.001}}
	nb.Show(s)
	// Output:
	// The chains agree: R-hat 1.001, smaller ESS 380; means are good to 5 % of a posterior sd. For 2 % run 6.3 times as long (about 38 draws a chain).
	//     mean   sd  2.5 %  median  97.5 %   MCSE  ESS bulk  ESS tail  R-hat
	// mu   2.5  1.0    1.0     2.5     4.0  0.050       400       380  1.001
}

func ExampleTable() {
	nb.Show(nb.Table{
		Head:  []string{"quantity", "exact", "Gibbs"},
		Rows:  [][]any{{"E μ", 86.311725, 86.3081}, {"sd μ", 1.471447, 1.4688}},
		Notes: []string{"4000 draws"},
	})
	// Output:
	// quantity   exact   Gibbs
	// E μ       86.31   86.31
	// sd μ       1.471   1.469
	// 4000 draws
}

func ExampleCheck() {
	nb.Check("two and two are four", 2+2 == 4)
	// Output:
	// ✓ two and two are four
}

func ExampleNear() {
	nb.Near("posterior mean of μ", 86.3081, 86.311725, 0.02)
	// Output:
	// ✓ posterior mean of μ: 86.308 is within 0.02 of 86.312
}

func ExampleExercise() {
	answer := func() float64 { return nb.Todo }
	nb.Exercise("Exercise 1", answer(), "Il73ygnHX5PtOhmoDy4", 0.01)

	answer = func() float64 { return 1. / 4 }
	nb.Exercise("Exercise 1", answer(), "Il73ygnHX5PtOhmoDy4", 0.01)
	nb.Rejects(func() { nb.Exercise("Exercise 1", 0.5, "Il73ygnHX5PtOhmoDy4", 0.01) })
	// Output:
	// ○ Exercise 1: not yet. Replace nb.Todo by your answer.
	// ✓ Exercise 1: 0.250 is right
	// ✓ rejected, as it should be: Exercise 1: 0.500 is not right (it must be within 0.01)
}

// Whoever writes the exercise of the example above makes its target once.
func ExampleSeal() {
	fmt.Println(nb.Seal("Exercise 1", 0.25, 0.01))
	// Output:
	// Il73ygnHX5PtOhmoDy4
}

// The three layers that any plot takes.
func ExampleAddMark() {
	p := nb.Histogram([]float64{1, 1, 1, 2, 2, 2, 2, 3, 3, 3}, "K")
	nb.AddMark(p, "true K", 2)
	nb.Show(p)
	// Output:
	// Histogram of K
	//   x: K, 0.5 to 3.5
	//   y: share, 0 to 0.412
	//   drawn: true K
}

// A run that shows how far it is, however short it may be.
func ExampleProgress() {
	set := sampler.Settings{Chains: 2, Progress: nb.Progress()}
	fmt.Println(set.Chains)
	// Output:
	// 2
}
