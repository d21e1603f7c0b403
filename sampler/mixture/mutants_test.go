package mixture

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A wrong block is one mistake in one block of a method.
type wrongBlock struct {
	name, block string
	update      func(pr *problem, fp *finiteProblem) func(r *rand.Rand, s *State)
}

// mutants breaks a method in each of these ways, and expects verify to see it, with the right block named. That it calls
// nothing wrong in the method itself is TestBlocks.
func mutants[D any](t *testing.T, w world[D], p Partition, m method, wrong ...wrongBlock) {
	t.Helper()
	for _, b := range wrong {
		j := jointOf(t, w, p, m)
		right := j.Model
		j.Model = func(d D) (sampler.Model[State], error) {
			model, err := right(d)
			if err != nil {
				return model, err
			}
			update := b.update(problemOf(t, w, p, m, d))
			return verify.Replace(model, b.block, func(r *rand.Rand, s *State) error { update(r, s); return nil })
		}
		report, err := verify.Blocks(j, verify.Settings{Seed: 1, Replications: 1500})
		if err != nil || !slices.Equal(report.WrongBlocks(), []string{b.block}) {
			t.Errorf("%s: %s: %s: %v\n%v", m.name, b.block, b.name, err, report)
		}
	}
}

// sequentially is a labels block over observations one at a time. Weights are those of joining the active clusters, then
// of new ones; late takes the observation out only after they are computed.
func sequentially(late bool, weights func(pr *problem, s *State, i int) []float64) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(pr *problem, _ *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) {
			for i := range s.Labels {
				alone := s.Sizes[s.Labels[i]] == 1
				if !late || alone {
					pr.leave(s, i)
				}
				j := draw(r, weights(pr, s, i))
				if late && !alone {
					pr.leave(s, i)
				}
				if j < len(s.Active) {
					pr.put(s, i, s.Active[j])
					continue
				}
				k := pr.open(s)
				pr.put(s, i, k)
				if pr.theta {
					pr.Draw(r, s.Base, s.Stats[k], s.Theta[k])
				}
			}
		}
	}
}

// joining has the weights of a right labels block of Neal3 or Neal2, with the weight of a new cluster times factor, and
// sizes increased by extra.
func joining(factor, extra float64) func(pr *problem, s *State, i int) []float64 {
	return func(pr *problem, s *State, i int) []float64 {
		var w []float64
		for _, k := range s.Active {
			w = append(w, math.Log(math.Exp(pr.law.logSize[s.Sizes[k]])+extra)+pr.logMember(s, k, i))
		}
		return append(w, math.Log(factor)+pr.logNew(s)+pr.prior[i])
	}
}

// auxiliaries is a labels block of Neal8 with m auxiliary components, wrong in one way.
func auxiliaries(m int, keepAlone bool, share float64) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(pr *problem, _ *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) {
			aux := make2(m, pr.size.Theta)
			for i := range s.Labels {
				alone := pr.leave(s, i)
				for _, theta := range aux {
					pr.Draw(r, s.Base, pr.empty, theta)
				}
				if alone && keepAlone {
					copy(aux[0], s.scratch.Theta)
				}
				var w []float64
				for _, k := range s.Active {
					w = append(w, pr.law.logSize[s.Sizes[k]]+pr.LogLikelihood(s.Theta[k], i))
				}
				for _, theta := range aux {
					w = append(w, pr.logNew(s)-math.Log(share)+pr.LogLikelihood(theta, i))
				}
				j := draw(r, w)
				if j < len(s.Active) {
					pr.put(s, i, s.Active[j])
					continue
				}
				k := pr.open(s)
				pr.put(s, i, k)
				copy(s.Theta[k], aux[j-len(s.Active)])
			}
		}
	}
}

// simply is a block that needs the problem only.
func simply(f func(pr *problem, r *rand.Rand, s *State)) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(pr *problem, _ *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) { f(pr, r, s) }
	}
}

// finitely is a block of Explicit or Collapsed.
func finitely(f func(m *finiteProblem, r *rand.Rand, s *State)) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(_ *problem, m *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) { f(m, r, s) }
	}
}

// splits is a split_merge block whose observations are moved by the right proposal and accepted with this added to the
// log of the acceptance probability of a split (and taken from that of a merger).
func splits(wrong func(pr *problem, s *State, sizes [2]int, logQ float64) float64) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return simply(func(pr *problem, r *rand.Rand, s *State) {
		n := len(s.Labels)
		first := r.IntN(n)
		second := (first + 1 + r.IntN(n-1)) % n
		one, two := s.Labels[first], s.Labels[second]
		members := append(s.scratch.Members[:0], first, second)
		for i, k := range s.Labels {
			if (k == one || k == two) && i != first && i != second {
				members = append(members, i)
			}
		}
		s.scratch.Members = members
		if one == two {
			sizes, logQ := pr.propose(r, s, 0, -1)
			log := pr.logSplit(s, len(s.Active), sizes, s.scratch.Stats[0], s.scratch.Stats[1], s.Stats[one]) - logQ
			if logOf(r) < log+wrong(pr, s, sizes, logQ) {
				pr.split(s, one, sizes)
			}
			return
		}
		both := append([]float64(nil), s.Stats[one]...)
		for _, i := range members {
			if s.Labels[i] == two {
				pr.Add(both, i)
			}
		}
		sizes := [2]int{s.Sizes[one], s.Sizes[two]}
		log := pr.logSplit(s, len(s.Active)-1, sizes, s.Stats[one], s.Stats[two], both)
		_, logQ := pr.propose(r, s, 0, two)
		if logOf(r) < logQ-log-wrong(pr, s, sizes, logQ) {
			for _, i := range members {
				s.Labels[i] = one
			}
			s.Sizes[one], s.Sizes[two] = sizes[0]+sizes[1], 0
			copy(s.Stats[one], both)
			pr.shut(s, two)
		}
	})
}

