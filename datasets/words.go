package datasets

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gibbslab/sampler/corpus"
)

// VocabularySettings says which words of texts to count. The zero value counts all words that
// [Tokenize] finds.
type VocabularySettings struct {
	// Tokens cuts a text into words. Nil is [Tokenize].
	Tokens func(text string) []string
	// Stop lists words to leave out. Nil Tokens reads them as it reads texts: The and don’t stop the
	// and don't. Otherwise give them in the form that Tokens gives. For English see
	// [EnglishStopWords].
	Stop []string
	// MinLength leaves out words with fewer letters. 0 and 1 leave out none.
	MinLength int
	// MinDocs leaves out words that occur in fewer documents. 0 and 1 leave out none; 2 is a good
	// start for topics.
	MinDocs int
	// MaxDocs leaves out words that occur in more documents. 0 means no limit.
	MaxDocs int
	// NGrams above 1 also counts runs of 2, …, NGrams words (at most 5), joined by underscores:
	// social_security. The words must be next to each other in what Tokens returns, and none of
	// them may be a stop word or too short.
	NGrams int
}

// FromTexts counts the words of texts, one document for each text, in the order of texts. A text
// without words is an empty document.
//
// The vocabulary is in order of frequency: word 0 has the most tokens. Ties are in the order of
// their bytes, which for English is alphabetical. Letters composed in different ways (é as one
// character or as two) are different words.
//
// It is an error to give no text, a setting out of its range, or settings that leave no word at
// all.
func FromTexts(texts []string, w VocabularySettings) (*corpus.Corpus, error) {
	if len(texts) == 0 {
		return nil, errors.New("datasets: no text given, expected at least one")
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	terms := w.reader()
	number := map[string]int32{}
	all := &corpus.Corpus{Docs: make([]corpus.Doc, len(texts))}
	var doc []int32
	for i, text := range texts {
		doc = doc[:0]
		for term := range terms(text) {
			n, ok := number[term]
			if !ok {
				n = int32(len(number))
				term = strings.Clone(term) // a substring would keep the whole text in memory
				number[term] = n
				all.Vocabulary = append(all.Vocabulary, term)
			}
			doc = append(doc, n)
		}
		all.Docs[i] = corpus.Bag(doc)
	}
	w.Stop, w.MinLength = nil, 0 // done
	return choose(all, w)
}

// check returns what is wrong with the settings, all at once.
func (w VocabularySettings) check() error {
	var problems []error
	for _, s := range []struct {
		name  string
		value int
	}{{"MinLength", w.MinLength}, {"MinDocs", w.MinDocs}, {"MaxDocs", w.MaxDocs}} {
		if s.value < 0 {
			problems = append(problems, fmt.Errorf("datasets: VocabularySettings.%s is %d, "+
				"expected 0 (the default) or more", s.name, s.value))
		}
	}
	if w.NGrams < 0 || w.NGrams > 5 {
		problems = append(problems, fmt.Errorf("datasets: VocabularySettings.NGrams is %d, "+
			"expected 0 to 5", w.NGrams))
	}
	if w.MaxDocs > 0 && w.MinDocs > w.MaxDocs {
		problems = append(problems, fmt.Errorf("datasets: VocabularySettings.MinDocs is %d and "+
			"MaxDocs %d, which leaves no word; make MinDocs the smaller", w.MinDocs, w.MaxDocs))
	}
	return errors.Join(problems...)
}

func (w VocabularySettings) tokens(text string) []string {
	if w.Tokens == nil {
		return Tokenize(text)
	}
	return w.Tokens(text)
}

// reader returns a function from a text to its terms: words that are not left out, and n-grams of
// them.
func (w VocabularySettings) reader() func(text string) func(yield func(string) bool) {
	keep := w.keeper()
	return func(text string) func(yield func(string) bool) {
		return func(yield func(string) bool) {
			var run []string // the words since the last one left out, as many as an n-gram may have
			for _, word := range w.tokens(text) {
				if !keep(word) {
					run = run[:0]
					continue
				}
				if !yield(word) {
					return
				}
				for i := range run {
					if !yield(strings.Join(run[i:], "_") + "_" + word) {
						return
					}
				}
				if run = append(run, word); len(run) >= max(w.NGrams, 1) {
					run = append(run[:0], run[1:]...)
				}
			}
		}
	}
}

// keeper returns a test of whether a word is long enough and not a stop word.
func (w VocabularySettings) keeper() func(word string) bool {
	stop := make(map[string]bool, len(w.Stop))
	for _, s := range w.Stop {
		stop[s] = true
		if words := Tokenize(s); w.Tokens == nil && len(words) == 1 {
			stop[words[0]] = true
		}
	}
	return func(word string) bool {
		return !stop[word] && utf8.RuneCountInString(word) >= max(w.MinLength, 1)
	}
}

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
