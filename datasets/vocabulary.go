package datasets

import (
	"strings"
)

// readVocabulary reads one word per line; a path of "" gives nil.
func readVocabulary(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	return withLines(path, func(l *lines) ([]string, error) {
		words := []string{}
		seen := map[string]int{}
		for l.next() {
			if strings.TrimSpace(l.text) == "" {
				return nil, l.fail("empty, expected one word per line")
			}
			if first, twice := seen[l.text]; twice {
				return nil, l.fail("%s again, as in line %d; give each word once", quoted(l.text), first)
			}
			seen[l.text] = l.n
			words = append(words, l.text)
			if err := l.keep(sliceBytes + mapBytes + len(l.text)); err != nil {
				return nil, err
			}
		}
		return words, l.end()
	})
}
