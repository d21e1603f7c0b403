package browser

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gibbslab/sampler/corpus"
)

// A span is a word of the vocabulary in a text.
type span struct {
	start, end int // bytes
	word       int32
}

// finder finds the words of a vocabulary in texts.
type finder map[string]int32

func newFinder(vocabulary []string) finder {
	f := make(finder, len(vocabulary))
	for w, name := range vocabulary {
		f[name] = int32(w)
	}
	return f
}

// longestRun is the number of neighbouring words that an n-gram may have.
const longestRun = 5

// find lists the words in a text, from its start to its end. At each place it takes the longest
// one: an n-gram before a word, and a word with apostrophes or hyphens before its parts.
func (f finder) find(text string) (found []span) {
	pieces := cut(text)
	for i := 0; i < len(pieces); i++ {
		key, matched := "", -1
		for j := i; j < len(pieces) && j < i+longestRun; j++ {
			if j > i {
				key += joint(text[pieces[j-1].end:pieces[j].start])
			}
			key += text[pieces[j].start:pieces[j].end]
			w, ok := f[key]
			if !ok {
				w, ok = f[strings.ToLower(key)]
			}
			if ok {
				matched = j
				s := span{pieces[i].start, pieces[j].end, w}
				if n := len(found); n > 0 && found[n-1].start == s.start {
					found[n-1] = s
				} else {
					found = append(found, s)
				}
			}
		}
		if matched > i {
			i = matched
		}
	}
	return found
}

// joint is what a vocabulary has between two pieces of text: what stands there, if that is one
// character that may be part of a word, and otherwise the underscore of an n-gram.
func joint(between string) string {
	switch between {
	case "'", "’":
		return "'"
	case "-", "_", ".", "@", "/", "+":
		return between
	}
	return "_"
}

// cut finds the longest runs of letters, marks and numerals.
func cut(text string) (pieces []span) {
	start := -1
	for i, r := range text {
		switch in := unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			pieces, start = append(pieces, span{start, i, -1}), -1
		}
	}
	if start >= 0 {
		pieces = append(pieces, span{start, len(text), -1})
	}
	return pieces
}

// bag writes a document without text as its words, the most frequent first.
func bag(doc corpus.Doc, vocabulary []string) (text string, found []span) {
	sorted := slices.Clone(doc)
	slices.SortStableFunc(sorted, func(a, b corpus.Count) int { return int(b.N) - int(a.N) })
	var b strings.Builder
	for i, c := range sorted {
		if i > 0 {
			b.WriteString(", ")
		}
		start := b.Len()
		b.WriteString(valid(vocabulary[c.Word]))
		found = append(found, span{start, b.Len(), c.Word})
		if c.N > 1 {
			fmt.Fprintf(&b, " × %d", c.N)
		}
	}
	return b.String(), found
}

// units is the length of a text in JavaScript, which counts in units of UTF-16.
func units(text string) (n int) {
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// valid is the text as JSON will have it: each byte that is not UTF-8 becomes one character.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}
