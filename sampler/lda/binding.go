package lda

import (
	"errors"
	"fmt"
	"slices"
)

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
