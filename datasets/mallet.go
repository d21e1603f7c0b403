package datasets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/corpus"
)

// A MalletState is the state of a topic model as MALLET prints it: each token with its topic, in
// the order of the text. Token i of document d is word Words[d][i] and has topic Topics[d][i].
type MalletState struct {
	Vocabulary []string
	Sources    []string // where each document comes from; "NA" or "" if MALLET does not know
	Words      [][]int32
	Topics     [][]int32
	Alpha      []float64 // concentration of each topic; nil if the file does not say
	Beta       float64   // concentration of each word; 0 if the file does not say
}

// Corpus returns the documents as bags of words, with a vocabulary of its own.
func (s *MalletState) Corpus() *corpus.Corpus {
	c := &corpus.Corpus{Vocabulary: slices.Clone(s.Vocabulary), Docs: make([]corpus.Doc, len(s.Words))}
	for d, words := range s.Words {
		c.Docs[d] = corpus.Bag(words)
	}
	return c
}

// ReadMallet reads a state that MALLET wrote with --output-state, compressed with gzip or not. Its
// lines are
//
//	#doc source pos typeindex type topic
//	#alpha : 0.1 0.1
//	#beta : 0.01
//	0 NA 0 17 economy 1
//
// Documents are numbered from 0. MALLET does not print documents without tokens: a missing number
// between others becomes an empty document, and empty documents at the end are unknown. If no token
// has a word's number, that word is "" in the vocabulary.
//
// Anything else is an error that names the file and line, what was found and what was expected: for
// example a document in two pieces, a word with two numbers or a number with two words, and a topic
// that alpha does not have.
func ReadMallet(path string) (s *MalletState, err error) {
	err = withLines(path, func(l *lines) error {
		s, err = parseMallet(l)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func parseMallet(l *lines) (*MalletState, error) {
	s := &MalletState{}
	number := map[string]int32{}
	tokens := 0
	for l.next() {
		if strings.HasPrefix(l.text, "#") && tokens == 0 {
			if err := s.comment(l); err != nil {
				return nil, err
			}
			continue
		}
		if strings.TrimSpace(l.text) == "" {
			continue
		}
		fields := strings.Split(l.text, " ")
		last := len(fields) - 1
		if last < 5 {
			return nil, l.fail("%d field(s), expected doc, source, pos, typeindex, type and topic "+
				"with a space between", last+1)
		}
		tokens++
		var v [3]int32
		for i, f := range []struct{ text, what string }{{fields[0], "the document"},
			{fields[last-2], "the typeindex"}, {fields[last], "the topic"}} {
			var err error
			if v[i], err = l.number(f.text, f.what, 0); err != nil {
				return nil, err
			}
		}
		if _, err := l.number(fields[last-3], "the position", 0); err != nil {
			return nil, err
		}
		doc, w, topic, word := int(v[0]), v[1], v[2], fields[last-1]
		source := strings.Join(fields[1:last-3], " ") // a file's name may have spaces
		switch have := len(s.Words); {
		case doc < have-1:
			return nil, l.fail("document %d after document %d; expected the tokens of a document "+
				"together, in the order of documents", doc, have-1)
		case manyEmpty(doc, tokens), manyEmpty(int(w), tokens):
			return nil, l.fail("document %d and typeindex %d, but only %d tokens so far; expected "+
				"numbers without such gaps", doc, w, tokens)
		case word == "":
			return nil, l.fail("the type is empty, expected a word")
		case s.Alpha != nil && int(topic) >= len(s.Alpha):
			return nil, l.fail("topic %d, expected 0 to %d as alpha has %d numbers", topic,
				len(s.Alpha)-1, len(s.Alpha))
		}
		more := max(doc+1-len(s.Words), 0)*(3*sliceBytes+len(source)) +
			max(int(w)+1-len(s.Vocabulary), 0)*(sliceBytes+mapBytes+len(word))
		if err := l.keep(more + countBytes); err != nil {
			return nil, err
		}
		for len(s.Words) <= doc {
			s.Words, s.Topics, s.Sources = append(s.Words, nil), append(s.Topics, nil), append(s.Sources, "")
		}
		for len(s.Vocabulary) <= int(w) {
			s.Vocabulary = append(s.Vocabulary, "")
		}
		if n, ok := number[word]; ok && n != w {
			return nil, l.fail("%s has typeindex %d, but %d before; expected one number per word",
				quoted(word), w, n)
		}
		if before := s.Vocabulary[w]; before != "" && before != word {
			return nil, l.fail("typeindex %d is %s, but %s before; expected one word per number", w,
				quoted(word), quoted(before))
		} else if before == "" {
			s.Vocabulary[w] = strings.Clone(word)
			number[s.Vocabulary[w]] = w
		}
		if len(s.Words[doc]) == 0 {
			s.Sources[doc] = strings.Clone(source)
		} else if s.Sources[doc] != source {
			return nil, l.fail("document %d has source %s, but %s before; expected one per "+
				"document", doc, quoted(source), quoted(s.Sources[doc]))
		}
		s.Words[doc], s.Topics[doc] = append(s.Words[doc], w), append(s.Topics[doc], topic)
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	if tokens == 0 {
		return nil, fmt.Errorf("datasets: file %s: no data: the file has no token, expected "+
			"lines of doc, source, pos, typeindex, type and topic", l.path)
	}
	return s, nil
}

// comment reads the lines of the head: alpha and beta; it ignores others.
func (s *MalletState) comment(l *lines) error {
	name, values, _ := strings.Cut(l.text, ":")
	name = strings.TrimSpace(strings.TrimPrefix(name, "#"))
	if name != "alpha" && name != "beta" {
		return nil
	}
	var x []float64
	for _, field := range strings.Fields(values) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil || !numeric.Positive(v) {
			return l.fail("%s is %s, expected positive numbers", name, quoted(field))
		}
		x = append(x, v)
	}
	switch {
	case name == "alpha" && len(x) > 0 && s.Alpha == nil:
		s.Alpha = x
	case name == "beta" && len(x) == 1 && s.Beta == 0:
		s.Beta = x[0]
	default:
		return l.fail("%d numbers for %s, expected one line with one for each topic, or one for "+
			"beta", len(x), name)
	}
	return nil
}
