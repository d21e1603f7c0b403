package lda

import "math/rand/v2"

// dense is the kernel of [Dense]. It holds the counts as float64, which saves a conversion at each
// use.
type dense struct {
	ndk, nwk, nk []float64 // documents × K, words × K, K
	cum          []float64 // scratch: cumulative weights
	common       []float64 // β of a word in each topic, except for the words of Prior.Guide
	vBeta        []float64 // Σ_w β_kw
}

func newDense(m *plan) kernel {
	t, topics := m.tokens, m.prior.K
	floats := func(n int) []float64 { return make([]float64, n) }
	return &dense{ndk: floats(t.docs * topics), nwk: floats(t.v * topics), nk: floats(topics),
		cum: floats(topics), common: floats(topics), vBeta: floats(topics)}
}

// sweep draws the topic of each token from its full conditional. In the first sweep, the sequential
// start, tokens have no topic yet.
func (g *dense) sweep(r *rand.Rand, s *State) error {
	topics := len(s.Alpha)
	vBeta := g.vBeta[:topics]
	nk, cum := g.nk[:topics], g.cum[:topics]
	for k := range vBeta {
		vBeta[k], g.common[k] = s.betaSum(k), s.Beta
	}
	for d := range s.tokens.docs {
		nd := g.ndk[d*topics:][:topics]
		alpha, _ := s.alphaOf(d)
		for i := s.tokens.start[d]; i < s.tokens.start[d+1]; i++ {
			w := int(s.tokens.other[i])
			nw, beta := g.nwk[w*topics:][:topics], g.common[:topics]
			if own := s.guide.row(w); own != nil {
				beta = own[:topics]
			}
			if z := s.z[i]; z != none {
				nd[z]--
				nw[z]--
				nk[z]--
			}
			sum := 0.0
			for k, a := range alpha {
				sum += (nd[k] + a) * (nw[k] + beta[k]) / (nk[k] + vBeta[k])
				cum[k] = sum
			}
			u, z := r.Float64()*sum, 0
			for cum[z] <= u {
				z++
			}
			s.z[i] = uint16(z)
			nd[z]++
			nw[z]++
			nk[z]++
		}
	}
	for k, n := range nk {
		s.nk[k] = int32(n)
	}
	return nil
}

func (g *dense) recount(s *State, _ []uint32) {
	topics := len(s.Alpha)
	clear(g.ndk)
	clear(g.nwk)
	clear(g.nk)
	s.tokens.each(func(token, doc, word int) {
		if z := int(s.z[token]); z != none {
			g.ndk[doc*topics+z]++
			g.nwk[word*topics+z]++
			g.nk[z]++
		}
	})
	for k, n := range g.nk {
		s.nk[k] = int32(n)
	}
}

func (g *dense) saved() []uint32 { return nil }

func (g *dense) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	return addCounts(n[:len(s.Alpha)], g.ndk[d*len(s.Alpha):], topics)
}

func (g *dense) addWord(s *State, i int, n []int32, topics []uint16) []uint16 {
	w := int(s.tokens.words[i])
	return addCounts(n[:len(s.Alpha)], g.nwk[w*len(s.Alpha):], topics)
}
