package corpus

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// maxProblems is the number of wrong documents that one error names.
const maxProblems = 10

// Check returns nil if docs are documents over a vocabulary of v words as [Doc] describes them.
// Otherwise it returns an error with a sentence for each wrong document (the first ten): a word
// below 0, or at or above v; words out of order or repeated; a count below 1. Documents are
// numbered from 0. Check never changes them.
func Check(docs []Doc, v int) error { return CheckSeq(slices.Values(docs), v) }

// CheckSeq is Check for documents that come one after the other and are not held in memory. It goes
// through all of them once, or stops after the eleventh wrong one.
func CheckSeq(docs iter.Seq[Doc], v int) error {
	var problems []error
	i := -1
	for d := range docs {
		i++
		err := check(d, v)
		if err == nil {
			continue
		}
		if len(problems) == maxProblems {
			return errors.Join(append(problems,
				errors.New("corpus: more documents are wrong; the first ten are named"))...)
		}
		problems = append(problems, fmt.Errorf("corpus: document %d: %w", i, err))
	}
	return errors.Join(problems...)
}

func check(d Doc, v int) error {
	for i, c := range d {
		switch {
		case c.Word < 0 || int(c.Word) >= v:
			return fmt.Errorf("word %d, expected 0 to %d (a vocabulary of %d); leave out words "+
				"beyond the vocabulary", c.Word, v-1, v)
		case i > 0 && c.Word == d[i-1].Word:
			return fmt.Errorf("word %d twice; give each word once, with its number of occurrences", c.Word)
		case i > 0 && c.Word < d[i-1].Word:
			return fmt.Errorf("word %d after word %d; give the words in increasing order", c.Word,
				d[i-1].Word)
		case c.N < 1:
			return fmt.Errorf("word %d has count %d, expected 1 or more; leave out words that do "+
				"not occur", c.Word, c.N)
		}
	}
	return nil
}
