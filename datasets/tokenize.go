package datasets

import (
	"strings"
	"unicode"
)

// Tokenize returns the words of a text, in order and in lower case.
//
// A word is a longest run of letters, marks (separate accents) and numerals of any script, with
// apostrophes inside it: "Don't — it's 10% off!" is don't, it's, 10, off. The typographic
// apostrophe ’ becomes '. Everything else separates: spaces, hyphens, full stops, commas,
// underscores, bytes that are not UTF-8. In a script written without spaces a whole run becomes one
// word, so bring your own function for it (field Tokens of [VocabularySettings]).
func Tokenize(text string) []string {
	return runs(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
	}, true)
}

// TokenizePlain returns the words of a text, in order and in lower case, where a word is a longest
// run of letters, numerals and underscores, as \w+ finds it in Python. Apostrophes separate, so
// "Don't" is don, t. The messages of [SMSSpam] were cleaned this way, and new messages for it
// should be read the same way.
func TokenizePlain(text string) []string {
	return runs(text, func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
	}, false)
}

// runs cuts text into its runs of runes in a word, in lower case. If asked, it keeps single
// apostrophes between two of them.
func runs(text string, in func(rune) bool, apostrophes bool) []string {
	var words []string
	var word strings.Builder
	pending := false // an apostrophe that belongs to the word if the word goes on
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
		pending = false
	}
	for _, r := range text {
		switch {
		case in(r):
			if pending {
				word.WriteByte('\'')
				pending = false
			}
			word.WriteRune(unicode.ToLower(r))
		case apostrophes && (r == '\'' || r == '’') && word.Len() > 0 && !pending:
			pending = true
		default:
			end()
		}
	}
	end()
	return words
}
