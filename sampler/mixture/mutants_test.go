package mixture

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// A WrongBlock is one mistake in one block of a sampler. The external tests apply it: they can
// import familytest, and the mistakes need the insides of the package.
type WrongBlock struct {
	name, Block string
	update      func(pr *problem, fp *finiteProblem) func(r *rand.Rand, s *State)
}

// String is what is wrong.
func (b WrongBlock) String() string { return b.name }

// Update is the wrong block for a sampler of this name.
func (b WrongBlock) Update(method string, p Partition, f Family) (func(r *rand.Rand, s *State) error, error) {
	var pr *problem
	var fp *finiteProblem
	var err error
	if method == "Explicit" || method == "Collapsed" {
		if fp, err = newFinite(p.(Finite), f); err == nil {
			pr = &fp.problem
		}
	} else {
		pr, err = newProblem(p, f, method == "Neal2" || method == "Neal8")
	}
	if err != nil {
		return nil, err
	}
	update := b.update(pr, fp)
	return func(r *rand.Rand, s *State) error { update(r, s); return nil }, nil
}

// A BrokenSampler is a sampler with mistakes in its blocks.
type BrokenSampler struct {
	Family, Method string
	Law            Partition
	Wrong          []WrongBlock
}

// The three laws, each with its hyperparameters unknown where they can be.
var (
	someDP     = DP{Shape: 3, Rate: 2}
	someMFM    = MFM{K: []float64{0.2, 0.3, 0.3, 0.1, 0.1}, Gamma: 0.7}
	someFinite = Finite{K: 3, Gamma: []float64{0.6}}
	lopsided   = Finite{K: 3, Gamma: []float64{0.3, 1.5, 0.8}}
)

// SomeMFM, SomeFinite and Long are for the external tests.
var SomeMFM, SomeFinite, Long = someMFM, someFinite, long

func make2(n, d int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
	}
	return x
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// sequentially is a labels block over observations one at a time. Weights are those of joining the
// active clusters, then of new ones; late takes the observation out only after they are computed.
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

// joining has the weights of a right labels block of Neal3 or Neal2, with the weight of a new
// cluster times factor, and sizes increased by extra.
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

// splits is a split_merge block whose observations are moved by the right proposal and accepted
// with this added to the log of the acceptance probability of a split (and taken from that of a
// merger).
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

// BrokenSamplers have each block of each sampler broken in the ways in which such blocks are.
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
	components := WrongBlock{"from the prior", "components", simply(func(pr *problem, r *rand.Rand, s *State) {
		for _, k := range s.Active {
			pr.Draw(r, s.Base, pr.empty, s.Theta[k])
		}
	})}
	mutants("normal", someDP, "Neal2", append(alphas, components,
		WrongBlock{"observations stay in the counts", "labels", sequentially(true, joining(1, 0))},
		WrongBlock{"a new cluster has twice its weight", "labels", sequentially(false, joining(2, 0))})...)
	mutants("normal", someDP, "Neal3",
		WrongBlock{"observations stay in the counts", "labels", sequentially(true, joining(1, 0))},
		WrongBlock{"n + 1 for n", "labels", sequentially(false, joining(1, 1))})
	mutants("normal", someDP, "Neal8", components,
		WrongBlock{"one that was alone forgets its parameters", "labels", auxiliaries(2, false, 2)},
		WrongBlock{"weights of auxiliary components are not shared", "labels", auxiliaries(2, true, 1)})
	mutants("normal", someDP, "SplitMerge",
		WrongBlock{"the probability of the proposal is left out", "split_merge", splits(func(_ *problem, _ *State, _ [2]int, logQ float64) float64 { return logQ })},
		WrongBlock{"the prior of sizes is left out", "split_merge", splits(func(pr *problem, _ *State, sizes [2]int, _ float64) float64 {
			return pr.law.logRise[sizes[0]+sizes[1]] - pr.law.logRise[sizes[0]] - pr.law.logRise[sizes[1]]
		})},
		WrongBlock{"α is left out", "split_merge", splits(func(_ *problem, s *State, _ [2]int, _ float64) float64 { return -math.Log(s.Alpha) })})
	mutants("normal", someMFM, "Neal3",
		WrongBlock{"without γ", "labels", sequentially(false, joining(1, -someMFM.Gamma))},
		WrongBlock{"k from its prior", "labels", simply(func(pr *problem, r *rand.Rand, s *State) {
			if pr.neal3(r, s) == nil {
				s.K = 1 + variate.Categorical(r, pr.law.k)
			}
		})})
	mutants("semi-conjugate", someDP, "Neal8", WrongBlock{"the shape of one variance for all", "base", simply(func(pr *problem, r *rand.Rand, s *State) {
		f := pr.Family.(*semiConjugate)
		rate := f.p.RateRate
		for _, k := range s.Active {
			rate += 1 / s.Theta[k][thetaSigma2]
		}
		s.Base[0] = variate.Gamma(r, f.p.RateShape+f.p.Shape, rate)
	})})
	mutants("words", lopsided, "Explicit",
		WrongBlock{"weights are left out", "labels", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
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
		WrongBlock{"from the prior", "components", finitely(func(m *finiteProblem, r *rand.Rand, s *State) {
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
	mutants("words", lopsided, "Collapsed",
		WrongBlock{"γ of the first component for all", "labels", finitely(collapsed(func(m *finiteProblem, _, n int) float64 { return math.Log(float64(n) + m.gamma[0]) }))},
		WrongBlock{"subtracted twice", "labels", finitely(collapsed(func(m *finiteProblem, k, n int) float64 { return math.Log(max(float64(n)-1+m.gamma[k], 1e-9)) }))})
	return all
}
