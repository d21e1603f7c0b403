package lda

import (
	"math"

	"gibbslab/internal/numeric"
)

// LogJoint returns log p(w, z | α, β), words and topics jointly, with θ and φ integrated out;
// natural logarithm, all constants included. It is recorded as lp__. MALLET and tomotopy print it,
// divided by the number of tokens, as "LL/token".
//
//	Σ_d [Σ_k log (α_k)_{n_dk} − log (Σα)_{n_d}]  +  Σ_k [Σ_w log (β)_{n_wk} − log (Vβ)_{n_k}]
//
// with (a)_n = a (a+1) … (a+n−1), the rising factorial.
func (s *State) LogJoint() float64 { return s.logTopics() + s.LogLikelihood() }

// LogLikelihood returns log p(w | z, β), the words given their topics, with φ integrated out: the
// second bracket of [State.LogJoint]. It is recorded as loglik. This is the log-likelihood of
// Griffiths & Steyvers (2004, eq. 2).
func (s *State) LogLikelihood() float64 {
	if s.tokens == nil {
		return 0
	}
	beta := &s.tables.beta
	beta.fill(s.Beta, 1024)
	sum := 0.0
	for i, w := range s.tokens.words {
		own := s.guide.row(int(w))
		for _, k := range s.topicsOfWord(i) {
			if own != nil {
				sum += numeric.LogRising(own[k], int(s.n[k]))
			} else {
				sum += beta.at(s.n[k])
			}
			s.n[k] = 0
		}
	}
	for k, n := range s.nk {
		if n > 0 {
			sum -= numeric.LogRising(s.betaSum(k), int(n))
		}
	}
	return sum
}

// logTopics is log p(z | α).
func (s *State) logTopics() float64 {
	if s.tokens == nil {
		return 0
	}
	if g, ok := s.kernel.(*authored); ok {
		return g.logTopics(s)
	}
	if s.rows != nil {
		return s.logTopicsByRow()
	}
	alpha := s.tables.forAlpha(s.Alpha)
	total, sum := sum(s.Alpha), 0.0
	for d, length := range s.tokens.length {
		for _, k := range s.topicsOfDoc(d) {
			sum += alpha[min(int(k), len(alpha)-1)].at(s.n[k])
			s.n[k] = 0
		}
		sum -= numeric.LogRising(total, int(length))
	}
	return sum
}

// logTopicsByRow is log p(z | α) if documents have different α.
func (s *State) logTopicsByRow() (sum float64) {
	for d, length := range s.tokens.length {
		alpha, total := s.alphaOf(d)
		for _, k := range s.topicsOfDoc(d) {
			sum += numeric.LogRising(alpha[k], int(s.n[k]))
			s.n[k] = 0
		}
		sum -= numeric.LogRising(total, int(length))
	}
	return sum
}

// A rising is a table of log a (a+1) … (a+n−1) for small n.
type rising struct {
	a     float64
	table []float64
}

func (t *rising) fill(a float64, size int) {
	if t.a == a {
		return
	}
	if t.table == nil {
		t.table = make([]float64, size)
	}
	t.a = a
	for n := 1; n < len(t.table); n++ {
		t.table[n] = t.table[n-1] + math.Log(a+float64(n-1))
	}
}

func (t *rising) at(n int32) float64 {
	if int(n) < len(t.table) {
		return t.table[n]
	}
	return numeric.LogRising(t.a, int(n))
}

// tables are the risings of the current concentrations: one for each topic, or one for all if they
// are equal.
type tables struct {
	alpha []rising
	beta  rising
}

func (t *tables) forAlpha(alpha []float64) []rising {
	n, size := 1, 1024
	for _, a := range alpha {
		if a != alpha[0] {
			n, size = len(alpha), 32
			break
		}
	}
	if len(t.alpha) != n {
		t.alpha = make([]rising, n)
	}
	for k := range t.alpha {
		t.alpha[k].fill(alpha[k], size)
	}
	return t.alpha
}
