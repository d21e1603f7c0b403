package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"

	"gibbslab/sampler/internal/meter"
)

// A NUTS makes steps of the no-U-turn sampler, a Hamiltonian Monte Carlo that adapts its own
// length. It is for many parameters with a gradient. Keep it in the state. During the warm-up it
// learns a scale for each, and no correlations. The zero value is ready for use.
//
// Source: Hoffman & Gelman, "The no-U-turn sampler", Journal of Machine Learning Research 15 (2014)
// 1593–1623; points of a trajectory are drawn by their weights, as in Betancourt, "A conceptual
// introduction to Hamiltonian Monte Carlo" (2017), appendix A.
type NUTS struct {
	// Step is the size of the first leapfrog steps, and later the present size; 0 means 0.1.
	Step float64
	// Target is the mean acceptance probability to reach; 0 means 0.8.
	Target float64
	// MaxDepth limits a draw to 2^MaxDepth gradients; 0 means 10.
	MaxDepth int
	// Draws, Gradients and Divergent count since the warm-up, or during it. In a divergent draw the
	// log density fell by more than 1000, or was NaN: the step is too large somewhere.
	Draws, Gradients, Divergent int

	frozen  bool
	metric  []float64 // variances: the inverse of the masses
	adapt   nutsAdaptation
	levels  []nutsLevel
	forward nutsPoint // the ends of the trajectory
	back    nutsPoint
	sample  []float64
	energy  float64 // at the start of the draw
	accept  float64 // sum of the acceptance probabilities
	leaps   int
}

// A nutsPoint is a place, a momentum, and the log density and its gradient there.
type nutsPoint struct {
	x, p, gradient []float64
	logDensity     float64
}

// A nutsLevel is the memory of one level of the recursion.
type nutsLevel struct{ first, last, sum, sample []float64 }

// mostEnergy is the rise in energy beyond which a trajectory counts as divergent.
const mostEnergy = 1000

// Draw makes one draw from x, in place. logDensity returns the log density of x up to a constant,
// and fills gradient. If either is NaN or infinite at x, Draw panics with a sentence; elsewhere
// that ends the trajectory. During the warm-up, draws change the size of the steps. After 50, 100,
// 200, … draws they also change the variances of the coordinates, which scale the steps.
func (n *NUTS) Draw(r *rand.Rand, x []float64, logDensity func(x, gradient []float64) float64) {
	d := len(x)
	if len(n.metric) != d {
		n.begin(d)
	}
	if !n.frozen && meter.WarmedUp(r) {
		n.Freeze()
	}
	f := &n.forward
	copy(f.x, x)
	f.logDensity = logDensity(f.x, f.gradient)
	for i := range d {
		f.p[i] = r.NormFloat64() / math.Sqrt(n.metric[i])
		if math.IsNaN(f.gradient[i]) {
			f.logDensity = math.NaN()
		}
	}
	if math.IsNaN(f.logDensity) || math.IsInf(f.logDensity, 0) {
		panic(fmt.Sprintf("update: NUTS: the log density of the present value %.6g is %g, or its "+
			"gradient %.6g is not a number", x, f.logDensity, f.gradient))
	}
	n.back.copy(f)
	copy(n.sample, x)
	n.energy = n.hamiltonian(f)
	n.accept, n.leaps = 0, 0
	divergent := n.Divergent
	top := &n.levels[n.MaxDepth] // the whole trajectory
	copy(top.sum, f.p)
	logWeight, depth := 0.0, 0
	for ; depth < n.MaxDepth; depth++ {
		sign := 1.0
		if r.IntN(2) == 0 {
			sign = -1
		}
		weight, whole := n.tree(r, depth, sign, logDensity)
		if !whole {
			break
		}
		sub := &n.levels[depth]
		if math.Log(1-r.Float64()) < weight-logWeight {
			copy(n.sample, sub.sample)
		}
		logWeight = numeric.LogAdd(logWeight, weight)
		for i, v := range sub.sum {
			top.sum[i] += v
		}
		if n.turned(n.back.p, n.forward.p, top.sum) {
			break
		}
	}
	copy(x, n.sample)
	n.Draws++
	count := meter.Counts{Evaluations: 1 + n.leaps, Steps: n.leaps, Accepted: n.accept,
		Trajectories: 1, Divergent: n.Divergent - divergent, StepSize: n.Step}
	if depth == n.MaxDepth {
		count.AtMaxDepth = 1
	}
	meter.Count(r, count)
	if !n.frozen {
		n.learn(x, n.accept/float64(max(1, n.leaps)))
	}
}

