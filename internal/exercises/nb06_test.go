package exercises

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// length is the negative binomial probability of three words, with A and B of the gamma density.
func length(A, B float64) float64 {
	return A * (A + 1) * (A + 2) / 6 * math.Pow(B/(B+1), A) * math.Pow(1/(B+1), 3)
}

func TestCollapsedSampler(t *testing.T) {
	n := open(t, "06_collapsed_sampler")
	n.exercise("1", func(e *exercise) {
		e.exact(2. / 9 * 3. / 10 * 3. / 11)
		e.wrong("no ball added", 2./9*2./9*3./9)
		e.wrong("balls taken away", 2./9*1./8*3./7)
		e.wrong("in any order", 3*2./9*3./10*3./11)
		e.wrong("the total stays 9", 2./9*3./9*3./9)
	})
	n.exercise("2", func(e *exercise) {
		e.exact(5.9/(3.9+5.9), 5./(3+5), 6./(4+6))
		e.wrong("not divided by the sum", 0.59, 0.625, 0.6)
		e.wrong("as meant, nothing subtracted", 5.9/9.8, 0.6, 0.6)
		e.wrong("no prior", 5.9/9.8, 0.625, 4./7)
		e.wrong("document d in its class", 5.9/9.8, 0.625, 7./11)
	})
	n.exercise("3", func(e *exercise) {
		e.exact(length(2+7, 0.5+2))
		e.wrong("the mean, plugged in", distuv.Poisson{Lambda: 3.6}.Prob(3))
		e.wrong("no prior", length(7, 2))
		e.wrong("no other documents", length(2, 0.5))
		e.wrong("no factorial", 6*length(9, 2.5))
		e.wrong("one other document", length(2+7, 0.5+1))
	})
	n.exercise("4", func(e *exercise) {
		mean := average(priorPi, reviews, func(_, ones int) float64 { return float64(ones+2) / 11 })
		e.exact(mean)
		e.wrong("the prior mean", 2./3)
		e.wrong("the two known labels alone", (1.+2)/(2+3))
		e.wrong("the known label not counted", mean-1./11)
		e.wrong("no prior", (mean*11-2)/8)
		e.wrong("one subtracted from each concentration", (mean*11-1)/9)
		e.wrong("all labellings alike", (4.+2)/11)
	})
}