// Each block of each sampler, broken in the ways in which such blocks are: verify sees all, and names the block.
func TestMutants(t *testing.T) {
	dp, mfm := methods(someDP), methods(someMFM)
	alphas := []wrongBlock{
		{"a + t for a + t − 1 always", "alpha", simply(func(pr *problem, r *rand.Rand, s *State) {
			eta := variate.Beta(r, s.Alpha+1, float64(len(s.Labels)))
			s.Alpha = variate.Gamma(r, pr.law.dp.Shape+float64(len(s.Active)), pr.law.dp.Rate-math.Log(eta))
		})},
		{"from the prior", "alpha", simply(func(pr *problem, r *rand.Rand, s *State) {
			s.Alpha = variate.Gamma(r, pr.law.dp.Shape, pr.law.dp.Rate)
		})},
	}
	components := wrongBlock{"from the prior", "components", simply(func(pr *problem, r *rand.Rand, s *State) {
		for _, k := range s.Active {
			pr.Draw(r, s.Base, pr.empty, s.Theta[k])
		}
	})}
	mutants(t, normalWorld, someDP, dp[0], append(alphas, components,
		wrongBlock{"observations stay in the counts", "labels", sequentially(true, joining(1, 0))},
		wrongBlock{"a new cluster has twice its weight", "labels", sequentially(false, joining(2, 0))})...)
	mutants(t, normalWorld, someDP, dp[1],
		wrongBlock{"observations stay in the counts", "labels", sequentially(true, joining(1, 0))},
		wrongBlock{"n + 1 for n", "labels", sequentially(false, joining(1, 1))})
	mutants(t, normalWorld, someDP, dp[2], components,
		wrongBlock{"one that was alone forgets its parameters", "labels", auxiliaries(2, false, 2)},
		wrongBlock{"weights of auxiliary components are not shared", "labels", auxiliaries(2, true, 1)})
	mutants(t, normalWorld, someDP, dp[3],
		wrongBlock{"the probability of the proposal is left out", "split_merge", splits(func(_ *problem, _ *State, _ [2]int, logQ float64) float64 { return logQ })},
		wrongBlock{"the prior of sizes is left out", "split_merge", splits(func(pr *problem, _ *State, sizes [2]int, _ float64) float64 {
			return pr.law.logRise[sizes[0]+sizes[1]] - pr.law.logRise[sizes[0]] - pr.law.logRise[sizes[1]]
		})},
		wrongBlock{"α is left out", "split_merge", splits(func(_ *problem, s *State, _ [2]int, _ float64) float64 { return -math.Log(s.Alpha) })})
	mutants(t, normalWorld, someMFM, mfm[1],
		wrongBlock{"without γ", "labels", sequentially(false, joining(1, -someMFM.Gamma))},
		wrongBlock{"k from its prior", "labels", simply(func(pr *problem, r *rand.Rand, s *State) {
			if pr.neal3(r, s) == nil {
				s.K = 1 + variate.Categorical(r, pr.law.k)
			}
		})})
	mutants(t, semiConjugateWorld, someDP, dp[2], wrongBlock{"the shape of one variance for all", "base", simply(func(pr *problem, r *rand.Rand, s *State) {
		f := pr.Family.(*semiConjugate)
		rate := f.p.RateRate
		for _, k := range s.Active {
			rate += 1 / s.Theta[k][thetaSigma2]
		}
		s.Base[0] = variate.Gamma(r, f.p.RateShape+f.p.Shape, rate)
	})})
	finite := finiteMethods(lopsided)
	mutants(t, wordWorld, lopsided, finite[0],
		wrongBlock{"weights are left out", "labels", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
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
		wrongBlock{"1 for γ", "weights", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
			w := s.scratch.W[:m.k]
			for k := range w {
				w[k] = 1 + float64(s.Sizes[k])
			}
			variate.LogDirichlet(r, w, s.LogWeights)
		})},
		wrongBlock{"from the prior", "components", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
			for k := range s.Theta {
				m.Draw(r, s.Base, m.empty, s.Theta[k])
			}
		})})
	collapsed := func(logSize func(m *finiteProblem, k, n int) float64) func(m *finiteProblem, r *rand.Rand, s *State) {
		return func(m *finiteProblem, r *rand.Rand, s *State) {
			w := s.scratch.W[:m.k]
			for i := range s.Labels {
				m.take(s, i)
				for k := range w {
					w[k] = logSize(m, k, s.Sizes[k]) + m.c.LogPredictive(s.Stats[k], i)
				}
				m.put(s, i, draw(r, w))
			}
			if m.weights(r, s) != nil || m.components(r, s) != nil {
				panic("unexpected")
			}
		}
	}
	mutants(t, wordWorld, lopsided, finite[1],
		wrongBlock{"γ of the first component for all", "labels", finitely(collapsed(func(m *finiteProblem, _, n int) float64 { return math.Log(float64(n) + m.gamma[0]) }))},
		wrongBlock{"subtracted twice", "labels", finitely(collapsed(func(m *finiteProblem, k, n int) float64 { return math.Log(max(float64(n)-1+m.gamma[k], 1e-9)) }))})
}