// tree makes 2^depth leapfrog steps at the moving end. Its level then holds the first and the last
// momentum, their sum, and a point drawn by its weight. It returns the log of the sum of the
// weights, and whether the tree has no U-turn and no divergence.
func (n *NUTS) tree(
	r *rand.Rand, depth int, sign float64, logDensity func(x, gradient []float64) float64,
) (logWeight float64, whole bool) {
	l := &n.levels[depth]
	if depth == 0 {
		end := &n.forward
		if sign < 0 {
			end = &n.back
		}
		n.leapfrog(end, sign*n.Step, logDensity)
		drop := n.energy - n.hamiltonian(end)
		if math.IsNaN(drop) {
			drop = math.Inf(-1)
		}
		n.leaps++
		n.Gradients++
		n.accept += math.Exp(min(0, drop))
		copy(l.first, end.p)
		copy(l.last, end.p)
		copy(l.sum, end.p)
		copy(l.sample, end.x)
		if drop < -mostEnergy {
			n.Divergent++
			return drop, false
		}
		return drop, true
	}
	sub := &n.levels[depth-1]
	left, whole := n.tree(r, depth-1, sign, logDensity)
	if !whole {
		return left, false
	}
	copy(l.first, sub.first)
	copy(l.sum, sub.sum)
	copy(l.sample, sub.sample)
	right, whole := n.tree(r, depth-1, sign, logDensity)
	if !whole {
		return right, false
	}
	logWeight = numeric.LogAdd(left, right)
	if math.Log(1-r.Float64()) < right-logWeight {
		copy(l.sample, sub.sample)
	}
	copy(l.last, sub.last)
	for i, v := range sub.sum {
		l.sum[i] += v
	}
	if sign > 0 {
		return logWeight, !n.turned(l.first, l.last, l.sum)
	}
	return logWeight, !n.turned(l.last, l.first, l.sum)
}

// turned tells whether the ends of a trajectory with these momenta approach each other.
func (n *NUTS) turned(first, last, sum []float64) bool {
	var a, b float64
	for i, v := range sum {
		v *= n.metric[i]
		a, b = a+v*first[i], b+v*last[i]
	}
	return a <= 0 || b <= 0
}

// leapfrog makes one step at an end.
func (n *NUTS) leapfrog(
	z *nutsPoint, step float64, logDensity func(x, gradient []float64) float64,
) {
	for i := range z.x {
		z.p[i] += step / 2 * z.gradient[i]
		z.x[i] += step * n.metric[i] * z.p[i]
	}
	z.logDensity = logDensity(z.x, z.gradient)
	for i := range z.x {
		z.p[i] += step / 2 * z.gradient[i]
	}
}

// hamiltonian is the energy of a point.
func (n *NUTS) hamiltonian(z *nutsPoint) float64 {
	sum := 0.0
	for i, p := range z.p {
		sum += n.metric[i] * p * p
	}
	return sum/2 - z.logDensity
}

func (n *NUTS) begin(d int) {
	if !(n.Step > 0) {
		n.Step = 0.1
	}
	if !(n.Target > 0 && n.Target < 1) {
		n.Target = 0.8
	}
	if n.MaxDepth < 1 {
		n.MaxDepth = 10
	}
	vector := func() []float64 { return make([]float64, d) }
	n.metric, n.sample = vector(), vector()
	for i := range n.metric {
		n.metric[i] = 1
	}
	n.forward = nutsPoint{x: vector(), p: vector(), gradient: vector()}
	n.back = nutsPoint{x: vector(), p: vector(), gradient: vector()}
	n.levels = make([]nutsLevel, n.MaxDepth+1)
	for i := range n.levels {
		n.levels[i] = nutsLevel{vector(), vector(), vector(), vector()}
	}
	n.adapt = nutsAdaptation{window: 50, mean: vector(), squares: vector()}
	n.adapt.restart(n.Step)
}

func (z *nutsPoint) copy(from *nutsPoint) {
	copy(z.x, from.x)
	copy(z.p, from.p)
	copy(z.gradient, from.gradient)
	z.logDensity = from.logDensity
}
