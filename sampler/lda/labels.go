package lda

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler"
)

// Labels let a document use the topics of its own labels only, and those shared by all. With one
// topic for each label and none shared this is labelled LDA; with several, or with shared ones,
// partially labelled topics:
//
//	θ_d ~ Dirichlet(α_k for the topics k of its labels and the shared ones; 0 for the others)
//
// So topics have names from the start. With one topic for each label they are the same in all
// chains, and nothing needs to be matched. The shared topics take what is common to all documents.
//
// Prior.K may be left 0: it follows from the labels. Prior.Alpha is α_k, and nil means 0.5 for each
// topic. A token costs as much as its document may have topics, whatever K is. phi and theta are
// recorded as always; θ_dk is 0 for the topics that document d may not have.
// [gibbslab/sampler/lda/topics.Topics.Infer] gives new documents, without labels, shares of all
// topics, which are guesses of their labels.
//
// Sources: Ramage, Hall, Nallapati & Manning, "Labeled LDA", Empirical Methods in Natural Language
// Processing (2009) 248–256; Ramage, Manning & Dumais, "Partially labeled topic models for
// interpretable text mining", Knowledge Discovery and Data Mining (2011) 457–465, whose one label
// for the shared topics is here part of each document.
type Labels struct {
	Of [][]string // the labels of each document; some may have none if there are shared topics
	// Names are all labels, in the order of their topics. Nil means alphabetical order.
	Names []string
	// PerLabel is the number of topics of each label. 0 means 1.
	PerLabel int
	// Shared is the number of topics that all documents may have. They come last.
	Shared int
}

// Topics returns the names of the topics, in their order: the labels, with a number if a label has
// several topics, and then "shared 1" and so on.
func (l Labels) Topics() []string {
	var names []string
	for _, name := range l.names() {
		for i := range max(l.PerLabel, 1) {
			if l.PerLabel > 1 {
				names = append(names, fmt.Sprintf("%s %d", name, i+1))
			} else {
				names = append(names, name)
			}
		}
	}
	for i := range l.Shared {
		names = append(names, fmt.Sprintf("shared %d", i+1))
	}
	return names
}

func (l Labels) names() []string {
	if l.Names != nil {
		return l.Names
	}
	return namesIn(l.Of)
}

// namesIn lists the names that occur, in alphabetical order.
func namesIn(of [][]string) []string {
	names := slices.Concat(of...)
	slices.Sort(names)
	return slices.Compact(names)
}

// numbered finds the numbers of the names of each document, in increasing order. what says what is
// named: "label".
func numbered(what string, names []string, of [][]string) ([][]int, error) {
	at := map[string]int{}
	for i, name := range names {
		if _, ok := at[name]; ok {
			return nil, fmt.Errorf("the %s %q is twice in Names: give each once", what, name)
		}
		at[name] = i
	}
	numbers, used := make([][]int, len(of)), make([]bool, len(names))
	for d, list := range of {
		for _, name := range list {
			i, ok := at[name]
			switch {
			case strings.TrimSpace(name) == "":
				return nil, fmt.Errorf("document %d has an empty %s: leave it out", d, what)
			case !ok:
				return nil, fmt.Errorf("document %d has the %s %q, which is not in Names: add it, "+
					"or leave Names nil", d, what, name)
			}
			used[i] = true
			numbers[d] = append(numbers[d], i)
		}
		slices.Sort(numbers[d])
		numbers[d] = slices.Compact(numbers[d])
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, fmt.Errorf("no document has the %s %q of Names, so nothing can be learnt about "+
			"it: leave it out", what, names[i])
	}
	return numbers, nil
}

func (l Labels) prepare(p Prior, docs int) (Prior, []error) {
	var errs []error
	bad := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf("lda: Labels: "+format, a...))
	}
	l.PerLabel = cmp.Or(l.PerLabel, 1)
	if l.PerLabel < 1 || l.PerLabel > maxTopics || l.Shared < 0 || l.Shared > maxTopics {
		bad("PerLabel is %d and Shared %d, expected 1 to %d (or 0 for 1), and 0 to %[3]d",
			l.PerLabel, l.Shared, maxTopics)
	}
	if len(l.Of) != docs {
		bad("Of has the labels of %d documents, and there are %d: give a list for each", len(l.Of), docs)
	}
	l.Names = l.names()
	numbers, err := numbered("label", l.Names, l.Of)
	if err != nil {
		bad("%w", err)
	}
	if len(errs) > 0 {
		return p, errs
	}
	if len(l.Names) == 0 {
		return p, []error{errors.New("lda: Labels: no document has a label: leave Prior.By nil")}
	}
	if l.Shared == 0 {
		for d, list := range numbers {
			if len(list) == 0 {
				bad("document %d has no label, and there are no shared topics, so it could have no "+
					"topic at all: give it a label, leave it out, or set Shared to 1 or more", d)
				return p, errs
			}
		}
	}
	k := len(l.Names)*l.PerLabel + l.Shared
	switch p.K {
	case k:
	case 0:
		p.K = k
	default:
		bad("Prior.K is %d, and %d labels with PerLabel %d and Shared %d make %d topics: leave K 0",
			p.K, len(l.Names), l.PerLabel, l.Shared, k)
	}
	if p.Alpha == nil {
		p.Alpha = []float64{0.5}
	}
	if p.K > maxTopics { // which the prior reports
		return p, errs
	}
	keys := make([]string, docs)
	for d, list := range numbers {
		keys[d] = fmt.Sprint(list)
	}
	rows, first := rowsOf(keys)
	for _, d := range first {
		rows.topics = append(rows.topics, l.topicsOf(numbers[d]))
	}
	p.By, p.rows = l, rows
	return p, errs
}

// topicsOf lists the topics of some labels, and the shared ones, in increasing order.
func (l Labels) topicsOf(labels []int) []uint16 {
	var topics []uint16
	for _, label := range labels {
		for i := range l.PerLabel {
			topics = append(topics, uint16(label*l.PerLabel+i))
		}
	}
	for i := range l.Shared {
		topics = append(topics, uint16(len(l.Names)*l.PerLabel+i))
	}
	return topics
}

func (Labels) blocks() []sampler.Block[State]      { return nil }
func (Labels) params(Prior) []sampler.Param[State] { return nil }
func (Labels) logPrior(*State) float64             { return 0 }

func (Labels) begin(s *State) {
	s.alphas = make([]float64, len(s.Alpha))
	s.masked = 0
	s.maskTo(0)
}

// maskTo writes α into alphas for the topics of a row, and 0 for the others. It returns the sum.
func (s *State) maskTo(row int) (total float64) {
	for _, k := range s.rows.topics[s.masked] {
		s.alphas[k] = 0
	}
	s.masked = row
	for _, k := range s.rows.topics[row] {
		s.alphas[k] = s.Alpha[k]
		total += s.Alpha[k]
	}
	return total
}

// checkAllowed reports a token with a topic that its document may not have.
func (s *State) checkAllowed() (err error) {
	if s.rows == nil || s.rows.topics == nil {
		return nil
	}
	s.tokens.each(func(token, doc, _ int) {
		if z := s.z[token]; err == nil && z != none {
			if _, ok := slices.BinarySearch(s.rows.topics[s.rows.of[doc]], z); !ok {
				err = fmt.Errorf("lda: the State has a token of topic %d in document %d, whose "+
					"labels do not allow it: give a state of a model with the same labels", z, doc)
			}
		}
	})
	return err
}
