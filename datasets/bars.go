package datasets

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/internal/numeric"
)

// Bars draws the corpus with visible topics. Each document is an image of 5 × 5 pixels, each word
// is a pixel, and the ten topics are the five rows and the five columns, each spread evenly over
// its five pixels. A document mixes them by θ ~ Dirichlet(1, …, 1), and has the given number of
// pixels as words. Word 5i+j is the pixel in row i and column j, from the top left, and is called
// "i,j"; topics 0 to 4 are the rows, 5 to 9 the columns.
//
// The usual size is 2000 images of 100 pixels. The same generator state gives the same corpus, and
// Bars returns the whole truth with it. It returns an error for a nil generator, and for sizes
// below 1 or above 2²⁸ pixels in total.
//
// Source: Griffiths and Steyvers (2004), Finding scientific topics, figure 1.
func Bars(r *rand.Rand, images, pixels int) (*Simulated, error) {
	const side = 5
	m := LDASettings{Docs: images, Tokens: pixels, V: side * side, Topics: 2 * side, Alpha: 1,
		Beta: 1, Latent: true}
	if err := m.check(r); err != nil {
		return nil, fmt.Errorf("bars of %d images (Docs) with %d pixels (Tokens): %w",
			images, pixels, err)
	}
	phi := numeric.Matrix[float64](m.Topics, m.V)
	for k := range phi {
		for i := range side {
			if k < side {
				phi[k][side*k+i] = 1.0 / side
			} else {
				phi[k][side*i+k-side] = 1.0 / side
			}
		}
	}
	s := drawDocs(r, phi, m)
	for w := range m.V {
		s.Vocabulary = append(s.Vocabulary, fmt.Sprintf("%d,%d", w/side, w%side))
	}
	return s, nil
}
