package lda

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Model returns the model of documents over a vocabulary of v words, sampled as set says. Use
// lda.Settings{} unless you have a reason not to. The documents must satisfy [corpus.Check], and
// some may be empty. It records
//
//   - lp__, log p(w, z | α, β), and loglik, log p(w | z, β): see [State.LogJoint];
//   - phi, K × V, and theta, documents × K: the running mean and variance of [State.Phi] and
//     [State.Theta] over the kept sweeps of each chain (see [sampler.Trace.Moments]). Topic 3 of
//     one chain is not topic 3 of another;
//   - alpha, K values, and beta, if Settings.Learn changes them (with Prior.By, beta);
//   - counts, documents × K, if Settings.Counts says so;
//   - what Prior.By says.
//
// phi and theta take 24 bytes × K × (V + documents) in each chain. If that is too much, leave them
// out with m.Params = m.Params[:1]. The model has tokens of its own, 4 bytes each, and does not
// keep docs: do not keep them either if memory is short.
//
// If Init returns a state of another model of the same documents and number of topics, the chain
// goes on from its topics. It then has the α and β of this model.
func (p Prior) Model(docs []corpus.Doc, v int, set Settings) (sampler.Model[State], error) {
	return p.model(slices.Values(docs), v, set)
}

// ModelSeq is [Prior.Model] for documents that come one after the other, from files for instance.
// It goes through them once and never holds them as a []corpus.Doc, which takes 8 bytes for each
// different word of a document and 24 bytes for a document: more than the model itself. It keeps
// them packed, in about 2 bytes a token, until the model has its own tokens, in 4 bytes each.
func (p Prior) ModelSeq(docs iter.Seq[corpus.Doc], v int, set Settings,
) (sampler.Model[State], error) {
	var all packed
	if err := corpus.CheckSeq(all.keep(docs), v); err != nil {
		return sampler.Model[State]{}, fmt.Errorf("lda: %w", err)
	}
	return p.model(all.all, v, set)
}

func (p Prior) model(docs iter.Seq[corpus.Doc], v int, set Settings,
) (sampler.Model[State], error) {
	p, err := p.complete(docs, v)
	set, wrong := set.complete(p)
	if err := errors.Join(err, wrong); err != nil {
		return sampler.Model[State]{}, err
	}
	shared, err := p.plan(docs, v, set)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return shared.model(), nil
}

// model makes a Model whose chains share the plan.
func (m *plan) model() sampler.Model[State] {
	set := m.set
	type update = func(k kernel, r *rand.Rand, s *State) error
	block := func(name string, draw update) sampler.Block[State] {
		return sampler.Block[State]{Name: name, Update: func(r *rand.Rand, s *State) error {
			k, err := m.bind(s)
			if err != nil {
				return err
			}
			return draw(k, r, s)
		}}
	}
	blocks := []sampler.Block[State]{block("z", kernel.sweep)}
	if m.kernel.phi {
		phi := func(k kernel, r *rand.Rand, s *State) error { return k.(*partial).drawPhi(r, s) }
		blocks = []sampler.Block[State]{block("phi", phi), blocks[0]}
	}
	draw, by := blocks, m.prior.By
	if set.Learn != nil {
		blocks = append(blocks, set.Learn.block())
	}
	if by != nil {
		blocks = append(blocks, by.blocks()...)
	}
	logJoint := func(s *State) float64 {
		log := s.LogJoint()
		if set.Learn != nil {
			log += set.Learn.logPrior(s)
		}
		if by != nil {
			log += by.logPrior(s)
		}
		return log
	}
	model := sampler.Model[State]{
		Init: func(r *rand.Rand) (*State, error) {
			s, err := m.start(r)
			if err == nil && set.RandomStart {
				s.scatter(r)
			}
			return s, err
		},
		Blocks:     blocks,
		Params:     m.params(set.Learn),
		LogJoint:   logJoint,
		Data:       []any{m.prior, m.tokens, set.Sampler, set.Blocks, set.RandomStart, set.Learn},
		Work:       sampler.SweepSize{Amount: float64(len(m.tokens.other)), Unit: "tokens"},
		StateBytes: m.bytes,
	}
	if m.hdp != nil {
		model.WarmedUp = (*State).sortTopics
	}
	if set.Starts > 0 {
		model.Init = oneOf(set.Starts, model.Init, draw, logJoint)
		model.Data = []any{model.Data, set.Starts}
	}
	return model
}

const startSweeps = 200 // of Settings.Starts

// oneOf makes several starts, each with some sweeps, and draws one of them.
func oneOf(starts int, start func(*rand.Rand) (*State, error), blocks []sampler.Block[State],
	logJoint func(*State) float64,
) func(*rand.Rand) (*State, error) {
	return func(r *rand.Rand) (*State, error) {
		all, logs := make([]*State, starts), make([]float64, starts)
		for i := range all {
			s, err := start(r)
			for n := 0; n < startSweeps*len(blocks) && err == nil; n++ {
				err = blocks[n%len(blocks)].Update(r, s)
			}
			if err != nil {
				return nil, err
			}
			all[i], logs[i] = s, logJoint(s)
		}
		return all[variate.LogCategorical(r, logs)], nil
	}
}

