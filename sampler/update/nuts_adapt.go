package update

import "math"

// A nutsAdaptation learns the size of the steps by dual averaging (Hoffman & Gelman 2014, section
// 3.2). It learns the variances of the coordinates from the draws in windows, each twice as long as
// the one before.
type nutsAdaptation struct {
	centre, sum, logMean float64 // of dual averaging: μ, H̄ and the log of the averaged step
	steps                int
	window, seen         int
	mean, squares        []float64
}

// restart restarts dual averaging at a step.
func (a *nutsAdaptation) restart(step float64) {
	a.centre, a.sum, a.logMean, a.steps = math.Log(10*step), 0, math.Log(step), 0
}

// learn learns from a draw and its mean acceptance probability.
func (n *NUTS) learn(x []float64, accept float64) {
	const gamma, offset, kappa = 0.05, 10, 0.75
	a := &n.adapt
	a.steps++
	t := float64(a.steps)
	a.sum += (n.Target - accept - a.sum) / (t + offset)
	logStep := a.centre - math.Sqrt(t)/gamma*a.sum
	weight := math.Pow(t, -kappa)
	a.logMean = weight*logStep + (1-weight)*a.logMean
	n.Step = math.Exp(logStep)

	a.seen++
	for i, v := range x {
		d := v - a.mean[i]
		a.mean[i] += d / float64(a.seen)
		a.squares[i] += d * (v - a.mean[i])
	}
	if a.seen < a.window {
		return
	}
	// The variances are shrunk a little towards 1e-3, as in Stan.
	count := float64(a.seen)
	for i := range n.metric {
		n.metric[i] = (a.squares[i]/(count-1)*count + 5e-3) / (count + 5)
	}
	clear(a.mean)
	clear(a.squares)
	a.seen, a.window = 0, 2*a.window
	n.Step = math.Exp(a.logMean)
	a.restart(n.Step)
}

// Freeze ends learning, as [Metropolis.Freeze] does, and resets the counts. The size of the steps
// is from then on the average of the learned sizes.
func (n *NUTS) Freeze() {
	if !n.frozen && n.adapt.steps > 0 {
		n.Step = math.Exp(n.adapt.logMean)
	}
	n.frozen, n.Draws, n.Gradients, n.Divergent = true, 0, 0, 0
}
