package datasets

import (
	"bufio"
	"fmt"
	"strings"

	"gibbslab/sampler/corpus"
)

// readVocabulary reads one word per line; a path of "" gives nil.
func readVocabulary(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	words := []string{}
	err := withLines(path, func(l *lines) error {
		seen := map[string]int{}
		for l.next() {
			if strings.TrimSpace(l.text) == "" {
				return l.fail("empty, expected one word per line")
			}
			if first, twice := seen[l.text]; twice {
				return l.fail("%s again, as in line %d; give each word once", quoted(l.text), first)
			}
			seen[l.text] = l.n
			words = append(words, l.text)
			if err := l.keep(sliceBytes + mapBytes + len(l.text)); err != nil {
				return err
			}
		}
		return l.end()
	})
	if err != nil {
		return nil, err
	}
	return words, nil
}

// writeCorpus writes the documents to path and the words, one per line, to the file vocabulary, if
// there is one.
func writeCorpus(path, vocabulary string, c *corpus.Corpus, docs func(w *bufio.Writer)) error {
	files := []textFile{{path, docs}}
	if vocabulary != "" {
		files = append(files, textFile{vocabulary, func(w *bufio.Writer) {
			for _, word := range c.Vocabulary {
				fmt.Fprintln(w, word)
			}
		}})
	}
	return writeTexts(files...)
}

// writable returns an error if a corpus cannot be written in a format of numbers and a file of
// words.
func writable(c *corpus.Corpus, vocabularyPath string) error {
	if c == nil {
		return fmt.Errorf("datasets: the corpus is nil, expected one to write")
	}
	if err := corpus.Check(c.Docs, c.V()); err != nil {
		return err
	}
	if vocabularyPath == "" {
		return nil
	}
	if c.Vocabulary == nil {
		return fmt.Errorf("datasets: the corpus has no Vocabulary to write to %s; give \"\" for "+
			"that file", vocabularyPath)
	}
	seen := map[string]int{}
	for i, word := range c.Vocabulary {
		first, twice := seen[word]
		switch {
		case strings.TrimSpace(word) == "" || strings.ContainsAny(word, "\r\n\x00") ||
			strings.ToValidUTF8(word, "") != word:
			return fmt.Errorf("datasets: word %d of the vocabulary is %s, which cannot stand in "+
				"a line of its own", i, quoted(word))
		case i == 0 && strings.HasPrefix(word, "\ufeff"):
			return fmt.Errorf("datasets: word 0 of the vocabulary begins with a byte order mark, " +
				"which is lost on reading; remove it")
		case twice:
			return fmt.Errorf("datasets: %s is word %d and word %d of the vocabulary; give each "+
				"word once", quoted(word), first, i)
		}
		seen[word] = i
	}
	return nil
}
