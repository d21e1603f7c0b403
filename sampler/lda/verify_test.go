package lda

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// smallV is the vocabulary of the corpora of jointOf.
const smallV = 4

var (
	smallPrior  = Prior{K: 3, Alpha: []float64{0.3, 0.6, 1.2}, Beta: 0.4}
	guidedPrior = Prior{K: 3, Alpha: []float64{0.3, 0.6, 1.2}, Beta: 0.4,
		Guide: map[int32][]float64{1: {3, 0.1, 0.4}, 3: {0.4, 5, 0.01}}}
	smallHyper = SampleHyper{AlphaShape: 6, AlphaRate: 3, BetaShape: 4, BetaRate: 8}
)

// jointOf is the joint distribution of topics and words of five small documents, one of them empty,
// and of Σα and β if set samples them.
func jointOf(prior Prior, set Settings) verify.Joint[State, []corpus.Doc] {
	hyper, samples := set.Learn.(SampleHyper)
	// In another model of the same words a state would take on the α and β of that model's prior.
	var models sync.Map
	same := func(docs []corpus.Doc) (sampler.Model[State], error) {
		m, _ := models.Load(&docs[0])
		of := m.(sampler.Model[State])
		of.Blocks = slices.Clone(of.Blocks)
		return of, nil
	}
	// words draws the words given the topics, from urns, and returns the state that has both.
	words := func(r *rand.Rand, s *State, topics [][]uint16) ([]corpus.Doc, error) {
		nwk := make([][smallV]float64, len(s.Alpha))
		weights := make([]float64, smallV)
		docs := make([]corpus.Doc, len(topics))
		for d, in := range topics {
			ofWord := make([][]uint16, smallV)
			var bag []int32
			for _, z := range in {
				for w := range weights {
					weights[w] = nwk[z][w] + s.betaOf(int(z), w)
				}
				w := variate.Categorical(r, weights)
				nwk[z][w]++
				bag, ofWord[w] = append(bag, int32(w)), append(ofWord[w], z)
			}
			docs[d], topics[d] = corpus.Bag(bag), slices.Concat(ofWord...)
		}
		m := modelOf(prior, docs, smallV, set)
		models.Store(&docs[0], m)
		fresh, err := m.Init(r)
		if err != nil {
			return nil, err
		}
		fresh.Alpha, fresh.Beta = s.Alpha, s.Beta
		fresh.guide, _ = prior.guided(smallV) // even if the model has another
		fresh.assign(topics)
		if g, ok := fresh.kernel.(*partial); ok {
			g.drawPhi(r, fresh) // φ belongs to the joint distribution too
		}
		*s = *fresh
		return docs, nil
	}
	return verify.Joint[State, []corpus.Doc]{
		Prior: func(r *rand.Rand) (*State, error) {
			s := &State{Alpha: slices.Clone(prior.Alpha), Beta: prior.Beta}
			s.guide, _ = prior.guided(smallV)
			if samples {
				a := variate.Gamma(r, hyper.AlphaShape, hyper.AlphaRate) / sum(s.Alpha)
				for k := range s.Alpha {
					s.Alpha[k] *= a
				}
				s.Beta = variate.Gamma(r, hyper.BetaShape, hyper.BetaRate)
			}
			topics := make([][]uint16, 5)
			for d, length := range []int{5, 4, 6, 1, 0} {
				weights := slices.Clone(s.Alpha)
				for range length {
					z := variate.Categorical(r, weights)
					weights[z]++
					topics[d] = append(topics[d], uint16(z))
				}
			}
			_, err := words(r, s, topics)
			return s, err
		},
		Data: func(r *rand.Rand, s *State) ([]corpus.Doc, error) {
			return words(r, s, s.Assignments())
		},
		Model:         same,
		LogLikelihood: func(_ []corpus.Doc, s *State) float64 { return s.LogLikelihood() },
		Functions: []verify.Function[State, []corpus.Doc]{
			{Name: "Σ n_dk²", Of: func(_ []corpus.Doc, s *State) float64 {
				return squares(s, s.tokens.docs, s.DocTopics)
			}},
			{Name: "Σ n_wk²", Of: func(_ []corpus.Doc,
				s *State) float64 {
				return squares(s, smallV, s.WordTopics)
			}},
			{Name: "Σα", Of: func(_ []corpus.Doc, s *State) float64 { return sum(s.Alpha) }},
			{Name: "n_0", Of: func(_ []corpus.Doc, s *State) float64 { return float64(s.nk[0]) }},
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

func TestBlocksAreInvariant(t *testing.T) {
	set := verify.Settings{Seed: 1, Replications: 300}
	check := func(name string, j verify.Joint[State, []corpus.Doc], wrong ...string) {
		t.Helper()
		report, err := verify.Blocks(j, set)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(report.WrongBlocks(), wrong) {
			t.Errorf("%s: wrong are the blocks %q, expected %q\n%v", name, report.WrongBlocks(),
				wrong, report)
		}
	}
	dense, learning := Settings{Sampler: Dense}, Settings{Sampler: Dense, Learn: smallHyper}
	for _, k := range kernels {
		if k.exact {
			check(k.name, jointOf(smallPrior, k.set))
		}
	}
	for _, k := range kernels {
		if k.exact && k.name != "partially collapsed" {
			check(k.name+", guided", jointOf(guidedPrior, k.set))
		}
	}
	check("hyper", jointOf(smallPrior, learning))
	// Broken twins, which the same test must catch.
	changed := func(j verify.Joint[State, []corpus.Doc],
		change func(m *sampler.Model[State])) verify.Joint[State, []corpus.Doc] {
		right := j.Model
		j.Model = func(docs []corpus.Doc) (sampler.Model[State], error) {
			m, err := right(docs)
			change(&m)
			return m, err
		}
		return j
	}
	check("another β", changed(jointOf(smallPrior, dense), func(m *sampler.Model[State]) {
		right := m.Blocks[0].Update
		m.Blocks[0].Update = func(r *rand.Rand, s *State) error {
			s.Beta *= 1.5
			defer func() { s.Beta /= 1.5 }()
			return right(r, s)
		}
	}), "z")
	wrong, _ := Prior{K: 3, Beta: 0.4,
		Guide: map[int32][]float64{1: {0.1, 3, 0.4}, 3: {0.4, 5, 0.01}}}.guided(smallV)
	check("a word with the β of another topic",
		changed(jointOf(guidedPrior, dense), func(m *sampler.Model[State]) {
			right := m.Blocks[0].Update
			m.Blocks[0].Update = func(r *rand.Rand, s *State) error {
				is := s.guide
				s.guide = wrong
				defer func() { s.guide = is }()
				return right(r, s)
			}
		}), "z")
	// Forgetting the Jacobian of the logarithm is the same as reducing the shape by one.
	for _, prior := range []SampleHyper{{5, 3, 4, 8}, {6, 3, 3, 8}} {
		check("a forgotten Jacobian",
			changed(jointOf(smallPrior, learning), func(m *sampler.Model[State]) {
				m.Blocks[1].Update = func(r *rand.Rand, s *State) error {
					s.drawAlpha(r, prior)
					s.drawBeta(r, prior)
					return nil
				}
			}), "hyper")
	}
}

// TestGeweke: whole sweeps alternate with new words; α and β are among the unknowns.
func TestGeweke(t *testing.T) {
	set := verify.Settings{Seed: 1, Replications: 200}
	j := jointOf(smallPrior, Settings{Sampler: fastSparse, Learn: smallHyper})
	if report, err := verify.JointTest(j, set); err != nil || report.Wrong {
		t.Errorf("%v, error %v", report, err)
	}
	// The control: α of another prior.
	right := j.Model
	j.Model = func(docs []corpus.Doc) (sampler.Model[State], error) {
		m, err := right(docs)
		m.Blocks[len(m.Blocks)-1].Update = func(r *rand.Rand, s *State) error {
			s.drawAlpha(r, SampleHyper{AlphaShape: 7, AlphaRate: 3})
			s.drawBeta(r, smallHyper)
			return nil
		}
		return m, err
	}
	if report, err := verify.JointTest(j, set); err != nil || !report.Wrong {
		t.Errorf("another prior of α is not noticed: %v, error %v", report, err)
	}
}
