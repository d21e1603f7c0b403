// Package draws lets others direct what the functions of package variate draw. An update knows only
// the generator that its block was given. Whoever attaches a [Director] to that generator sees the
// law of each draw, and decides what is drawn. So two chains can be coupled, and a model can be
// tempered, without a word from its author.
package draws

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

// A Law is a distribution with its parameters.
type Law struct {
	Name   string
	Params []float64
	// Draw draws into dst, with the parameters p.
	Draw func(r *rand.Rand, p, dst []float64)
	// LogProb is the log density at x, up to a constant of all laws of this Name.
	LogProb func(x, p []float64) float64
	// Natural says that weighted means of parameters belong to weighted geometric means of
	// densities.
	Natural bool
	// Sets are what the values 0, 1, … of a partition's law stand for: the members of the cluster
	// that an observation joins. Nil of all other laws.
	Sets [][]int
}

// A Director draws from a law into dst. It may call Law.Draw with the generator, and keep the law.
type Director interface {
	Draw(l Law, dst []float64)
}

// Directed is a generator with a Director.
type Directed struct {
	r    *rand.Rand
	by   Director
	busy bool // draws belong to the law that is being drawn
}

var (
	attached  atomic.Int64
	directors sync.Map // *rand.Rand → *Directed
)

// Attach makes d direct all draws from r, until the function that it returns is called.
func Attach(r *rand.Rand, d Director) (detach func()) {
	directors.Store(r, &Directed{r: r, by: d})
	attached.Add(1)
	return func() {
		attached.Add(-1)
		directors.Delete(r)
	}
}

// Of returns nil if nobody directs draws from r, as nearly always, and within a draw. It is so
// short that the compiler puts it into its callers.
func Of(r *rand.Rand) *Directed {
	if attached.Load() == 0 {
		return nil
	}
	return find(r)
}

func find(r *rand.Rand) *Directed {
	if found, ok := directors.Load(r); ok && !found.(*Directed).busy {
		return found.(*Directed)
	}
	return nil
}

// Vector draws n numbers from a law. Its Params must belong to nobody else: what a caller of
// package variate gives would be moved to the heap.
func (d *Directed) Vector(l Law, n int) []float64 {
	d.busy = true
	defer func() { d.busy = false }()
	dst := make([]float64, n)
	d.by.Draw(l, dst)
	return dst
}

// Two draws one number from a law with two parameters, which are natural.
func (d *Directed) Two(name string, draw func(r *rand.Rand, a, b float64) float64,
	logProb func(x, a, b float64) float64, a, b float64,
) float64 {
	return d.Vector(Law{Name: name, Params: []float64{a, b}, Natural: true,
		Draw:    func(r *rand.Rand, p, dst []float64) { dst[0] = draw(r, p[0], p[1]) },
		LogProb: func(x, p []float64) float64 { return logProb(x[0], p[0], p[1]) }}, 1)[0]
}

// Other draws one number from a law whose parameters are not natural.
func (d *Directed) Other(name string, draw func() float64, logProb func(x float64) float64,
) float64 {
	return d.Vector(Law{Name: name, Draw: func(_ *rand.Rand, _, dst []float64) { dst[0] = draw() },
		LogProb: func(x, _ []float64) float64 { return logProb(x[0]) }}, 1)[0]
}
