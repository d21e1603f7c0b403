package nb_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler"
)

// twoParameters are two chains of five draws.
func twoParameters() *sampler.Trace {
	tr := &sampler.Trace{}
	for name, chains := range map[string][][]float64{
		"mu": {{1, 2, 4, 3, 5}, {2, 3, 1, 4, 6}}, "tau": {{7, 8, 9, 7, 6}, {8, 9, 7, 8, 7}},
	} {
		if err := tr.Add(name, chains); err != nil {
			panic(err)
		}
	}
	return tr
}

// Several scalars, and several chains, in one call.
func ExampleEach() {
	tr := twoParameters()
	nb.Show(nb.Each(tr, nb.TracePlot, "mu", "tau"))
	nb.Show(nb.EachChain(tr, nb.TracePlot, "tau"))
	// Output:
	// Trace of mu
	//   x: draw, 1 to 5
	//   y: mu, 0.85 to 6.15
	//   drawn: chain 0; chain 1
	// Trace of tau
	//   x: draw, 1 to 5
	//   y: tau, 5.91 to 9.09
	//   drawn: chain 0; chain 1
	// chain 0
	//   x: draw, 1 to 5
	//   y: tau, 5.91 to 9.09
	// chain 1
	//   x: draw, 1 to 5
	//   y: tau, 5.91 to 9.09
}

// The densities of chains over one another, and the intervals of two models.
func ExampleDensities() {
	tr := twoParameters()
	p := nb.Densities(nil, nb.Must(tr.Chains("mu")))
	nb.Show(nb.WithTitle(p, "Do the chains agree?", "μ", ""))
	// Output:
	// Do the chains agree?
	//   x: μ, 0.5 to 6.5
	//   y: density, 0 to 0.203
	//   drawn: chain 0; chain 1
}

func ExampleCompare() {
	a, b := twoParameters(), twoParameters()
	nb.Show(nb.Compare([]string{"apart", "together"}, []*sampler.Trace{a, b}, "mu"))
	nb.Show(nb.Interval{Prob: 0.8}.Compare([]string{"apart"}, []*sampler.Trace{a}, "mu"))
	// Output:
	// Posterior intervals
	//   x: value, 0.8568 to 5.918
	//   y: , -0.5 to 0.5
	//   drawn: apart; together; median, 50 % and 95 % interval
	// Posterior intervals
	//   x: value, 0.877 to 5.223
	//   y: , -0.5 to 0.5
	//   drawn: apart; median, 50 % and 80 % interval
}

// Another interval than that of 95 %, a band, a logarithmic axis, and a picture in a file.
func ExampleInterval() {
	tr := twoParameters()
	eighty := nb.Interval{Prob: 0.8, HDI: true}
	nb.Show(eighty.Forest(tr, "mu"))
	lo, hi := eighty.Of(nb.Must(tr.Draws("mu")))
	fmt.Println(eighty, lo, hi)

	p := nb.Scatter("counts", []float64{1, 10, 100}, []float64{4, 2, 3})
	nb.AddBand(p, "rate", []float64{1, 10, 100}, []float64{3, 2.5, 2}, []float64{2, 2, 1},
		[]float64{4, 3, 3})
	nb.AddErrorBars(p, "mean", []float64{2, 20}, []float64{3, 2}, nil, []float64{0.5, 1.5})
	nb.LogAxis(&p.X)
	nb.Show(p)

	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	nb.Save(filepath.Join(dir, "rate.pdf"), nb.Grid{Plots: []*plot.Plot{p}, Width: 900,
		Height: 300})
	// Output:
	// Posterior intervals
	//   x: value, 0.88 to 5.12
	//   y: , -0.6 to 1.4
	//   drawn: median, 50 % and 80 % HDI
	// 80 % HDI 1 5
	// counts
	//   x: x, 1 to 102
	//   y: y, 0.41 to 4.06
	//   drawn: counts; rate; mean
}
