// Package problems collects the problems of parameters and describes them: one sentence for all
// parameters with the same problem.
package problems

import (
	"fmt"
	"strings"

	"gibbslab/sampler/diag/internal/tables"
)

// namedLabels is the number of parameters that one warning names; it counts the others.
const namedLabels = 5

// A Warning is one problem with the parameters that have it, the worst first. It is an error of
// Summary.Warnings.
type Warning struct {
	Labels  []string
	Single  []string // the sentence about each of them
	details []string // details that distinguish parameters sharing a sentence, "" if there are none
	Shared  string   // the sentence about several
	All     bool     // every one of several parameters has this problem
	Grade   Grade
}

// Add adds a parameter with this problem.
func (w *Warning) Add(label, detail, single string) {
	w.Labels = append(w.Labels, label)
	w.details = append(w.details, detail)
	w.Single = append(w.Single, single)
}

// Error is the sentence. It names the worst parameters and counts the others.
func (w *Warning) Error() string {
	sentence, differ := w.Single[0], false
	for _, other := range w.Single {
		differ = differ || other != sentence
	}
	if differ {
		sentence = w.Shared
	}
	var named []string
	for i, label := range w.Labels[:min(len(w.Labels), namedLabels)] {
		if differ && w.details[i] != "" {
			label += " (" + w.details[i] + ")"
		}
		named = append(named, label)
	}
	subject := strings.Join(named, ", ")
	if more := len(w.Labels) - len(named); more > 0 {
		subject += " and " + tables.Count(more) + " more"
	}
	switch {
	case w.All && differ:
		subject = "all parameters, " + subject
	case w.All:
		subject = "all parameters"
	}
	return subject + ": " + sentence
}

// A List collects the problems of parameters.
type List struct {
	Found    []*Warning
	byShared map[string]*Warning
}

// Add adds a problem of one parameter. Problems with the same shared sentence become one warning.
func (l *List) Add(g Grade, label, detail, single, shared string) {
	if l.byShared == nil {
		l.byShared = map[string]*Warning{}
	}
	w := l.byShared[shared]
	if w == nil {
		w = &Warning{Shared: shared, Grade: g}
		l.byShared[shared] = w
		l.Found = append(l.Found, w)
	}
	w.Add(label, detail, single)
}

// AddSame adds a problem whose sentence is the same for all parameters.
func (l *List) AddSame(g Grade, label, format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	l.Add(g, label, "", sentence, sentence)
}

// Merge adds the problems of another list.
func (l *List) Merge(other *List) {
	for _, w := range other.Found {
		for i := range w.Labels {
			l.Add(w.Grade, w.Labels[i], w.details[i], w.Single[i], w.Shared)
		}
	}
}
