package lda

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math/rand/v2"
	"slices"
)

// State is the state of a chain: the topic of each token, and the current concentrations. A sampler
// keeps counts beside them. The methods give these counts and the estimates that follow from them,
// in the same way for all samplers.
type State struct {
	// Alpha, one for each topic, and Beta come from the prior, or are the last learnt values. With
	// [Prior.By], Alpha is the mean over the documents.
	Alpha []float64
	Beta  float64

	plan   *plan // of the model whose kernel this is; nil for a state that was decoded
	tokens *tokens
	guide  *guide   // nil if all words have Beta
	z      []uint16 // topic of each token, in the order of tokens
	nk     []int32  // tokens of each topic
	kernel kernel
	tables tables
	n      []int32  // scratch, K zeros
	occur  []uint16 // scratch, the topics that n counts
	hist   histograms
	sweeps int // of Optimise

	rows       *docRows    // of Prior.By; nil if all documents have Alpha
	alphas     []float64   // α of each row, rows × K
	totals     []float64   // their sums
	masked     int         // of Labels: the row whose α is in alphas
	lambda     []float64   // of Covariates: K × columns
	sds        [2]float64  // of Covariates: of the priors of intercepts and other coefficients
	regression *regression // scratch of Covariates

	gamma   float64 // of HDP
	tableOf []int   // scratch of HDP: tables of each topic
}

// A kernel is a way of sampling: it keeps the counts that it needs, and sweeps.
type kernel interface {
	// sweep draws the topic of each token. Before, a token may have none.
	sweep(r *rand.Rand, s *State) error
	// recount makes the kernel's counts and s.nk agree with s.z; tokens may be without a topic. For
	// a chain that is resumed, lists is the result of saved; otherwise it is nil.
	recount(s *State, lists []uint32)
	// saved is whatever, besides s.z, recount needs to go on bit for bit; nil for nothing.
	saved() []uint32
	// addDoc adds to n how often each topic occurs in a document, and addWord how often word i of
	// those that occur has each topic. If n was 0 they append the topics that occur to topics, in no
	// particular order.
	addDoc(s *State, d int, n []int32, topics []uint16) []uint16
	addWord(s *State, i int, n []int32, topics []uint16) []uint16
}

// newState is a state in which no token has a topic.
func (m *plan) newState() *State {
	s := &State{Alpha: slices.Clone(m.prior.Alpha), Beta: m.prior.Beta,
		z: slices.Repeat([]uint16{none}, len(m.tokens.other))}
	s.attach(m)
	s.kernel.recount(s, nil)
	return s
}

// scatter gives each token a random topic, all equally probable.
func (s *State) scatter(r *rand.Rand) {
	if s.rows != nil && s.rows.topics != nil {
		s.scatterAmong(r)
	} else {
		for i := range s.z {
			s.z[i] = uint16(r.IntN(s.plan.prior.K))
		}
	}
	s.kernel.recount(s, nil)
	if s.plan.hdp != nil {
		s.adopt()
	}
}

// Assignments returns the topics of the tokens, document by document: the words of a document in
// increasing order, as in its [corpus.Doc], with one entry for each occurrence of a word.
func (s *State) Assignments() [][]uint16 {
	if s.tokens == nil {
		return nil
	}
	all := make([][]uint16, s.tokens.docs)
	for d := range all {
		all[d] = make([]uint16, 0, s.tokens.length[d])
	}
	s.tokens.each(func(token, doc, _ int) { all[doc] = append(all[doc], s.z[token]) })
	return all
}

// assign is the reverse of Assignments. Then the kernel has to count again.
func (s *State) assign(all [][]uint16) {
	next := make([]int, len(all))
	s.tokens.each(func(token, doc, _ int) {
		s.z[token] = all[doc][next[doc]]
		next[doc]++
	})
}

// DocTopics adds to n, of length K, how many tokens of document d have each topic. It adds nothing
// if there is no such document, or if n is shorter.
func (s *State) DocTopics(d int, n []int32) {
	if s.tokens != nil && 0 <= d && d < s.tokens.docs && len(n) >= len(s.Alpha) {
		s.kernel.addDoc(s, d, n, nil)
	}
}

