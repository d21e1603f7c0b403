package naivebayes

import (
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Collapsed returns the sampler that draws labels only, with both π and θ integrated out. It has
// one block, and scales if they are sampled:
//
//	labels  L_d | L_−d   p(L_d = k) ∝ (C_k + γ_πk) Π_v (γ_θv + N_kv)^[n_dv] / (γ_θ· + N_k·)^[n_d·]
//
// Here x^[n] = x (x+1) … (x+n−1) is the rising factorial. All counts are without document d, and a
// dot is a sum over the words. Section 2.6 of the paper leaves this sampler aside, because gamma
// functions remain if a document has more than one word. But they appear in ratios, Γ(x+n)/Γ(x) =
// x^[n], and a document costs one multiplication per word and class. With no θ in between, labels
// move quickly: prefer this sampler.
//
// It records pi and theta as their means given the labels (which have less noise than draws),
// log_odds and log_odds_var as mean and variance given the labels, and the rest as for
// [Prior.Explicit]. lp__ is log p(words, labels).
func (p Prior) Collapsed(d Data) (sampler.Model[State], error) {
	return p.model(d, method{label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c], s.scratch[c] = s.predictive(p.docs[d], c)
		}
		normaliseProducts(s.Prob[d], s.scratch)
	}})
}

// predictive is the probability of class c and a document's words, in order, given the labels and
// words of the other documents, up to a factor that all classes share. It is returned as a product
// and the log of a further factor. Numerator and denominator are multiplied; logarithms are taken
// only when one of them leaves [tiny, huge]. For documents of 25 words that hardly ever happens,
// and for long ones about every 30 words.
func (s *State) predictive(doc corpus.Doc, c int) (product, log float64) {
	gamma, counts := s.GammaTheta, s.Words[c][:len(s.GammaTheta)]
	above, below := s.GammaPi[c]+float64(s.Docs[c]), 1.0
	total := s.GammaThetaSum + float64(s.Tokens[c])
	for _, w := range doc {
		x := gamma[w.Word] + float64(counts[w.Word])
		if w.N > risingFactors {
			log += numeric.LogRising(x, int(w.N)) - numeric.LogRising(total, int(w.N))
			total += float64(w.N)
			continue
		}
		for range w.N {
			above *= x
			below *= total
			x++
			total++
			if above > huge || above < tiny || below > huge || below < tiny {
				log += math.Log(above) - math.Log(below)
				above, below = 1, 1
			}
		}
	}
	return above / below, log
}

// logPredictive is the logarithm of predictive.
func (s *State) logPredictive(doc corpus.Doc, c int) float64 {
	product, log := s.predictive(doc, c)
	return math.Log(product) + log
}

// normaliseProducts turns weights, products times e^logs, into probabilities.
func normaliseProducts(products, logs []float64) {
	sum := 0.0
	for c, p := range products {
		sum += p
		if logs[c] != 0 {
			for c := range products {
				products[c] = math.Log(products[c]) + logs[c]
			}
			normalise(products)
			return
		}
	}
	for c := range products {
		products[c] /= sum
	}
}

// CollapsedPi returns the sampler of the paper: π is integrated out, θ is drawn. Its blocks, in
// this order:
//
//	labels  L_d | L_−d, θ   p(L_d = k) ∝ (C_k + γ_πk) Π_v θ_kv^(n_dv):  equation (49), C_k
//	                        without document d
//	theta   θ_k | L         Dirichlet(γ_θ + N_k):                     equation (51)
//
// and scales if they are sampled. The labels now depend on each other, through C. (With γ_π = 1, a
// class that has lost all its documents has weight 1 and can return. If the document is taken out
// of the counts and 1 is subtracted as well, the weight is 0 and the class is lost for ever.)
//
// It records theta, as drawn, pi as its mean given the labels, and the rest as for
// [Prior.Explicit]. lp__ is log p(words, labels, θ), equation (40) with its constants.
func (p Prior) CollapsedPi(d Data) (sampler.Model[State], error) {
	return p.model(d, method{theta: true, label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c] = math.Log(s.GammaPi[c]+float64(s.Docs[c])) + logWords(p.docs[d], s.LogTheta[c])
		}
		normalise(s.Prob[d])
	}})
}

