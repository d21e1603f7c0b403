package naivebayes

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
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

// These are the factors of the joint density. Each sampler adds the factors of the quantities that
// it draws.

// logPi is log p(π) p(L | π): equations (17) and (21).
func (p *problem) logPi(s *State) float64 {
	sum := logDirichletNorm(1, s.GammaPi)
	for c, lp := range s.LogPi {
		sum += (s.GammaPi[c] - 1 + float64(s.Docs[c])) * lp
	}
	return sum
}

// logTheta is log p(θ) p(words | L, θ): equations (22) and (27).
func (p *problem) logTheta(s *State) float64 {
	sum := float64(p.k) * logDirichletNorm(1, s.GammaTheta)
	for c, logTheta := range s.LogTheta {
		for w, lt := range logTheta {
			sum += (s.GammaTheta[w] - 1 + float64(s.Words[c][w])) * lt
		}
	}
	return sum
}

// logCounts is log p(words | L), θ integrated out.
func (p *problem) logCounts(s *State) float64 {
	sum := 0.0
	for _, counts := range s.Words {
		sum += logPolya(1, s.GammaTheta, counts)
	}
	return sum
}

// logScales is the log hyperprior of the scales, densities in log s.
func (p *problem) logScales(s *State) float64 {
	sum := 0.0
	if spread := p.prior.PiSpread; spread > 0 {
		sum += logSpread(math.Log(s.PiScale), spread)
	}
	if spread := p.prior.ThetaSpread; spread > 0 {
		sum += logSpread(math.Log(s.ThetaScale), spread)
	}
	return sum
}

// logDirichletNorm is the log of the constant of a Dirichlet density with scaled concentrations,
// Γ(Σ γ)/Π Γ(γ). Equal neighbours share one log-gamma.
func logDirichletNorm(scale float64, gamma []float64) float64 {
	total, sum, last, lg := 0.0, 0.0, math.NaN(), 0.0
	for _, g := range gamma {
		g *= scale
		total += g
		if g != last {
			last = g
			lg, _ = math.Lgamma(g)
		}
		sum -= lg
	}
	lg, _ = math.Lgamma(total)
	return sum + lg
}

// Products are turned into a logarithm when they leave [tiny, huge]: one logarithm for dozens of
// factors, instead of one for each factor or two log-gammas.
const (
	tiny, huge    = 1e-150, 1e150
	risingFactors = 64 // numeric.LogRising is for more
)

// logPolya is the logarithm of Π_i γ_i (γ_i+1) … (γ_i+n_i−1) / [γ (γ+1) … (γ+n−1)], where γ_i is
// scale times gamma[i], γ = Σ γ_i and n = Σ n_i. It is the probability of draws with these counts,
// with their probabilities integrated out. If all γ_i are equal, equal counts share their factors.
func logPolya[N int | int32](scale float64, gamma []float64, counts []N) float64 {
	sum, total, n := 0.0, 0.0, 0
	even := !slices.ContainsFunc(gamma, func(g float64) bool { return g != gamma[0] })
	var times [risingFactors + 1]int // of each count
	for i, count := range counts {
		g := scale * gamma[i]
		total += g
		n += int(count)
		if even && count <= risingFactors {
			times[count]++
		} else {
			sum += numeric.LogRising(g, int(count))
		}
	}
	above := 0 // how many counts have the factor γ_0+j
	for j := risingFactors - 1; j >= 0; j-- {
		if above += times[j+1]; above > 0 {
			sum += float64(above) * math.Log(scale*gamma[0]+float64(j))
		}
	}
	return sum - numeric.LogRising(total, n)
}
