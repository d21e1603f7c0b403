package lda

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// smallV is the vocabulary of the corpora of jointOf.
const smallV = 4

var (
	smallPrior  = Prior{K: 3, Alpha: []float64{0.3, 0.6, 1.2}, Beta: 0.4}
	guidedPrior = Prior{
		K:     3,
		Alpha: []float64{0.3, 0.6, 1.2},
		Beta:  0.4,
		Guide: map[int32][]float64{1: {3, 0.1, 0.4}, 3: {0.4, 5, 0.01}},
	}
	smallHyper = SampleHyper{AlphaShape: 6, AlphaRate: 3, BetaShape: 4, BetaRate: 8}
)

// A smallCorpus is data from jointOf, and the model of them, to which the states belong. In another
// model of the same words a state would take on the α and β of that one's prior.
type smallCorpus struct {
	docs  []corpus.Doc
	model sampler.Model[State]
}

// jointOf is the joint distribution of topics and words of five small documents, one of them empty,
// and of Σα and β if set samples them.
func jointOf(prior Prior, set Settings) verify.Joint[State, smallCorpus] {
	hyper, samples := set.Learn.(SampleHyper)
	hdp, opens := set.Learn.(HDP)
	// words draws the words given the topics, from urns, and returns the state that has both.
	words := func(r *rand.Rand, s *State, topics [][]uint16) (smallCorpus, error) {
		k := uint16(len(s.Alpha))
		nwk := make([][smallV]float64, k)
		weights := make([]float64, smallV)
		docs := make([]corpus.Doc, len(topics))
		for d, in := range topics {
			ofWord := make([][]uint16, smallV)
			var bag []int32
			for _, z := range in {
				for w := range weights {
					weights[w] = nwk[z%k][w] + s.betaOf(int(z%k), w)
				}
				w := variate.Categorical(r, weights)
				nwk[z%k][w]++
				bag, ofWord[w] = append(bag, int32(w)), append(ofWord[w], z)
			}
			docs[d], topics[d] = corpus.Bag(bag), slices.Concat(ofWord...)
		}
		m := must(prior.Model(docs, smallV, set))
		if opens { // the others depend on how topics are numbered
			m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[State]) bool {
				return p.Name == "room" || p.Shape != nil
			})
		}
		fresh, err := m.Init(r)
		if err != nil {
			return smallCorpus{}, err
		}
		if opens {
			fresh.takeHDP(s)
		} else {
			fresh.Alpha = s.Alpha
		}
		fresh.Beta, fresh.lambda, fresh.sds = s.Beta, s.lambda, s.sds
		fresh.takeRows(fresh.plan.prior)
		fresh.guide, _ = prior.guided(smallV) // also where the model has another
		assignCodes(fresh, topics)
		if g, ok := fresh.kernel.(*partial); ok {
			g.drawPhi(r, fresh) // φ belongs to the joint law, too
		}
		*s = *fresh
		return smallCorpus{docs, m}, nil
	}
	return verify.Joint[State, smallCorpus]{
		Prior: func(r *rand.Rand) (*State, error) {
			s := &State{Alpha: slices.Clone(prior.Alpha), Beta: prior.Beta}
			s.guide, _ = prior.guided(smallV)
			if samples && prior.By == nil {
				a := variate.Gamma(r, hyper.AlphaShape, hyper.AlphaRate) / sum(s.Alpha)
				for k := range s.Alpha {
					s.Alpha[k] *= a
				}
			}
			if samples {
				s.Beta = variate.Gamma(r, hyper.BetaShape, hyper.BetaRate)
			}
			if prior.By != nil {
				s.drawRows(r, must(prior.complete(slices.Values(make([]corpus.Doc, 5)), smallV)), set)
			}
			if opens {
				s.Alpha = []float64{variate.Gamma(r, hdp.AlphaShape, hdp.AlphaRate)}
				s.gamma = variate.Gamma(r, hdp.GammaShape, hdp.GammaRate)
			}
			topics := make([][]uint16, 5)
			for d, length := range []int{5, 4, 6, 1, 0} {
				alpha, _ := s.alphaOf(d)
				weights := slices.Clone(alpha)
				if by, ok := prior.By.(Authors); ok {
					topics[d] = authorTopics(r, s, by, d, length)
					continue
				}
				for range length {
					z := variate.Categorical(r, weights)
					if opens && z == newTopic {
						z, weights = breakStick(r, s, weights)
					}
					weights[z]++
					topics[d] = append(topics[d], uint16(z))
				}
			}
			_, err := words(r, s, topics)
			return s, err
		},
		Data: func(r *rand.Rand, s *State) (smallCorpus, error) {
			topics := codes(s)
			for _, in := range topics { // the order of the last words must not stay in that of the topics
				r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
			}
			return words(r, s, topics)
		},
		Model:         func(c smallCorpus) (sampler.Model[State], error) { return c.model, nil },
		LogLikelihood: func(_ smallCorpus, s *State) float64 { return s.LogLikelihood() },
		Functions: []verify.Function[State, smallCorpus]{
			{Name: "Σ n_dk²", Of: func(_ smallCorpus, s *State) float64 {
				return squares(s, s.tokens.docs, s.DocTopics)
			}},
			{
				Name: "Σ n_wk²",
				Of:   func(_ smallCorpus, s *State) float64 { return squares(s, smallV, s.WordTopics) },
			},
			{Name: "Σα", Of: func(_ smallCorpus, s *State) float64 { return sum(s.Alpha) }},
			{Name: "n_0", Of: func(_ smallCorpus, s *State) float64 {
				if opens {
					return float64(s.inUse())
				}
				return float64(s.nk[0])
			}},
			{Name: "Σα of topics without tokens", Of: func(_ smallCorpus, s *State) float64 {
				return sum(s.Alpha) - sumOfUsed(s)
			}},
		},
	}
}

