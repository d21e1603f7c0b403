package exercises

import (
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// toyCopy is the toy of four documents with three tokens each, as one processor sees it.
type toyCopy struct {
	dk [4][2]float64
	kv [2][3]float64
	k  [2]float64
}

var toyWords = []int{0, 0, 1, 1, 1, 2, 0, 2, 2, 0, 0, 0}

func (s *toyCopy) add(i, k int, n float64) {
	s.dk[i/3][k] += n
	s.kv[k][toyWords[i]] += n
	s.k[k] += n
}

// togetherIn is the share of sweeps in which tokens 0 and 9 have the same topic, when processors
// with copies redraw the documents.
func togetherIn(seed uint64, sweeps int, processor [4]int) (share float64) {
	var z [12]int
	r, p := sampler.Stream("apart", seed, 0), make([]float64, 2)
	for range sweeps {
		z = toySweep(r, z, processor, p)
		if z[0] == z[9] {
			share += 1 / float64(sweeps)
		}
	}
	return share
}

func toySweep(r *rand.Rand, z [12]int, processor [4]int, p []float64) [12]int {
	var copies [2]toyCopy
	for i, k := range z {
		copies[0].add(i, k, 1)
	}
	copies[1] = copies[0]
	for i, old := range z {
		s := &copies[processor[i/3]]
		s.add(i, old, -1)
		for k := range p {
			p[k] = (s.dk[i/3][k] + 0.5) * (s.kv[k][toyWords[i]] + 0.3) / (s.k[k] + 3*0.3)
		}
		z[i] = variate.Categorical(r, p)
		s.add(i, z[i], 1)
	}
	return z
}

func TestTenMillionTokens(t *testing.T) {
	n := open(t, "16_ten_million_tokens")
	q0, q1 := (3+0.3)/(9+3*0.3), (2+0.3)/(2+3*0.3)
	n.exercise("1", func(e *exercise) {
		e.exact(96, 96*8/64.)
		e.wrong("topics are neighbours in the plain loop", 12, 12)
		e.wrong("64 numbers in a line", 96, 2)
		e.wrong("a line for each count", 96, 96)
		e.wrong("float32", 96, 96*4/64.)
	})
	n.exercise("2", func(e *exercise) {
		e.exact(500*10+2*50_000, 96./16)
		e.wrong("one quotient for each token", 500*10+50_000, 6)
		e.wrong("none when a document begins", 2*50_000, 6)
		e.wrong("the plain loop", 500_000, 6)
		e.wrong("a sum for each topic", 500*10+2*50_000, 96)
		e.wrong("sixteen blocks", 500*10+2*50_000, 16)
	})
	n.exercise("3", func(e *exercise) {
		own, common := 2*q1, 0.5*(q0+q1)
		e.exact(common / (own + common))
		e.wrong("the other part", own/(own+common))
		e.wrong("no quotients", 1./3)
		with := (3 + 0.3) / (3 + 3*0.3)
		e.wrong("the token is not taken out", 0.5*(q0+with)/(3*with+0.5*(q0+with)))
		e.wrong("no α", (q0+q1)/(2*q1+q0+q1))
	})
	n.exercise("4", func(e *exercise) {
		weigh := func(zero, one float64) float64 { return one / (zero + one) }
		e.exact(weigh(0.5*0.5, 2.5*0.6))
		e.wrong("the counts of words as well", weigh(0.5*0.5*q0, 2.5*0.6*q1))
		e.wrong("no α", weigh(0*0.5, 2*0.6))
		e.wrong("still collapsed", weigh(0.5*q0, 2.5*q1))
		e.wrong("no word", weigh(0.5, 2.5))
		e.wrong("the token is not taken out", weigh(0.5*0.5, 3.5*0.6))
	})
	n.exercise("5", func(e *exercise) {
		e.slow()
		e.right(func(seed uint64) float64 { return togetherIn(seed, 200_000, [4]int{0, 1, 1, 0}) })
		e.wrong("the cut of the notebook", togetherIn(1, 200_000, [4]int{0, 0, 1, 1}))
		e.wrong("one processor", togetherIn(1, 200_000, [4]int{}))
		e.wrong("documents 0 and 2", togetherIn(1, 200_000, [4]int{0, 1, 0, 1}))
		e.wrong("another pair of tokens' share", 1-togetherIn(1, 200_000, [4]int{0, 1, 1, 0}))
	})
}