// Explicit returns the sampler that draws everything and integrates nothing out. Its blocks, in
// this order:
//
//	labels  L_d | π, θ    p(L_d = k) ∝ π_k Π_v θ_kv^(n_dv),  for each document with an unknown label
//	pi      π | L         Dirichlet(γ_π + C),                C_k documents of class k: equation (30)
//	theta   θ_k | L       Dirichlet(γ_θ + N_k),              N_kv words v in class k:  equation (32)
//
// and scales if they are sampled ([Prior]). Given π and θ the labels are independent; given the
// labels, π and θ are independent. This is easy to understand. But it moves slowly if θ_k has
// thousands of words and few documents, because each θ was drawn to fit the previous labels.
//
// It records pi and theta, as drawn, log_odds, and what all three samplers record: see [Summarize].
// lp__ is log p(words, labels, π, θ), with densities on the simplex, and in log s for a scale s.
// Words count as a sequence: there is no multinomial coefficient.
func (p Prior) Explicit(d Data) (sampler.Model[State], error) {
	return p.model(d, method{pi: true, theta: true, label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c] = s.LogPi[c] + logWords(p.docs[d], s.LogTheta[c])
		}
		normalise(s.Prob[d])
	}})
}

// logWords is the log probability of a document's words, in order: Σ n_v log θ_v, equation (25).
func logWords(doc corpus.Doc, logTheta []float64) float64 {
	sum := 0.0
	for _, w := range doc {
		sum += float64(w.N) * logTheta[w.Word]
	}
	return sum
}

func drawPi(r *rand.Rand, s *State) {
	alpha := s.scratch[:len(s.Docs)]
	for c := range alpha {
		alpha[c] = s.GammaPi[c] + float64(s.Docs[c])
	}
	variate.LogDirichlet(r, alpha, s.LogPi)
}

func drawTheta(r *rand.Rand, s *State) {
	alpha := s.scratch[:len(s.GammaTheta)]
	for c := range s.LogTheta {
		for w := range alpha {
			alpha[w] = s.GammaTheta[w] + float64(s.Words[c][w])
		}
		variate.LogDirichlet(r, alpha, s.LogTheta[c])
	}
}

// A method is one of the three samplers. π and θ are drawn, or integrated out.
type method struct {
	pi, theta bool // drawn
	// label fills s.Prob[d] with the probabilities of the label of document d, which is not counted.
	label func(p *problem, s *State, d int)
}

func (p Prior) model(d Data, m method) (sampler.Model[State], error) {
	pr, err := p.problem(d)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	blocks := []sampler.Block[State]{sampler.Update("labels", func(r *rand.Rand, s *State) {
		for _, d := range pr.free {
			pr.remove(s, d)
			m.label(pr, s, d)
			pr.add(s, d, pick(r, s.Prob[d]))
		}
	})}
	// log p(L), π integrated out: equation (39)
	logPi := func(s *State) float64 { return logPolya(1, s.GammaPi, s.Docs) }
	ofPi := likelihood(piGivenLabels)
	if m.pi {
		blocks = append(blocks, sampler.Update("pi", drawPi))
		logPi, ofPi = pr.logPi, piGivenPi
	}
	logWords, ofTheta := pr.logCounts, likelihood(thetaGivenLabels)
	if m.theta {
		blocks = append(blocks, sampler.Update("theta", drawTheta))
		logWords, ofTheta = pr.logTheta, thetaGivenTheta
	}
	return sampler.Model[State]{
		Init:     func(r *rand.Rand) (*State, error) { return pr.newState(r, m.pi, m.theta), nil },
		Blocks:   append(blocks, pr.scaleBlocks(ofPi, ofTheta)...),
		Params:   pr.params(m),
		LogJoint: func(s *State) float64 { return logPi(s) + logWords(s) + pr.logScales(s) },
		Data:     pr,

		StateBytes: pr.stateBytes(m.theta),
	}, nil
}
