package mixture

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// BrokenSamplers has each block of each sampler, broken in ways in which people break such blocks.
func BrokenSamplers() []BrokenSampler {
	var all []BrokenSampler
	mutants := func(family string, p Partition, method string, wrong ...WrongBlock) {
		all = append(all, BrokenSampler{family, method, p, wrong})
	}
	alphas := []WrongBlock{
		{"a + t for a + t − 1 always", "alpha", simply(func(pr *problem, r *rand.Rand, s *State) {
			eta := variate.Beta(r, s.Alpha+1, float64(len(s.Labels)))
			s.Alpha = variate.Gamma(r, pr.law.dp.Shape+float64(len(s.Active)), pr.law.dp.Rate-math.Log(eta))
		})},
		{"from the prior", "alpha", simply(func(pr *problem, r *rand.Rand, s *State) {
			s.Alpha = variate.Gamma(r, pr.law.dp.Shape, pr.law.dp.Rate)
		})},
	}
	components := WrongBlock{"from the prior", "components",
		simply(func(pr *problem, r *rand.Rand, s *State) {
			for _, k := range s.Active {
				pr.Draw(r, s.Base, pr.empty, s.Theta[k])
			}
		})}
	mutants("normal", someDP, "Neal3", append(alphas,
		WrongBlock{"observations stay in the counts", "labels", sequentially(true, joining(1, 0))},
		WrongBlock{"a new cluster has twice its weight", "labels",
			sequentially(false, joining(2, 0))},
		WrongBlock{"n + 1 for n", "labels", sequentially(false, joining(1, 1))})...)
	mutants("normal", someDP, "Neal8", components,
		WrongBlock{"one that was alone forgets its parameters", "labels", auxiliaries(2, false, 2)},
		WrongBlock{"weights of auxiliary components are not shared", "labels", auxiliaries(2, true, 1)})
	mutants("normal", someDP, "SplitMerge",
		WrongBlock{"the probability of the proposal is left out", "split_merge",
			splits(func(_ *problem, _ *State, _ [2]int, logQ float64) float64 { return logQ })},
		WrongBlock{"the prior of sizes is left out", "split_merge",
			splits(func(pr *problem, _ *State, sizes [2]int, _ float64) float64 {
				return pr.law.logRise[sizes[0]+sizes[1]] - pr.law.logRise[sizes[0]] - pr.law.logRise[sizes[1]]
			})},
		WrongBlock{"α is left out", "split_merge",
			splits(func(_ *problem, s *State, _ [2]int, _ float64) float64 { return -math.Log(s.Alpha) })})
	mutants("normal", someMFM, "Neal3",
		WrongBlock{"without γ", "labels", sequentially(false, joining(1, -someMFM.Gamma))},
		WrongBlock{"k from its prior", "labels", simply(func(pr *problem, r *rand.Rand, s *State) {
			pr.neal3(r, s)
			s.K = 1 + variate.Categorical(r, pr.law.k)
		})})
	mutants("semi-conjugate", someDP, "Neal8",
		WrongBlock{"the shape of one variance for all", "base",
			simply(func(pr *problem, r *rand.Rand, s *State) {
				f := pr.Family.(*semiConjugate)
				rate := f.p.RateRate
				for _, k := range s.Active {
					rate += 1 / s.Theta[k][thetaSigma2]
				}
				s.Base[0] = variate.Gamma(r, f.p.RateShape+f.p.Shape, rate)
			})})
	mutants("words", lopsided, "Explicit",
		WrongBlock{"weights are left out", "labels",
			finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
				w := s.scratch.W[:m.k]
				clear(s.Sizes)
				for i := range s.Labels {
					for k := range w {
						w[k] = m.LogLikelihood(s.Theta[k], i)
					}
					s.Labels[i] = draw(r, w)
					s.Sizes[s.Labels[i]]++
				}
				m.recount(s)
			})},
		WrongBlock{"1 for γ", "weights", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
			w := s.scratch.W[:m.k]
			for k := range w {
				w[k] = 1 + float64(s.Sizes[k])
			}
			variate.LogDirichlet(r, w, s.LogWeights)
		})},
		WrongBlock{"from the prior", "components",
			finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
				for k := range s.Theta {
					m.Draw(r, s.Base, m.empty, s.Theta[k])
				}
			})})
	collapsed := func(logSize func(m *finiteProblem, k, n int) float64) func(m *finiteProblem,
		r *rand.Rand, s *State) {
		return func(m *finiteProblem, r *rand.Rand, s *State) {
			w := s.scratch.W[:m.k]
			for i := range s.Labels {
				m.take(s, i)
				for k := range w {
					w[k] = logSize(m, k, s.Sizes[k]) + m.c.LogPredictive(s.Stats[k], i)
				}
				m.put(s, i, draw(r, w))
			}
			m.weights(r, s)
			m.components(r, s)
		}
	}
	mutants("words", lopsided, "Collapsed",
		WrongBlock{"γ of the first component for all", "labels",
			finitely(collapsed(func(m *finiteProblem, _,
				n int) float64 {
				return math.Log(float64(n) + m.gamma[0])
			}))},
		WrongBlock{"subtracted twice", "labels",
			finitely(collapsed(func(m *finiteProblem, k,
				n int) float64 {
				return math.Log(max(float64(n)-1+m.gamma[k], 1e-9))
			}))})
	return all
}
