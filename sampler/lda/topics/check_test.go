package topics

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/corpus"
)

// TestBadTopics: for every reader, wrong input gives an error and not a panic.
func TestBadTopics(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	nan, inf := math.NaN(), math.Inf(1)
	doc := []corpus.Doc{{{Word: 0, N: 1}}}
	all := func(s *Topics) map[string]error {
		errs := map[string]error{}
		_, errs["Top"] = s.Top(2)
		_, errs["TopExclusive"] = s.TopExclusive(0.5, 2)
		_, errs["Similarity"] = s.Similarity()
		_, errs["TopRelevant"] = s.TopRelevant(0.5, 2)
		_, errs["Shares"] = s.Shares()
		_, errs["TopDocuments"] = s.TopDocuments(0, 2)
		_, errs["Infer"] = s.Infer(r, doc, 1, 1)
		_, errs["LeftToRight"] = s.LeftToRight(r, doc, 1)
		_, _, errs["Match"] = Match([]*Topics{s, s}, 0)
		return errs
	}
	for name, err := range all(small()) {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for what, phi := range map[string][][]float64{"nil": nil, "empty row": {{}},
		"ragged": {{1, 0}, {1}}, "NaN": {{nan, 1}}, "Inf": {{inf, 0}}, "negative": {{-1, 2}},
		"sum": {{0.5, 0.4}}} {
		s := small()
		s.Phi = phi
		for name, err := range all(s) {
			if err == nil {
				t.Errorf("φ %s: no error of %s", what, name)
			}
		}
	}
	for name, err := range all(nil) {
		if err == nil {
			t.Errorf("no topics at all: no error of %s", name)
		}
	}
	errs := []error{}
	check := func(change func(s *Topics)) {
		s := small()
		change(s)
		_, shares := s.Shares()
		_, centred := s.TopDocuments(0, 1)
		errs = append(errs, shares, centred)
	}
	check(func(s *Topics) { s.Docs = nil })
	check(func(s *Topics) { s.Docs, s.Theta = []corpus.Doc{nil}, [][]float64{{0.5, 0.5}} })
	check(func(s *Topics) { s.Docs[0] = corpus.Doc{{Word: 9, N: 1}} })
	check(func(s *Topics) { s.Theta[2] = nil })
	check(func(s *Topics) { s.Theta[2][0] = nan })
	s := small()
	_, err := s.TopDocuments(2, 1)
	errs = append(errs, err)
	for _, bad := range []float64{-0.1, 1.1, nan} {
		_, relevant := s.TopRelevant(bad, 1)
		_, exclusive := s.TopExclusive(bad, 1)
		errs = append(errs, relevant, exclusive)
	}
	for _, alpha := range [][]float64{nil, {1, 1, 1}, {0}, {nan}, {1, inf}, {-1, 1}} {
		s := small()
		s.Alpha = alpha
		_, infer := s.Infer(r, doc, 1, 1)
		_, left := s.LeftToRight(r, doc, 1)
		errs = append(errs, infer, left)
	}
	_, err1 := s.Infer(nil, doc, 1, 1)
	_, err2 := s.Infer(r, doc, -1, 1)
	_, err3 := s.LeftToRight(nil, doc, 1)
	_, err4 := s.LeftToRight(r, doc, -1)
	_, err5 := s.LeftToRight(r, []corpus.Doc{{{Word: 5, N: 1}}}, 1)
	_, err0 := s.Infer(r, []corpus.Doc{{{Word: 0, N: math.MaxInt32}}}, 1, 1)
	s.Phi = [][]float64{{0, 1}}
	s.Alpha = []float64{1}
	_, err6 := s.Infer(r, doc, 1, 1)
	_, err7 := CountDocs(nil, [][]int{{1}})
	_, err8 := CountDocs(doc, nil)
	_, err9 := CountDocs(doc, [][]int{{1, 1}})
	_, err10 := CountDocs([]corpus.Doc{{{Word: -1, N: 1}}}, [][]int{{1}})
	_, err11 := CountWindows(nil, 1, [][]int{{1}})
	_, err12 := CountWindows([][]int32{{1}}, 0, [][]int{{-1}})
	_, err13 := CountDocs(doc, [][]int{make([]int, maxList+1)})
	errs = append(errs, err0, err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11,
		err12, err13)
	for i, err := range errs {
		if err == nil {
			t.Errorf("no error of case %d", i)
		}
	}
}
