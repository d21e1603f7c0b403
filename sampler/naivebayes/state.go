package naivebayes

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
)

// State is the state of a chain. N documents, K classes, V words. Fields that a sampler integrates
// out are nil. Fields are exported for inspection. Do not write to them, except in a block of your
// own that keeps the counts right.
type State struct {
	Labels []int // N: the class of each document
	// N × K: the conditional probabilities from which the label was last drawn; 0 and 1 if it is
	// known
	Prob [][]float64

	Docs   []int     // K: documents of the class
	Words  [][]int32 // K × V: how often the word occurs in the documents of the class
	Tokens []int     // K: words of the class, repetitions counted

	LogPi    []float64   // K: log π; nil if integrated out
	LogTheta [][]float64 // K × V: log θ; nil if integrated out

	PiScale, ThetaScale float64   // the sampled scales of γ_π and γ_θ; 1 if fixed
	GammaPi, GammaTheta []float64 // K and V: the concentrations, scaled
	GammaThetaSum       float64   // the sum of GammaTheta

	scratch []float64 // working memory
}

// newState starts a chain. It draws scales from the hyperprior, π from the prior, labels from π or
// from Data.Start, and, if they are drawn at all, π and θ from their conditionals given the labels.
func (p *problem) newState(r *rand.Rand, pi, theta bool) *State {
	s := p.empty()
	if p.prior.PiSpread > 0 {
		s.PiScale = drawScale(r, p.prior.PiSpread)
	}
	if p.prior.ThetaSpread > 0 {
		s.ThetaScale = drawScale(r, p.prior.ThetaSpread)
	}
	p.setPiScale(s, s.PiScale)
	p.setThetaScale(s, s.ThetaScale)
	p.startLabels(r, s)
	if pi {
		s.LogPi = make([]float64, p.k)
		drawPi(r, s)
	}
	if theta {
		for range p.k {
			s.LogTheta = append(s.LogTheta, make([]float64, p.v))
		}
		drawTheta(r, s)
	}
	return s
}

// stateBytes is the memory of a state: counts of words by class, log θ if it is drawn, scales, and
// the probabilities of the labels.
func (p *problem) stateBytes(theta bool) float64 {
	k, v := float64(p.k), float64(p.v)
	bytes := 4*k*v + 16*v + 8*k*float64(len(p.docs))
	if theta {
		bytes += 8 * k * v
	}
	return bytes
}

// empty is a state with no document counted, and scales of 1.
func (p *problem) empty() *State {
	s := &State{
		Labels: make([]int, len(p.docs)), Docs: make([]int, p.k), Tokens: make([]int, p.k),
		GammaPi: make([]float64, p.k), GammaTheta: make([]float64, p.v),
		scratch: make([]float64, max(p.k, p.v)),
	}
	for range p.k {
		s.Words = append(s.Words, make([]int32, p.v))
	}
	for range p.docs {
		s.Prob = append(s.Prob, make([]float64, p.k))
	}
	p.setPiScale(s, 1)
	p.setThetaScale(s, 1)
	return s
}

// startLabels draws the unknown labels and counts all documents.
func (p *problem) startLabels(r *rand.Rand, s *State) {
	pi := make([]float64, p.k)
	variate.Dirichlet(r, s.GammaPi, pi)
	for d, label := range p.labels {
		from := pi
		switch {
		case label != Unlabelled:
			clear(s.Prob[d])
			s.Prob[d][label] = 1
			p.add(s, d, label)
			continue
		case p.start != nil:
			from = p.start[d]
		}
		for c := range from {
			s.Prob[d][c] = math.Log(from[c])
		}
		normalise(s.Prob[d])
		p.add(s, d, pick(r, s.Prob[d]))
	}
}

// add counts document d into class c, its label.
func (p *problem) add(s *State, d, c int) {
	s.Labels[d] = c
	s.Docs[c]++
	s.Tokens[c] += p.tokens[d]
	counts := s.Words[c]
	for _, w := range p.docs[d] {
		counts[w.Word] += w.N
	}
}

// remove takes document d out of the counts of its class.
func (p *problem) remove(s *State, d int) {
	c := s.Labels[d]
	s.Docs[c]--
	s.Tokens[c] -= p.tokens[d]
	counts := s.Words[c]
	for _, w := range p.docs[d] {
		counts[w.Word] -= w.N
	}
}

// pick draws a class with these probabilities. It uses one uniform number: class 0 is drawn if the
// number is below the probability of class 0, and so on.
func pick(r *rand.Rand, prob []float64) int {
	if draws.Of(r) != nil {
		return variate.Categorical(r, prob)
	}
	u, cumulated := r.Float64(), 0.0
	for c, p := range prob {
		cumulated += p
		if u < cumulated {
			return c
		}
	}
	last := len(prob) - 1 // rounding has left the sum below 1
	for last > 0 && prob[last] == 0 {
		last--
	}
	return last
}

// normalise turns logs of weights into probabilities.
func normalise(logs []float64) {
	top := slices.Max(logs)
	sum := 0.0
	for c, l := range logs {
		logs[c] = 1
		if l != top {
			logs[c] = math.Exp(l - top)
		}
		sum += logs[c]
	}
	for c := range logs {
		logs[c] /= sum
	}
}
