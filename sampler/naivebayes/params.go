package naivebayes

import (
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// wordsEvery is the cadence of recording arrays with V columns: for most corpora, reading them
// takes longer than a sweep.
const wordsEvery = 10

type reader = func(p *problem, s *State, dst []float64)

// params is what a sampler records. Where θ is drawn, all variance of the log odds is in the draws.
func (p *problem) params(m method) []sampler.Param[State] {
	read := func(f reader) func(*State, []float64) {
		return func(s *State, dst []float64) { f(p, s, dst) }
	}
	pi, theta, logOdds, fresh := meanPi, meanTheta, meanLogOdds, newGivenLabels
	if m.theta {
		theta, logOdds, fresh = readTheta, readLogOdds, newGivenTheta
	}
	if m.pi {
		pi, fresh = readPi, newGivenBoth
	}
	n := len(p.docs)
	params := []sampler.Param[State]{
		{Name: "pi", Shape: []int{p.k}, Read: read(pi)},
		{Name: "size", Shape: []int{p.k}, Read: read(readSize)},
		{Name: "prob", Shape: []int{n, p.k}, Moments: true, Read: read(readProb)},
		{Name: "label", Shape: []int{n}, Moments: true, Read: read(readLabels)},
		{Name: "theta", Shape: []int{p.k, p.v}, Moments: true, Every: wordsEvery, Read: read(theta)},
		{Name: "log_odds", Shape: []int{p.k, p.v}, Moments: true, Every: wordsEvery, Read: read(logOdds)},
	}
	if !m.theta {
		params = append(params, sampler.Param[State]{Name: "log_odds_var",
			Shape: []int{p.k, p.v}, Moments: true, Every: wordsEvery, Read: read(varLogOdds)})
	}
	if p.prior.PiSpread > 0 {
		params = append(params, sampler.Scalar("pi_scale", func(s *State) float64 { return s.PiScale }))
	}
	if p.prior.ThetaSpread > 0 {
		params = append(params, sampler.Scalar("theta_scale", func(s *State) float64 {
			return s.ThetaScale
		}))
	}
	if m := len(p.fresh); m > 0 {
		params = append(params, sampler.Param[State]{Name: "log_new", Shape: []int{m, p.k},
			Every: wordsEvery, Read: func(s *State, dst []float64) {
				for i, doc := range p.fresh {
					for c := range p.k {
						dst[i*p.k+c] = fresh(s, doc, c)
					}
				}
			}})
	}
	return params
}

// Readers that all samplers share.

func readSize(_ *problem, s *State, dst []float64) {
	for c, n := range s.Docs {
		dst[c] = float64(n)
	}
}

func readProb(p *problem, s *State, dst []float64) {
	for d, prob := range s.Prob {
		copy(dst[d*p.k:], prob)
	}
}

func readLabels(_ *problem, s *State, dst []float64) {
	for d, label := range s.Labels {
		dst[d] = float64(label)
	}
}

// Readers of drawn quantities.

func readPi(_ *problem, s *State, dst []float64) {
	for c, lp := range s.LogPi {
		dst[c] = math.Exp(lp)
	}
}

func readTheta(p *problem, s *State, dst []float64) {
	for c, logTheta := range s.LogTheta {
		for w, lt := range logTheta {
			dst[c*p.v+w] = math.Exp(lt)
		}
	}
}

func readLogOdds(p *problem, s *State, dst []float64) {
	for c, logTheta := range s.LogTheta {
		copy(dst[c*p.v:], logTheta)
	}
	p.contrast(dst)
}

// contrast turns K × V logs into log odds: of each class against the mean log of the others.
func (p *problem) contrast(logs []float64) { p.addOthers(logs, -float64(p.k-1)) }

// addOthers adds to each of K × V numbers the sum of the other classes, over a divisor.
func (p *problem) addOthers(x []float64, divisor float64) {
	for w := range p.v {
		sum := 0.0
		for c := range p.k {
			sum += x[c*p.v+w]
		}
		for c := range p.k {
			x[c*p.v+w] += (sum - x[c*p.v+w]) / divisor
		}
	}
}

// Means and variances, given the labels, of the quantities that are integrated out.

func meanPi(p *problem, s *State, dst []float64) {
	total := s.piTotal()
	for c, n := range s.Docs {
		dst[c] = (s.GammaPi[c] + float64(n)) / total
	}
}

func meanTheta(p *problem, s *State, dst []float64) {
	for c, counts := range s.Words {
		total := s.GammaThetaSum + float64(s.Tokens[c])
		for w, n := range counts {
			dst[c*p.v+w] = (s.GammaTheta[w] + float64(n)) / total
		}
	}
}

func meanLogOdds(p *problem, s *State, dst []float64) {
	for c, counts := range s.Words {
		total := numeric.Digamma(s.GammaThetaSum + float64(s.Tokens[c]))
		for w, n := range counts {
			dst[c*p.v+w] = numeric.Digamma(s.GammaTheta[w]+float64(n)) - total
		}
	}
	p.contrast(dst)
}

// varLogOdds uses the fact that the classes are independent given the labels: the variance of log
// θ_kv is ψ′(γ_v + N_kv) − ψ′(γ· + N_k·).
func varLogOdds(p *problem, s *State, dst []float64) {
	for c, counts := range s.Words {
		total := numeric.Trigamma(s.GammaThetaSum + float64(s.Tokens[c]))
		for w, n := range counts {
			dst[c*p.v+w] = numeric.Trigamma(s.GammaTheta[w]+float64(n)) - total
		}
	}
	p.addOthers(dst, float64(p.k-1)*float64(p.k-1))
}

// New documents: log p(class, words | state).

func newGivenBoth(s *State, doc corpus.Doc, c int) float64 {
	return s.LogPi[c] + logWords(doc, s.LogTheta[c])
}

func newGivenTheta(s *State, doc corpus.Doc, c int) float64 {
	return math.Log((s.GammaPi[c]+float64(s.Docs[c]))/s.piTotal()) + logWords(doc, s.LogTheta[c])
}

func newGivenLabels(s *State, doc corpus.Doc, c int) float64 {
	return s.logPredictive(doc, c) - math.Log(s.piTotal())
}

// piTotal is the divisor of E[π | labels]: the sum of γ_π and the number of documents.
func (s *State) piTotal() float64 {
	total := float64(len(s.Labels))
	for _, g := range s.GammaPi {
		total += g
	}
	return total
}
