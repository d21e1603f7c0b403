package naivebayes

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Size is how much to simulate. The zero value gives the setting of a well-known simulation of this
// model: 400 documents of 25 words on average, from a vocabulary of 10 000, in two classes, 80 %
// labelled.
type Size struct {
	Docs    int     // number of documents; 0 means 400
	V       int     // words of the vocabulary; 0 means 10 000
	Classes int     // 0 means 2
	Words   float64 // mean length of a document, Poisson; 0 means 25
	// fraction of the documents, the first ones, that are labelled, 0 to 1; 0 means 0.8,
	// NothingLabelled none
	Labelled float64
}

// NothingLabelled, as Size.Labelled, hides all labels.
const NothingLabelled = -1

// A Simulation is data drawn from the model, together with their true parameters.
type Simulation struct {
	Data
	Truth []int       // the class of each document
	Pi    []float64   // K
	Theta [][]float64 // K × V
	// PiScale and ThetaScale are the factors by which the concentrations were multiplied; 1 if
	// Prior keeps them fixed.
	PiScale, ThetaScale float64
}

// Simulate draws from the prior and the model: scales, π, θ, the class of each document, its length
// (Poisson) and its words.
func (p Prior) Simulate(r *rand.Rand, size Size) (*Simulation, error) {
	size, err := size.withDefaults()
	if r == nil {
		err = errors.Join(err, errors.New("naivebayes: Simulate: the *rand.Rand is nil: "+
			`give sampler.Stream("simulate", 1, 0)`))
	}
	if err = errors.Join(err, p.check(size.Classes, size.V)); err != nil {
		return nil, err
	}
	sim := &Simulation{
		Data: Data{V: size.V, Classes: size.Classes, Docs: make([]corpus.Doc, size.Docs),
			Labels: make([]int, size.Docs)},
		Pi: spelled(p.GammaPi, size.Classes), PiScale: 1, ThetaScale: 1,
	}
	if p.PiSpread > 0 {
		sim.PiScale = drawScale(r, p.PiSpread)
	}
	if p.ThetaSpread > 0 {
		sim.ThetaScale = drawScale(r, p.ThetaSpread)
	}
	scale(sim.Pi, sim.PiScale)
	variate.Dirichlet(r, sim.Pi, sim.Pi)
	cumulated := make([][]float64, size.Classes)
	for c := range cumulated {
		theta := spelled(p.GammaTheta, size.V)
		scale(theta, sim.ThetaScale)
		variate.Dirichlet(r, theta, theta)
		sim.Theta = append(sim.Theta, theta)
		cumulated[c] = cumulate(theta)
	}
	length := distuv.Poisson{Lambda: size.Words, Src: r}
	for d := range sim.Docs {
		c := variate.Categorical(r, sim.Pi)
		sim.Truth = append(sim.Truth, c)
		sim.Labels[d] = Unlabelled
		if float64(d) < math.Floor(size.Labelled*float64(size.Docs)+1e-9) {
			sim.Labels[d] = c
		}
		words := make([]int32, int(length.Rand()))
		for i := range words {
			words[i] = drawWord(r, cumulated[c])
		}
		sim.Docs[d] = corpus.Bag(words)
	}
	return sim, nil
}

func (s Size) withDefaults() (Size, error) {
	var errs []error
	atLeast := func(field string, n *int, least, otherwise int) {
		if *n == 0 {
			*n = otherwise
		}
		if *n < least || *n > 1<<30 {
			errs = append(errs, fmt.Errorf("naivebayes: Size.%s is %d, expected %d or more, or 0 "+
				"for %d", field, *n, least, otherwise))
		}
	}
	atLeast("Docs", &s.Docs, 1, 400)
	atLeast("V", &s.V, 1, 10_000)
	atLeast("Classes", &s.Classes, 2, 2)
	s.Words = cmp.Or(s.Words, 25)
	if !(s.Words > 0 && s.Words <= 1e7) {
		errs = append(errs, fmt.Errorf("naivebayes: Size.Words is %g, expected the mean number of "+
			"words of a document, above 0 and up to 1e7, or 0 for 25", s.Words))
	}
	switch {
	case s.Labelled == 0:
		s.Labelled = 0.8
	case !(s.Labelled == NothingLabelled || s.Labelled > 0 && s.Labelled <= 1):
		errs = append(errs, fmt.Errorf("naivebayes: Size.Labelled is %g, expected the share of "+
			"labelled documents, above 0 and up to 1, 0 for 0.8, or NothingLabelled", s.Labelled))
	}
	return s, errors.Join(errs...)
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}

func cumulate(p []float64) []float64 {
	sums, sum := make([]float64, len(p)), 0.0
	for i, x := range p {
		sum += x
		sums[i] = sum
	}
	return sums
}

// drawWord draws a word from cumulated probabilities. A word of probability 0 is never drawn.
func drawWord(r *rand.Rand, cumulated []float64) int32 {
	u := r.Float64() * cumulated[len(cumulated)-1]
	w := sort.Search(len(cumulated), func(i int) bool { return cumulated[i] > u })
	return int32(min(w, len(cumulated)-1))
}