// WordTopics adds to n, of length K, how often word w has each topic. It adds nothing if there is
// no such word, or if n is shorter.
func (s *State) WordTopics(w int, n []int32) {
	if s.tokens != nil && 0 <= w && w < s.tokens.v && len(n) >= len(s.Alpha) {
		if i, occurs := s.tokens.find(w); occurs {
			s.kernel.addWord(s, i, n, nil)
		}
	}
}

// Phi writes E(φ | z), the words of each topic, into dst: K × V numbers, row by row. Each row sums
// to one.
//
//	φ_kw = (n_wk + β) / (n_k + Vβ)
//
// With [Prior.Guide], β_kw replaces β and Σ_w β_kw replaces Vβ. It writes nothing into a slice of
// another length. An [HDP] may have more than K topics: the others are left out.
func (s *State) Phi(dst []float64) {
	if s.tokens == nil || len(dst) != s.plan.prior.K*s.tokens.v {
		return
	}
	v := s.tokens.v
	for k := range s.plan.prior.K {
		all := float64(s.nk[k]) + s.betaSum(k)
		unseen := s.Beta / all
		row := dst[k*v : (k+1)*v]
		for w := range row {
			row[w] = unseen
		}
		if s.guide != nil {
			for w, beta := range s.guide.beta {
				row[w] = beta[k] / all
			}
		}
	}
	for i, word := range s.tokens.words {
		w := int(word)
		for _, k := range s.topicsOfWord(i) {
			k := int(k)
			if k < s.plan.prior.K {
				dst[k*v+w] = (float64(s.n[k]) + s.betaOf(k, w)) / (float64(s.nk[k]) + s.betaSum(k))
			}
			s.n[k] = 0
		}
	}
}

// Theta writes E(θ | z), the topics of each document, into dst: documents × K numbers, row by row.
// Each row sums to one.
//
//	θ_dk = (n_dk + α_k) / (n_d + Σα)
//
// It writes nothing into a slice of another length. An [HDP] may have more than K topics: the
// others are left out, and then the rows sum to less.
func (s *State) Theta(dst []float64) {
	if s.tokens == nil || len(dst) != s.plan.prior.K*s.tokens.docs {
		return
	}
	if g, ok := s.kernel.(*authored); ok {
		g.thetaOfDocs(s, dst)
		return
	}
	k := s.plan.prior.K
	for d, length := range s.tokens.length {
		s.kernel.addDoc(s, d, s.n, nil)
		alpha, sum := s.alphaOf(d)
		scale := 1 / (float64(length) + sum)
		for j, n := range s.n[:k] {
			dst[d*k+j] = (float64(n) + alpha[j]) * scale
		}
		clear(s.n)
	}
}

// savedState is a State in a checkpoint. Counts are rebuilt from it, except for the part that a
// kernel asks to save.
type savedState struct {
	Alpha  []float64
	Beta   float64
	Z      []uint16
	Lists  []uint32
	Sweeps int
	Gamma  float64
	Lambda []float64
	SDs    [2]float64
}

// GobEncode lets a chain be saved.
func (s *State) GobEncode() ([]byte, error) {
	if s.kernel == nil {
		return nil, errors.New("lda: this State belongs to no model: take one from a chain")
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(
		savedState{s.Alpha, s.Beta, s.z, s.kernel.saved(), s.sweeps, s.gamma, s.lambda, s.sds})
	return b.Bytes(), err
}

// GobDecode is the reverse of [State.GobEncode]. The state is usable after the first sweep of a
// model of the same corpus and prior, which [sampler.Run] makes.
func (s *State) GobDecode(data []byte) error {
	var saved savedState
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&saved); err != nil {
		return err
	}
	*s = State{Alpha: saved.Alpha, Beta: saved.Beta, z: saved.Z, sweeps: saved.Sweeps,
		gamma: saved.Gamma, lambda: saved.Lambda, sds: saved.SDs, kernel: &resumed{lists: saved.Lists}}
	return nil
}

// resumed is the placeholder kernel of a state that was decoded and is not attached yet.
type resumed struct {
	kernel
	lists []uint32
}

func (r *resumed) saved() []uint32 { return r.lists }
