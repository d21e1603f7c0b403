package naivebayes

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A wrong block is one mistake: the samplers (of models) and the block that contain it.
type wrongBlock struct {
	name, sampler, block string
	update               func(p *problem) func(r *rand.Rand, s *State) error
}

// mutantsOf lists the mutants of a sampler in the form of package verify.
func mutantsOf(sampled string) []verify.Mutant[State, Data] {
	var list []verify.Mutant[State, Data]
	for _, w := range wrongBlocks {
		if w.sampler != sampled {
			continue
		}
		list = append(list, verify.Mutant[State, Data]{Name: w.name, Block: w.block,
			Model: func(d Data) (sampler.Model[State], error) {
				m, err := models[sampled](smallPrior, d)
				if err != nil {
					return m, err
				}
				p, err := smallPrior.problem(d)
				if err != nil {
					return m, err
				}
				return verify.Replace(m, w.block, w.update(p))
			}})
	}
	return list
}

// labelled is a labels block with these logs of weights. If late is set, the document is taken out
// of the counts only after they are computed.
func labelled(
	late bool, logWeight func(p *problem, s *State, d, c int) float64,
) func(p *problem) func(r *rand.Rand, s *State) error {
	return func(p *problem) func(r *rand.Rand, s *State) error {
		return func(r *rand.Rand, s *State) error {
			for _, d := range p.free {
				if !late {
					p.remove(s, d)
				}
				for c := range p.k {
					s.Prob[d][c] = logWeight(p, s, d, c)
				}
				if late {
					p.remove(s, d)
				}
				normalise(s.Prob[d])
				p.add(s, d, pick(r, s.Prob[d]))
			}
			return nil
		}
	}
}

// simply is a block that does not need the problem.
func simply(f func(r *rand.Rand, s *State)) func(p *problem) func(r *rand.Rand, s *State) error {
	return func(*problem) func(r *rand.Rand, s *State) error {
		return func(r *rand.Rand, s *State) error { f(r, s); return nil }
	}
}

// piScaled is a pi_scale block with this log density of log s.
func piScaled(
	logDensity func(p *problem, s *State, x float64) float64,
) func(p *problem) func(r *rand.Rand, s *State) error {
	return func(p *problem) func(r *rand.Rand, s *State) error {
		return func(r *rand.Rand, s *State) error {
			x := slice(r, math.Log(s.PiScale), func(x float64) float64 { return logDensity(p, s, x) })
			p.setPiScale(s, math.Exp(x))
			return nil
		}
	}
}

// scaled is a theta_scale block with this log density of log s.
func scaled(
	logDensity func(p *problem, s *State, x float64) float64,
) func(p *problem) func(r *rand.Rand, s *State) error {
	return func(p *problem) func(r *rand.Rand, s *State) error {
		return func(r *rand.Rand, s *State) error {
			p.setThetaScale(s, math.Exp(slice(r, math.Log(s.ThetaScale), func(x float64) float64 {
				return logDensity(p, s, x)
			})))
			return nil
		}
	}
}

// thetas is a theta block with these concentrations.
func thetas(
	alpha func(s *State, c, w int) float64,
) func(p *problem) func(r *rand.Rand, s *State) error {
	return simply(func(r *rand.Rand, s *State) {
		for c := range s.LogTheta {
			for w := range s.GammaTheta {
				s.scratch[w] = alpha(s, c, w)
			}
			variate.LogDirichlet(r, s.scratch[:len(s.GammaTheta)], s.LogTheta[c])
		}
	})
}

