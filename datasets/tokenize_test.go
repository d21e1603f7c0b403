package datasets

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTokenize(t *testing.T) {
	for _, c := range []struct{ text, words, plain string }{
		{"Don't — it's 10% off!", "don't it's 10 off", "don t it s 10 off"},
		{"the typographic ’s: Don’t", "the typographic s don't", "the typographic s don t"},
		{"'quoted' rock 'n' roll, the boys'", "quoted rock n roll the boys",
			"quoted rock n roll the boys"},
		{"two''apostrophes o'", "two apostrophes o", "two apostrophes o"},
		{"well-known state-of-the-art", "well known state of the art", "well known state of the art"},
		{"3.14 1,100 B2B", "3 14 1 100 b2b", "3 14 1 100 b2b"},
		{"snake_case __", "snake case", "snake_case __"},
		{"ÜBER Ωμέγα Жизнь", "über ωμέγα жизнь", "über ωμέγα жизнь"},
		{"e\u0301te\u0301 x\u0301'y", "e\u0301te\u0301 x\u0301'y", "e te x y"},
		{"東京 ½ Ⅷ", "東京 ½ ⅷ", "東京 ½ ⅷ"},
		{"a\xffb\x00c", "a b c", "a b c"},
		{"", "", ""},
		{" \t\n…!", "", ""},
	} {
		if got := Tokenize(c.text); !slices.Equal(got, strings.Fields(c.words)) {
			t.Errorf("Tokenize(%q) = %q, want %q", c.text, got, c.words)
		}
		if got := TokenizePlain(c.text); !slices.Equal(got, strings.Fields(c.plain)) {
			t.Errorf("TokenizePlain(%q) = %q, want %q", c.text, got, c.plain)
		}
	}
}

// Words are valid and not empty, and cutting a word again gives just that word.
func FuzzTokenize(f *testing.F) {
	for _, seed := range []string{"Don't stop", "\xff'\u0301'a", "İI'ı", "a'''b 'c'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, cut := range []func(string) []string{Tokenize, TokenizePlain} {
			words := cut(text)
			for _, w := range words {
				if w == "" || !utf8.ValidString(w) {
					t.Errorf("%q of %q", w, text)
				}
			}
			if again := cut(strings.Join(words, " ")); !slices.Equal(again, words) {
				t.Errorf("%q cut again is %q", words, again)
			}
		}
	})
}
