package datasets

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gibbslab/internal/numeric"
)

// WriteMallet writes a state in the form that [ReadMallet] and MALLET itself (--input-state) read.
// A path that ends in .gz, as MALLET expects, is compressed. The file is written in full or not at
// all. Documents without tokens have no line.
//
// MALLET goes on from a state only with the same texts as --input, and only if the words have the
// numbers that it gave them: in the order in which they first appear in these texts.
//
// Errors: a nil state, lists of different lengths, words and topics out of range, words that are
// empty, repeated in the vocabulary or contain a space, sources with a line break, an Alpha or Beta
// that is not positive, and a file that cannot be written.
func WriteMallet(path string, s *MalletState) error {
	if err := s.check(); err != nil {
		return err
	}
	return writeTexts(textFile{path, func(w *bufio.Writer) {
		fmt.Fprintln(w, "#doc source pos typeindex type topic")
		if s.Alpha != nil {
			fmt.Fprint(w, "#alpha : ")
			for _, a := range s.Alpha {
				fmt.Fprint(w, strconv.FormatFloat(a, 'g', -1, 64), " ")
			}
			fmt.Fprintln(w)
		}
		if s.Beta != 0 {
			fmt.Fprintln(w, "#beta :", strconv.FormatFloat(s.Beta, 'g', -1, 64))
		}
		for d, words := range s.Words {
			source := "NA"
			if s.Sources != nil && s.Sources[d] != "" {
				source = s.Sources[d]
			}
			for i, word := range words {
				fmt.Fprintln(w, d, source, i, word, s.Vocabulary[word], s.Topics[d][i])
			}
		}
	}})
}

func (s *MalletState) check() error {
	if s == nil {
		return fmt.Errorf("datasets: the state is nil, expected one to write")
	}
	if len(s.Topics) != len(s.Words) || s.Sources != nil && len(s.Sources) != len(s.Words) {
		return fmt.Errorf("datasets: the state has Words of %d documents, Topics of %d and %d "+
			"Sources; expected the same number (or no Sources)",
			len(s.Words), len(s.Topics), len(s.Sources))
	}
	for k, a := range s.Alpha {
		if !numeric.Positive(a) {
			return fmt.Errorf("datasets: Alpha[%d] is %g, expected positive numbers", k, a)
		}
	}
	if s.Alpha != nil && len(s.Alpha) == 0 || s.Beta != 0 && !numeric.Positive(s.Beta) {
		return fmt.Errorf("datasets: %d numbers Alpha and Beta %g, expected one per topic, or nil, "+
			"and a positive number, or 0", len(s.Alpha), s.Beta)
	}
	used := make([]bool, len(s.Vocabulary))
	for d, words := range s.Words {
		if len(s.Topics[d]) != len(words) {
			return fmt.Errorf("datasets: document %d has %d words and %d topics, expected the "+
				"same number", d, len(words), len(s.Topics[d]))
		}
		if s.Sources != nil && (strings.ContainsAny(s.Sources[d], "\r\n\x00") ||
			!utf8.ValidString(s.Sources[d])) {
			return fmt.Errorf("datasets: the source of document %d is %s, expected no line break "+
				"in it", d, quoted(s.Sources[d]))
		}
		for i, w := range words {
			if w < 0 || int(w) >= len(s.Vocabulary) {
				return fmt.Errorf("datasets: document %d has word %d, expected 0 to %d as the "+
					"vocabulary has %d words", d, w, len(s.Vocabulary)-1, len(s.Vocabulary))
			}
			used[w] = true
			if k := s.Topics[d][i]; k < 0 || s.Alpha != nil && int(k) >= len(s.Alpha) {
				return fmt.Errorf("datasets: document %d has topic %d, expected one from 0, "+
					"below the number of Alpha if there are any", d, k)
			}
		}
	}
	seen := map[string]int{}
	for w, word := range s.Vocabulary {
		if !used[w] {
			continue
		}
		if first, twice := seen[word]; twice {
			return fmt.Errorf("datasets: %s is word %d and word %d of the vocabulary; give each "+
				"word once", quoted(word), first, w)
		}
		seen[word] = w
		if word == "" || strings.ContainsAny(word, " \r\n\x00") || !utf8.ValidString(word) {
			return fmt.Errorf("datasets: word %d of the vocabulary is %s, expected no space or "+
				"line break in it", w, quoted(word))
		}
	}
	return nil
}