// wrongBlocks are mistakes that people make, some of them in print.
var wrongBlocks = []wrongBlock{
	{"double subtraction (the port and the post)", "collapsed pi", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return math.Log(max(s.GammaPi[c]+float64(s.Docs[c])-1, 1e-9)) + logWords(p.docs[d], s.LogTheta[c])
		})},
	{"precedence: C + γ − 1/(n − 1 + Σγ) (the Scala post)", "collapsed pi", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return math.Log(s.GammaPi[c]+float64(s.Docs[c])-1/(s.piTotal()-1)) +
				logWords(p.docs[d], s.LogTheta[c])
		})},
	{"forgotten removal", "collapsed", "labels", func(p *problem) func(r *rand.Rand, s *State) error {
		return func(r *rand.Rand, s *State) error {
			for _, d := range p.free {
				for c := range p.k {
					s.Prob[d][c] = s.logPredictive(p.docs[d], c)
				}
				normalise(s.Prob[d])
				p.add(s, d, pick(r, s.Prob[d]))
			}
			return nil
		}
	}},
	{"pseudo-count 1.1 for 1", "collapsed pi", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return math.Log(s.GammaPi[c]+0.1+float64(s.Docs[c])) + logWords(p.docs[d], s.LogTheta[c])
		})},
	{"swapped classes", "explicit", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return s.LogPi[c] + logWords(p.docs[d], s.LogTheta[(c+1)%p.k])
		})},
	{"stale total: words of the class not updated", "collapsed", "labels",
		func(p *problem) func(r *rand.Rand, s *State) error {
			return func(r *rand.Rand, s *State) error {
				stale := slices.Clone(s.Tokens)
				return labelled(false, func(p *problem, s *State, d, c int) float64 {
					now := s.Tokens[c]
					s.Tokens[c] = stale[c]
					l := s.logPredictive(p.docs[d], c)
					s.Tokens[c] = now
					return l
				})(p)(r, s)
			}
		}},
	{"forgotten prior of the labels", "explicit", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return logWords(p.docs[d], s.LogTheta[c])
		})},
	{"γ_π of the wrong class", "collapsed", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return s.logPredictive(p.docs[d], c) +
				math.Log(s.GammaPi[p.k-1-c]+float64(s.Docs[c])) - math.Log(s.GammaPi[c]+float64(s.Docs[c]))
		})},
	{"each different word counted once", "collapsed", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			doc := slices.Clone(p.docs[d])
			for i := range doc {
				doc[i].N = 1
			}
			return s.logPredictive(doc, c)
		})},
	{"rising factorial without the rise", "collapsed", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			l := math.Log(s.GammaPi[c] + float64(s.Docs[c]))
			for _, w := range p.docs[d] {
				word := s.GammaTheta[w.Word] + float64(s.Words[c][w.Word])
				l += float64(w.N) * math.Log(word/(s.GammaThetaSum+float64(s.Tokens[c])))
			}
			return l
		})},
	{"forgotten denominator", "collapsed", "labels",
		labelled(false, func(p *problem, s *State, d, c int) float64 {
			return s.logPredictive(p.docs[d], c) +
				numeric.LogRising(s.GammaThetaSum+float64(s.Tokens[c]), p.tokens[d])
		})},
	{"known labels drawn as well", "collapsed", "labels",
		func(p *problem) func(r *rand.Rand, s *State) error {
			all := *p
			all.free = nil
			for d := range p.docs {
				all.free = append(all.free, d)
			}
			return labelled(false, func(p *problem, s *State, d,
				c int) float64 {
				return s.logPredictive(p.docs[d], c)
			})(&all)
		}},
	{"the most probable label instead of a draw", "collapsed", "labels",
		func(p *problem) func(r *rand.Rand, s *State) error {
			return func(_ *rand.Rand, s *State) error {
				for _, d := range p.free {
					p.remove(s, d)
					for c := range p.k {
						s.Prob[d][c] = s.logPredictive(p.docs[d], c)
					}
					p.add(s, d, slices.Index(s.Prob[d], slices.Max(s.Prob[d])))
				}
				return nil
			}
		}},
	{"counts of the classes swapped", "explicit", "pi", simply(func(r *rand.Rand, s *State) {
		slices.Reverse(s.Docs)
		drawPi(r, s)
		slices.Reverse(s.Docs)
	})},
	{"π from the unlabelled documents only", "explicit", "pi",
		func(p *problem) func(r *rand.Rand, s *State) error {
			return func(r *rand.Rand, s *State) error {
				docs := slices.Clone(s.Docs)
				for d, label := range p.labels {
					if label != Unlabelled {
						s.Docs[s.Labels[d]]--
					}
				}
				drawPi(r, s)
				copy(s.Docs, docs)
				return nil
			}
		}},
	{"θ from the prior", "explicit", "theta",
		thetas(func(s *State, _, w int) float64 { return s.GammaTheta[w] })},
	{"forgotten prior of θ", "collapsed pi", "theta",
		thetas(func(s *State, c, w int) float64 { return 1e-2 + float64(s.Words[c][w]) })},
	{"γ_θ + 1 for γ_θ", "collapsed pi", "theta",
		thetas(func(s *State, c, w int) float64 { return s.GammaTheta[w] + 1 + float64(s.Words[c][w]) })},
	{"words of class 0 for all classes", "explicit", "theta",
		thetas(func(s *State, _, w int) float64 { return s.GammaTheta[w] + float64(s.Words[0][w]) })},
	{"no Jacobian: a density of s taken for one of log s", "collapsed", "theta_scale",
		scaled(func(p *problem, s *State, x float64) float64 {
			return logSpread(x, p.prior.ThetaSpread) - x + thetaGivenLabels(p, s, math.Exp(x), 0)
		})},
	{"forgotten hyperprior", "collapsed", "theta_scale",
		scaled(func(p *problem, s *State, x float64) float64 {
			return logSpread(x, 5*p.prior.ThetaSpread) + thetaGivenLabels(p, s, math.Exp(x), 0)
		})},
	{"scale of γ_θ from one class", "collapsed", "theta_scale",
		scaled(func(p *problem, s *State, x float64) float64 {
			return logSpread(x, p.prior.ThetaSpread) + logPolya(math.Exp(x), p.gammaTheta, s.Words[0])
		})},
	{"constant of the Dirichlet forgotten", "explicit", "theta_scale",
		scaled(func(p *problem, s *State, x float64) float64 {
			fit := 0.0
			for _, logTheta := range s.LogTheta {
				fit += dot(p.gammaTheta, logTheta)
			}
			return logSpread(x, p.prior.ThetaSpread) + math.Exp(x)*fit
		})},
	{"scaled twice", "collapsed pi", "pi_scale", piScaled(
		func(p *problem, s *State, x float64) float64 {
			return logSpread(x, p.prior.PiSpread) + logPolya(math.Exp(x), s.GammaPi, s.Docs)
		})},
	{"scale of γ_θ from the norm of one class", "collapsed pi", "theta_scale", scaled(
		func(p *problem, s *State, x float64) float64 {
			fit := 0.0
			for _, logTheta := range s.LogTheta {
				fit += dot(p.gammaTheta, logTheta)
			}
			return logSpread(x, p.prior.ThetaSpread) + logDirichletNorm(math.Exp(x), p.gammaTheta) +
				math.Exp(x)*fit
		})},
	{"constant of the Dirichlet of π forgotten", "explicit", "pi_scale", piScaled(
		func(p *problem, s *State, x float64) float64 {
			return logSpread(x, p.prior.PiSpread) + math.Exp(x)*dot(p.gammaPi, s.LogPi)
		})},
	{"no Jacobian of the scale of γ_π", "collapsed", "pi_scale", piScaled(
		func(p *problem, s *State, x float64) float64 {
			return logSpread(x, p.prior.PiSpread) - x + piGivenLabels(p, s, math.Exp(x), 0)
		})},
	{"stale γ_θ: not scaled again", "collapsed", "theta_scale",
		func(p *problem) func(r *rand.Rand, s *State) error {
			return func(r *rand.Rand, s *State) error {
				gamma, sum := slices.Clone(s.GammaTheta), s.GammaThetaSum
				err := scaled(func(p *problem, s *State, x float64) float64 {
					return logSpread(x, p.prior.ThetaSpread) + thetaGivenLabels(p, s, math.Exp(x), 0)
				})(p)(r, s)
				s.GammaTheta, s.GammaThetaSum = gamma, sum
				return err
			}
		}},
}
