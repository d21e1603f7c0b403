package datasets

import (
	"strings"
	"testing"
)

func TestEnglishStopWords(t *testing.T) {
	words := EnglishStopWords()
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w] {
			t.Errorf("%q is there twice", w)
		}
		seen[w] = true
		if w != strings.ToLower(w) || len(Tokenize(w)) != 1 || Tokenize(w)[0] != w {
			t.Errorf("%q is no word as Tokenize gives it", w)
		}
	}
	// If Tokenize keeps a contraction, TokenizePlain cuts it into parts that are stop words too.
	for _, w := range words {
		for _, part := range TokenizePlain(w) {
			if !seen[part] {
				t.Errorf("%q, a part of %q, is missing", part, w)
			}
		}
	}
	for _, content := range []string{"government", "free", "peace", "call", "well", "shell", "hell",
		"year", "two"} {
		if seen[content] {
			t.Errorf("%q is no function word", content)
		}
	}
	words[0] = "changed"
	if EnglishStopWords()[0] == "changed" {
		t.Error("a caller's change shows in the next call")
	}
}
