package exercises

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// pathJoint is the joint probability of words and tags, with the tables integrated out.
func pathJoint(words, z []int) float64 {
	const gamma, beta = 0.5, 0.2
	moves, say, p := [2][2]float64{}, [2][3]float64{}, 1.0
	for t, k := range z {
		if t > 0 {
			row := &moves[z[t-1]]
			p *= (row[k] + gamma) / (row[0] + row[1] + 2*gamma)
			row[k]++
		}
		p *= (say[k][words[t]] + beta) / (floats.Sum(say[k][:]) + 3*beta)
		say[k][words[t]]++
	}
	return p
}

// overPaths is the posterior mean of a function of the path, over the 32 paths that begin with 0.
func overPaths(words []int, f func(p int, z []int) float64) float64 {
	sum, total := 0.0, 0.0
	for p := range 32 {
		z := []int{0, p & 1, p >> 1 & 1, p >> 2 & 1, p >> 3 & 1, p >> 4 & 1}
		w := pathJoint(words, z)
		sum, total = sum+w*f(p, z), total+w
	}
	return sum / total
}

// likeliestPath is the number of the most probable path.
func likeliestPath(words []int) (best float64) {
	top := 0.0
	overPaths(words, func(p int, z []int) float64 {
		if w := pathJoint(words, z); w > top {
			best, top = float64(p), w
		}
		return 0
	})
	return best
}

func TestHiddenStates(t *testing.T) {
	n := open(t, "12_hidden_states")
	tiny, six := []int{0, 1, 0, 2, 1, 1}, []int{0, 1, 2, 1, 2, 0}
	n.exercise("1", func(e *exercise) {
		move := [][]float64{{0.02, 0.96, 0.02}, {0.10, 0.10, 0.80}, {0.65, 0.25, 0.10}}
		say := [][]float64{{0.6, 0.4, 0, 0, 0, 0, 0, 0}, {0, 0, 0.3, 0.3, 0.2, 0.1, 0.1, 0},
			{0, 0, 0, 0, 0.15, 0.3, 0.2, 0.35}}
		r, z, moves := sampler.Stream("text", 1, 0), 0, [3][3]float64{}
		for i := range 300 {
			variate.Categorical(r, say[z])
			next := variate.Categorical(r, move[z])
			if i < 299 {
				moves[z][next]++
			}
			z = next
		}
		e.exact(moves[2][0] / floats.Sum(moves[2][:]))
		e.wrong("of all words", moves[2][0]/300)
		e.wrong("the true probability", 0.65)
		e.wrong("a column for a row", moves[2][0]/(moves[0][0]+moves[1][0]+moves[2][0]))
		e.wrong("from a determiner to a verb", moves[0][2]/floats.Sum(moves[0][:]))
		e.wrong("from a verb to a noun", moves[2][1]/floats.Sum(moves[2][:]))
	})
	n.exercise("2", func(e *exercise) {
		share := func(i, j int) float64 {
			return overPaths(tiny, func(_ int, z []int) float64 { return 1 - math.Abs(float64(z[i]-z[j])) })
		}
		e.exact(share(1, 4))
		e.wrong("all paths alike", 0.5)
		e.wrong("counted from 0", share(2, 5))
		e.wrong("the sixth for the fifth", share(1, 5))
		one := func(i int) float64 {
			return overPaths(tiny, func(_ int, z []int) float64 { return float64(z[i]) })
		}
		e.wrong("as if independent", one(1)*one(4)+(1-one(1))*(1-one(4)))
		e.wrong("both have tag 1",
			overPaths(tiny, func(_ int, z []int) float64 { return float64(z[1] * z[4]) }))
	})
	n.exercise("3", func(e *exercise) {
		p0, p1 := pathJoint(tiny, []int{0, 1, 0, 1, 1, 1}), pathJoint(tiny, []int{0, 1, 1, 1, 1, 1})
		e.exact(p1 / (p0 + p1))
		e.wrong("tag 0", p0/(p0+p1))
		zero, word := 1.2/1.6*0.5*1.5/2, 0.2/4.6
		careless := word * 2.5 * 2.5 / 3 // the move that is made already is forgotten
		e.wrong("the move that counts already", careless/(zero+careless))
		denominator := word * 2.5 * 3.5 / 3
		e.wrong("the denominator that counts already", denominator/(zero+denominator))
		e.wrong("no move to the next word", word*2.5/(word*2.5+1.2/1.6*0.5))
		e.wrong("the word alone", word/(word+1.2/1.6))
	})
	n.exercise("4", func(e *exercise) {
		e.exact(likeliestPath(six))
		tags := 0.0
		for t := 1; t < 6; t++ {
			one := overPaths(six, func(_ int, z []int) float64 { return float64(z[t]) })
			tags += math.Round(one) * math.Pow(2, float64(t-1))
		}
		e.wrong("the most probable tags", tags)
		e.wrong("the small text of the notebook", likeliestPath(tiny))
		e.wrong("the first word counts", 2*likeliestPath(six))
		e.wrong("tags 0 and 1 exchanged", 31-likeliestPath(six))
	})
}