func squares(s *State, rows int, count func(row int, n []int32)) (sum float64) {
	for row := range rows {
		n := make([]int32, len(s.Alpha))
		count(row, n)
		for _, c := range n {
			sum += float64(c) * float64(c)
		}
	}
	return sum
}

type step = func(*rand.Rand, *State) error

// wrongBlock is a mutant of a block, in which wrong runs instead of the right update.
func wrongBlock(
	name, block string,
	wrong func(right step, r *rand.Rand, s *State) error,
) verify.Mutant[State, smallCorpus] {
	return verify.Mutant[State, smallCorpus]{
		Name:  name,
		Block: block,
		Model: func(c smallCorpus) (sampler.Model[State], error) {
			i := slices.IndexFunc(
				c.model.Blocks,
				func(b sampler.Block[State]) bool { return b.Name == block },
			)
			right := c.model.Blocks[i].Update
			return verify.Replace(
				c.model,
				block,
				func(r *rand.Rand, s *State) error { return wrong(right, r, s) },
			)
		},
	}
}

func anotherBeta(right step, r *rand.Rand, s *State) error {
	s.Beta *= 2
	defer func() { s.Beta /= 2 }()
	return right(r, s)
}

func anotherGuide(right step, r *rand.Rand, s *State) error {
	is := s.guide
	wrong := Prior{K: 3, Beta: 0.4, Guide: map[int32][]float64{1: {0.1, 3, 0.4}, 3: {0.4, 5, 0.01}}}
	s.guide, _ = wrong.guided(smallV)
	defer func() { s.guide = is }()
	return right(r, s)
}

// anotherHyper has other hyperpriors. A forgotten Jacobian of the logarithm is a shape less 1.
func anotherHyper(h SampleHyper) func(step, *rand.Rand, *State) error {
	return func(_ step, r *rand.Rand, s *State) error {
		s.drawAlpha(r, h)
		s.drawBeta(r, h)
		return nil
	}
}

// swappedAlpha gives the first topic the α of the last.
func swappedAlpha(right step, r *rand.Rand, s *State) error {
	slices.Reverse(s.Alpha)
	defer slices.Reverse(s.Alpha)
	return right(r, s)
}

