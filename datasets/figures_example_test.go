package datasets_test

import (
	"fmt"

	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
	"gibbslab/sampler"
)

// An image, and the bars that make up most of it.
func ExampleBars() {
	s, err := datasets.Bars(sampler.Stream("bars", 1, 0), 2000, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	var image [5][5]int32
	for _, n := range s.Docs[0] {
		image[n.Word/5][n.Word%5] = n.N
	}
	for _, row := range image {
		fmt.Printf("%2d\n", row)
	}
	fmt.Printf("rows %.2f\ncolumns %.2f\n", s.Theta[0][:5], s.Theta[0][5:])
	// Output:
	// [ 1  0  2  3  5]
	// [ 2  2  3  2  6]
	// [ 5  7  6  9 16]
	// [ 4  1  1  0  7]
	// [ 6  2  4  5  1]
	// rows [0.03 0.11 0.34 0.01 0.04]
	// columns [0.07 0.04 0.03 0.14 0.19]
}

// A corpus of known topics, with word frequencies as uneven as those of a real language.
func ExampleSimulateLDA() {
	zipf := make([]float64, 1000)
	for w := range zipf {
		zipf[w] = 1 / float64(w+1)
	}
	s, err := datasets.SimulateLDA(sampler.Stream("synthetic", 1, 0), datasets.LDASettings{
		Docs: 500, Tokens: 80, V: 1000, Topics: 10, Base: zipf, Latent: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Tokens(), "tokens in", len(s.Docs), "documents")
	fmt.Printf("word 0 has probability %.2f in topic 0 and %.2f in topic 1\n", s.Phi[0][0],
		s.Phi[1][0])
	// Output:
	// 40000 tokens in 500 documents
	// word 0 has probability 0.12 in topic 0 and 0.09 in topic 1
}

func ExampleGlobs() {
	x, glob, err := datasets.Globs(sampler.Stream("globs", 1, 0), 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range []int{0, 100, 200} {
		fmt.Printf("glob %d: (%.1f, %.1f)\n", glob[i], x[i][0], x[i][1])
	}
	// Output:
	// glob 0: (2.5, 9.9)
	// glob 1: (12.1, 9.3)
	// glob 2: (7.8, 3.2)
}

func ExampleFaithful() {
	eruptions, waiting := datasets.Faithful()
	fmt.Printf("%d eruptions, correlation with the wait %.2f\n", len(eruptions),
		stat.Correlation(eruptions, waiting, nil))
	// Output: 272 eruptions, correlation with the wait 0.90
}

func ExampleGalaxies() {
	x := datasets.Galaxies()
	fmt.Println(len(x), "galaxies, from", x[0], "to", x[81], "thousand km/s; the 78th:", x[77])
	// Output: 82 galaxies, from 9.172 to 34.279 thousand km/s; the 78th: 26.69
}
