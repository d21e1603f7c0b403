package diag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// namedLabels is how many parameters one warning names; the others it counts.
const namedLabels = 5

// A warning is one trouble with the parameters that have it, the worst first: the errors of Summary.Warnings.
type warning struct {
	labels  []string
	single  []string // the sentence about each of them
	details []string // what distinguishes each one when they share a sentence, "" if nothing does
	shared  string   // the sentence about several
	all     bool     // every parameter of several has this trouble
	grade   grade
}

func (w *warning) add(label, detail, single string) {
	w.labels = append(w.labels, label)
	w.details = append(w.details, detail)
	w.single = append(w.single, single)
}

// Error is the sentence, with the worst parameters by name and the others counted.
func (w *warning) Error() string {
	sentence, differ := w.single[0], false
	for _, other := range w.single {
		differ = differ || other != sentence
	}
	if differ {
		sentence = w.shared
	}
	var named []string
	for i, label := range w.labels[:min(len(w.labels), namedLabels)] {
		if differ && w.details[i] != "" {
			label += " (" + w.details[i] + ")"
		}
		named = append(named, label)
	}
	subject := strings.Join(named, ", ")
	if more := len(w.labels) - len(named); more > 0 {
		subject += " and " + count(more) + " more"
	}
	switch {
	case w.all && differ:
		subject = "all parameters, " + subject
	case w.all:
		subject = "all parameters"
	}
	return subject + ": " + sentence
}

// troubles collects what is wrong with which parameter.
type troubles struct {
	found         []*warning
	byShared      map[string]*warning
	chains, draws int // the fewest among parameters with draws
}

// add adds a trouble of one parameter. Those with the same shared sentence become one warning.
func (t *troubles) add(g grade, label, detail, single, shared string) {
	if t.byShared == nil {
		t.byShared = map[string]*warning{}
	}
	w := t.byShared[shared]
	if w == nil {
		w = &warning{shared: shared, grade: g}
		t.byShared[shared] = w
		t.found = append(t.found, w)
	}
	w.add(label, detail, single)
}

// addSame adds a trouble whose sentence is the same for all parameters.
func (t *troubles) addSame(g grade, label, format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	t.add(g, label, "", sentence, sentence)
}

// merge adds the troubles of another parameter.
func (t *troubles) merge(other *troubles) {
	if other.chains > 0 {
		t.counted(other.chains, other.draws)
	}
	for _, w := range other.found {
		for i := range w.labels {
			t.add(w.grade, w.labels[i], w.details[i], w.single[i], w.shared)
		}
	}
}

// counted notes how many chains, and draws of each, there are of one parameter.
func (t *troubles) counted(chains, draws int) {
	if t.chains == 0 {
		t.chains, t.draws = chains, draws
	}
	t.chains, t.draws = min(t.chains, chains), min(t.draws, draws)
}

// report completes the summary of the inspected rows: how much counted, and the warnings, the gravest first.
func (t *troubles) report(s *Summary) {
	s.Chains, s.Draws = t.chains, t.draws
	s.Warnings = nil
	if len(s.Rows) == 0 {
		s.Warnings = []error{errors.New("the trace holds no draws: run the sampler, or look at the error that it returned")}
		return
	}
	all := append(t.found, s.mixing()...)
	slices.SortStableFunc(all, func(a, b *warning) int { return cmp.Compare(a.grade, b.grade) })
	for _, w := range all {
		w.all = len(w.labels) == len(s.Rows) && len(w.labels) > 3
		s.Warnings = append(s.Warnings, w)
	}
}

// reasons are the sentences about each parameter by itself, by label.
func (s *Summary) reasons() map[string][]string {
	by := map[string][]string{}
	for _, err := range s.Warnings {
		var w *warning
		if errors.As(err, &w) {
			for i, label := range w.labels {
				by[label] = append(by[label], w.single[i])
			}
		}
	}
	return by
}