// TestModel: what each model promises, for all samplers that are exact, with and without a guide.
// TestEngine and TestBadInput have those that are not.
func TestModel(t *testing.T) {
	turns.Long(t)
	type mutant = verify.Mutant[State, smallCorpus]
	// The sticks that phi breaks show only once z follows, and then z is named.
	unnamed := map[string]int{"HDP in parallel": 1}
	run := func(name string, prior Prior, set Settings, exact *modeltest.Exact[State], mutants ...mutant) {
		t.Run(name, func(t *testing.T) {
			bad := map[string]func() error{}
			for _, b := range badInput() {
				bad[b.want] = func() error { _, err := b.p.Model(b.docs, b.v, Settings{Learn: set.Learn}); return err }
			}
			modeltest.Run(t, modeltest.Case[State, smallCorpus]{
				Joint: jointOf(prior, set), Mutants: mutants, Bad: bad, Exact: exact,
				Unnamed: unnamed[name],
				Settings: verify.Settings{
					Seed:         1,
					Replications: 400,
					Sweeps:       1,
					Draws:        9,
					Thin:         20,
					Warmup:       60,
				},
			})
		})
	}
	toy := &toys[0]
	table := func(set Settings) *modeltest.Exact[State] {
		e := &modeltest.Exact[State]{State: number}
		each(
			toy.docs(),
			3,
			toy.alpha,
			func(_, _ int) float64 { return toy.beta },
			func(_ []int, logP float64) { e.Probabilities = append(e.Probabilities, math.Exp(logP)) },
		)
		e.Model = must(toy.prior().Model(toy.docs(), 3, set))
		p := toy.prior()
		p.Beta *= 1.5
		e.Mutant = must(p.Model(toy.docs(), 3, set))
		return e
	}
	for _, k := range kernels {
		switch {
		case k.name == "partially collapsed":
			run(
				k.name,
				smallPrior,
				k.set,
				table(k.set),
				wrongBlock("another β", "phi", anotherBeta),
				wrongBlock("α of another topic", "z", swappedAlpha),
			)
		case k.exact:
			run(k.name, smallPrior, k.set, table(k.set), wrongBlock("another β", "z", anotherBeta),
				wrongBlock("α of another topic", "z", swappedAlpha))
			run(
				k.name+", guided",
				guidedPrior,
				k.set,
				nil,
				wrongBlock("β of another topic", "z", anotherGuide),
			)
		}
	}
	run("HDP", Prior{K: 4, Beta: 0.4}, Settings{Learn: hdpPrior}, nil,
		wrongBlock("another β", "z", anotherBeta),
		wrongBlock("too small a part", "z", func(right step, r *rand.Rand, s *State) error {
			return anotherGamma(right, 10)(r, s)
		}),
		wrongBlock("another prior of α₀", "hdp", func(_ step, r *rand.Rand, s *State) error {
			s.drawHDP(r, HDP{5, 2, 4, 4}, drawTables)
			return nil
		}),
		wrongBlock("another prior of γ", "hdp", func(_ step, r *rand.Rand, s *State) error {
			s.drawHDP(r, HDP{3, 2, 7, 4}, drawTables)
			return nil
		}))
	run("HDP in parallel", Prior{K: 4, Beta: 0.4},
		Settings{Learn: hdpPrior, Sampler: PartiallyCollapsed, Threads: 2}, nil,
		wrongBlock("another β", "phi", anotherBeta),
		wrongBlock("α of another topic", "z", swappedAlpha),
		wrongBlock("another prior of α₀", "hdp", func(_ step, r *rand.Rand, s *State) error {
			s.drawHDP(r, HDP{5, 2, 4, 4}, drawTables)
			return nil
		}))
	run("hyper", smallPrior, Settings{kernel: &sparseKernel, Learn: smallHyper}, nil,
		wrongBlock("another β", "z", anotherBeta),
		wrongBlock("forgotten Jacobian of α", "hyper", anotherHyper(SampleHyper{5, 3, 4, 8})),
		wrongBlock("forgotten Jacobian of β", "hyper", anotherHyper(SampleHyper{6, 3, 3, 8})),
		wrongBlock("another prior of α", "hyper", anotherHyper(SampleHyper{7, 3, 4, 8})))
}
