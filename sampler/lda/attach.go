package lda

import (
	"errors"
	"fmt"
	"slices"
)

// attached is the kernel of a state, put in place first if the state comes from a checkpoint or from another model. From
// another model a state brings its topics, and takes on the α and β of this one.
func attached[G kernel](p Prior, s *State, t *tokens, newKernel func() G) (G, error) {
	if k, ok := s.kernel.(G); ok && s.tokens == t {
		return k, nil
	}
	k := newKernel()
	s.guide = p.guide
	if saved, ok := s.kernel.(*resumed); ok {
		if err := s.checkSaved(p.K, t); err != nil {
			return k, err
		}
		s.attach(t, k)
		k.recount(s, saved.lists)
		return k, nil
	}
	switch {
	case s.kernel == nil:
		return k, errors.New("lda: the State is of no model: take one from a chain of a model of this package")
	case len(s.Alpha) != p.K:
		return k, fmt.Errorf("lda: the State is of a model of %d topics and this one has %d: give both the same", len(s.Alpha), p.K)
	case !sameCorpus(s.tokens, t):
		return k, errors.New("lda: the State is of a model of other documents: give both models the same")
	}
	var all [][]uint16
	if s.tokens.byWord != t.byWord {
		all = s.Assignments()
	}
	s.attach(t, k)
	s.Alpha, s.Beta = slices.Clone(p.Alpha), p.Beta
	if all != nil {
		s.assign(all)
	} else {
		k.recount(s, nil)
	}
	return k, nil
}

// checkSaved refuses a decoded state that is not one of this model: a file may be whole and hold another.
func (s *State) checkSaved(topics int, t *tokens) error {
	if len(s.Alpha) != topics || len(s.z) != len(t.other) {
		return fmt.Errorf("lda: the saved State has %d topics and %d tokens, and the model %d and %d: give both the same",
			len(s.Alpha), len(s.z), topics, len(t.other))
	}
	for i, k := range s.z {
		if int(k) >= topics {
			return fmt.Errorf("lda: the saved State has topic %d at token %d, and the model %d topics: the file is damaged", k, i, topics)
		}
	}
	return nil
}

// sameCorpus compares documents by their lengths and words by how often they occur.
func sameCorpus(a, b *tokens) bool {
	return a == b || a.v == b.v && slices.Equal(a.length, b.length) && slices.Equal(a.words, b.words) && slices.Equal(a.frequencies(), b.frequencies())
}
