package datasets

import "strings"

// readVocabulary reads one word per line; a path of "" gives nil.
func readVocabulary(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	return withLines(path, func(l *lines) ([]string, error) {
		words := []string{}
		seen := map[string]int{}
		for l.next() {
			word := strings.TrimSpace(l.text)
			if word == "" {
				return nil, l.fail("empty, expected one word per line")
			}
			if first, twice := seen[word]; twice {
				return nil, l.fail("%s again, as in line %d; give each word once", quoted(word), first)
			}
			seen[word] = l.n
			words = append(words, word)
			if err := l.keep(sliceBytes + mapBytes + len(word)); err != nil {
				return nil, err
			}
		}
		return words, l.end()
	})
}