// params lists the parameters recorded beside lp__.
func (m *plan) params(learn Learner) []sampler.Param[State] {
	k, t := m.prior.K, m.tokens
	var all []sampler.Param[State]
	if learn != nil {
		all = learn.params()
	}
	if by := m.prior.By; by != nil {
		all = append(all, by.params(m.prior)...)
		if _, drawn := learn.(SampleHyper); !drawn {
			all = slices.DeleteFunc(all, func(p sampler.Param[State]) bool { return p.Name == "sd" })
		}
	}
	all = append(all, sampler.Scalar("loglik", (*State).LogLikelihood))
	if learn != nil {
		if m.prior.By == nil {
			all = append(all, sampler.Param[State]{Name: "alpha", Shape: []int{k},
				Read: func(s *State, dst []float64) {
					for k := range dst { // an HDP has topics of weight 0
						dst[k] = max(s.Alpha[k], minConcentration)
					}
				}})
		}
		all = append(all, sampler.Scalar("beta", func(s *State) float64 { return s.Beta }))
	}
	if m.set.Counts > 0 {
		all = append(all, sampler.Param[State]{Name: "counts", Shape: []int{t.docs, k},
			Every: m.set.Counts, Read: func(s *State, dst []float64) {
				clear(dst)
				for d := range t.docs {
					for _, j := range s.topicsOfDoc(d) {
						if int(j) < k { // an HDP may have more
							dst[d*k+int(j)] = float64(s.n[j])
						}
						s.n[j] = 0
					}
				}
			}})
	}
	return append(all, sampler.Param[State]{Name: "phi", Shape: []int{k, t.v}, Moments: true,
		Read: (*State).Phi},
		sampler.Param[State]{Name: "theta", Shape: []int{t.docs, k}, Moments: true, Read: (*State).Theta})
}

// bind returns the kernel of a state. A state from a checkpoint or from another model first gets a
// new one. A state from another model keeps its topics, and takes on the α and β of this model.
func (m *plan) bind(s *State) (kernel, error) {
	if s.plan == m {
		return s.kernel, nil
	}
	if saved, ok := s.kernel.(*resumed); ok {
		if err := s.checkSaved(m); err != nil {
			return nil, err
		}
		s.attach(m)
		if err := s.checkAllowed(); err != nil {
			return nil, err
		}
		s.kernel.recount(s, saved.lists)
		return s.kernel, nil
	}
	switch {
	case s.kernel == nil:
		return nil, errors.New("lda: the State belongs to no model: take one from a chain of a model " +
			"of this package")
	case len(s.Alpha) != m.prior.K && m.hdp == nil:
		return nil, fmt.Errorf("lda: the State belongs to a model of %d topics and this one has %d: "+
			"give both the same", len(s.Alpha), m.prior.K)
	case !sameCorpus(s.tokens, m.tokens):
		return nil, errors.New("lda: the State belongs to a model of other documents: give both " +
			"models the same")
	}
	var all [][]uint16
	if s.tokens.byWord != m.tokens.byWord {
		all = s.Assignments()
	}
	if s.Beta, s.lambda = m.prior.Beta, nil; m.hdp == nil {
		s.Alpha = slices.Clone(m.prior.Alpha)
	}
	s.attach(m)
	if all != nil {
		s.assign(all)
	}
	if err := s.checkAllowed(); err != nil {
		return nil, err
	}
	s.kernel.recount(s, nil)
	if m.hdp != nil {
		s.adopt()
	}
	return s.kernel, nil
}

// attach gives a state the plan, an empty kernel and scratch space, which are not saved with it.
func (s *State) attach(m *plan) {
	s.plan, s.tokens, s.guide, s.kernel = m, m.tokens, m.prior.guide, m.kernel.make(m)
	k := len(s.Alpha)
	s.nk, s.n, s.occur = make([]int32, k), make([]int32, k), make([]uint16, 0, k)
	s.takeRows(m.prior)
}

// checkSaved refuses a decoded state of another model: an undamaged file may still hold the wrong
// state. In an HDP there may be more topics than are recorded.
func (s *State) checkSaved(m *plan) error {
	topics, want := len(s.Alpha), m.prior.K
	if m.hdp != nil && want < topics && topics <= maxTopics {
		want = topics
	}
	if topics != want || len(s.z) != len(m.tokens.other) {
		return fmt.Errorf("lda: the saved State has %d topics and %d tokens, and the model %d "+
			"and %d: give both the same", topics, len(s.z), want, len(m.tokens.other))
	}
	for i, k := range s.z {
		if int(k) >= topics {
			return fmt.Errorf("lda: the saved State has topic %d at token %d, and the model %d "+
				"topics: the file is damaged", k, i, topics)
		}
	}
	return nil
}

// sameCorpus compares documents by their lengths and words by their frequencies.
func sameCorpus(a, b *tokens) bool {
	return a == b || a.v == b.v && slices.Equal(a.length, b.length) &&
		slices.Equal(a.words, b.words) && slices.Equal(a.frequencies(), b.frequencies())
}
