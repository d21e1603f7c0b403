package mixture

import (
	"math"
	"math/rand/v2"
)

// A WrongBlock is one mistake in one block of a sampler. The external tests use it. They can import
// familytest, but the mistakes need the internals of the package.
type WrongBlock struct {
	name, Block string
	update      func(pr *problem, fp *finiteProblem) func(r *rand.Rand, s *State)
}

// String says what is wrong.
func (b WrongBlock) String() string { return b.name }

// Update is the wrong block for a sampler of this name.
func (b WrongBlock) Update(
	method string, p Partition, f Family,
) (func(r *rand.Rand, s *State) error, error) {
	var pr *problem
	var fp *finiteProblem
	var err error
	if method == "Explicit" || method == "Collapsed" {
		if fp, err = newFinite(p.(Finite), f); err == nil {
			pr = &fp.problem
		}
	} else {
		pr, err = newProblem(p, f, method == "Neal8")
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

// The three laws, with unknown hyperparameters where possible.
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

// sequentially is a labels block that visits observations one at a time. weights are those of
// joining the active clusters, then those of new ones. If late is set, the observation is taken out
// only after they are computed.
func sequentially(
	late bool, weights func(pr *problem, s *State, i int) []float64,
) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
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
				pr.put(s, i, pr.open(s))
			}
		}
	}
}

// joining has the weights of a right labels block of Neal3, with the weight of a new
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
func auxiliaries(
	m int, keepAlone bool, share float64,
) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
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

// simply is a block that needs only the problem.
func simply(
	f func(pr *problem, r *rand.Rand, s *State),
) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(pr *problem, _ *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) { f(pr, r, s) }
	}
}

// finitely is a block of Explicit or Collapsed.
func finitely(
	f func(m *finiteProblem, r *rand.Rand, s *State),
) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
	return func(_ *problem, m *finiteProblem) func(*rand.Rand, *State) {
		return func(r *rand.Rand, s *State) { f(m, r, s) }
	}
}

// splits is a split_merge block that moves observations by the right proposal, but adds wrong to
// the log acceptance probability of a split (and subtracts it for a merger).
func splits(
	wrong func(pr *problem, s *State, sizes [2]int, logQ float64) float64,
) func(*problem, *finiteProblem) func(*rand.Rand, *State) {
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
			log := pr.logSplit(s, len(s.Active), sizes, s.scratch.Stats[0], s.scratch.Stats[1],
				s.Stats[one]) - logQ
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
