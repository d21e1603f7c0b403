package datasets

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/corpus"
)

// bags writes documents as words, for comparison: "cat×2 mat | | dog".
func bags(c *corpus.Corpus) string {
	var docs []string
	for _, d := range c.Docs {
		var words []string
		for _, n := range d {
			word := c.Vocabulary[n.Word]
			if n.N > 1 {
				word += fmt.Sprint("×", n.N)
			}
			words = append(words, word)
		}
		docs = append(docs, strings.Join(words, " "))
	}
	return strings.Join(docs, " | ")
}

func TestFromTexts(t *testing.T) {
	texts := []string{"The cat sat on the mat.", "", "A dog; the cat's dog!", "?"}
	for _, c := range []struct {
		name, vocabulary, docs string
		w                      VocabularySettings
	}{
		{"all", "the dog a cat cat's mat on sat", "the×2 cat mat on sat |  | the dog×2 a cat's | ",
			VocabularySettings{}},
		{"another tokenizer", "The A cat cat's dog! dog; mat. on sat the ?", "",
			VocabularySettings{Tokens: strings.Fields}},
		{"stop words", "dog cat cat's mat sat", "cat mat sat |  | dog×2 cat's | ",
			VocabularySettings{Stop: []string{"the", "a", "on"}}},
		{"stop words as people write them", "dog cat mat sat", "cat mat sat |  | dog×2 | ",
			VocabularySettings{Stop: []string{"The", " a", "On", "Cat’s"}}},
		{"stop words in the form of Tokens", "The A cat cat's dog! dog; mat. on sat ?", "",
			VocabularySettings{Tokens: strings.Fields, Stop: []string{"the"}}},
		{"length", "cat's", " |  | cat's | ", VocabularySettings{MinLength: 4}},
		{"rare", "the", "the×2 |  | the | ", VocabularySettings{MinDocs: 2}},
		{"frequent", "dog a cat cat's mat on sat", "cat mat on sat |  | dog×2 a cat's | ",
			VocabularySettings{MaxDocs: 1}},
		{"pairs", "dog cat cat's cat's_dog cat_sat mat sat",
			"cat cat_sat mat sat |  | dog×2 cat's cat's_dog | ",
			VocabularySettings{NGrams: 2, Stop: []string{"the", "a", "on"}}},
		{"triples", "cat cat_sat cat_sat_on mat on on_the on_the_mat sat sat_on sat_on_the the " +
			"the_cat the_cat_sat the_mat",
			"", VocabularySettings{NGrams: 3}},
	} {
		in := texts
		if c.name == "triples" {
			in = []string{"the cat sat on the mat"}
		}
		got, err := FromTexts(in, c.w)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		// compared as a set: the order is that of the other cases
		if c.name == "triples" || c.docs == "" {
			slices.Sort(got.Vocabulary)
			want := strings.Fields(c.vocabulary)
			slices.Sort(want)
			if !slices.Equal(got.Vocabulary, want) {
				t.Errorf("%s: vocabulary %q\nwant %q", c.name, got.Vocabulary, want)
			}
			continue
		}
		if v := strings.Join(got.Vocabulary, " "); v != c.vocabulary {
			t.Errorf("%s: vocabulary %s\nwant %s", c.name, v, c.vocabulary)
		}
		if b := bags(got); b != c.docs {
			t.Errorf("%s: documents %s\nwant %s", c.name, b, c.docs)
		}
		if err := corpus.Check(got.Docs, len(got.Vocabulary)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestWordsRefused(t *testing.T) {
	for _, c := range []struct {
		texts []string
		w     VocabularySettings
		want  []string
	}{
		{nil, VocabularySettings{}, []string{"no text given"}},
		{[]string{"a", "."}, VocabularySettings{Stop: []string{"a"}}, []string{"no word is left"}},
		{[]string{"a b", "b c"}, VocabularySettings{MinDocs: 3},
			[]string{"no word is left of 3 in 2 documents"}},
		{[]string{"a"}, VocabularySettings{MinLength: -1, MinDocs: -2, MaxDocs: -3, NGrams: 6},
			[]string{"MinLength is -1", "MinDocs is -2", "MaxDocs is -3", "NGrams is 6, expected 0 to 5"}},
		{[]string{"a"}, VocabularySettings{MinDocs: 3, MaxDocs: 2},
			[]string{"MinDocs is 3 and MaxDocs 2"}},
		{[]string{"a"}, VocabularySettings{MinLength: math.MaxInt}, []string{"no word is left"}},
	} {
		got, err := FromTexts(c.texts, c.w)
		if err == nil || got != nil {
			t.Errorf("%q, %+v: %v, %v; want an error", c.texts, c.w, got, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q, %+v: error %q lacks %q", c.texts, c.w, err, want)
			}
		}
	}
}

// Choosing words from counts gives the same result as choosing them from the texts.
func TestChooseWords(t *testing.T) {
	texts := []string{"the cat sat on the mat", "", "a dog and the cat's dog", "on on on"}
	all, err := FromTexts(texts, VocabularySettings{})
	if err != nil {
		t.Fatal(err)
	}
	before := bags(all)
	for _, w := range []VocabularySettings{{}, {Stop: []string{"the"}}, {MinLength: 3},
		{MinDocs: 2}, {MaxDocs: 1}, {Stop: []string{"on"}, MinLength: 2, MaxDocs: 2}} {
		want, err := FromTexts(texts, w)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ChooseWords(all, w); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: %v, %v\nwant %v", w, got, err, want)
		}
	}
	if bags(all) != before {
		t.Error("ChooseWords changed what it was given")
	}
	for _, c := range []struct {
		c    *corpus.Corpus
		w    VocabularySettings
		want string
	}{
		{nil, VocabularySettings{}, "nil or has no Vocabulary"},
		{&corpus.Corpus{Docs: []corpus.Doc{{{Word: 0, N: 1}}}}, VocabularySettings{},
			"nil or has no Vocabulary"},
		{&corpus.Corpus{Vocabulary: []string{"a"}, Docs: []corpus.Doc{{{Word: 1, N: 1}}}},
			VocabularySettings{}, "word 1, expected 0 to 0"},
		{all, VocabularySettings{NGrams: 2}, "need the texts"},
		{all, VocabularySettings{Tokens: Tokenize}, "need the texts"},
		{all, VocabularySettings{MinDocs: 9}, "no word is left"},
		{all, VocabularySettings{MaxDocs: -1}, "MaxDocs is -1"},
	} {
		if got, err := ChooseWords(c.c, c.w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v; want an error with %q", got, err, c.want)
		}
	}
}

func TestEncode(t *testing.T) {
	vocabulary := []string{"free", "prize", "win_prize", "hello"}
	docs, unseen, err := Encode([]string{"WIN prize: win a free, free prize", "", "hello you"},
		vocabulary, VocabularySettings{NGrams: 2, Stop: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bags(&corpus.Corpus{Vocabulary: vocabulary, Docs: docs}),
		"free×2 prize×2 win_prize |  | hello"; got != want {
		t.Errorf("documents %s, want %s", got, want)
	}
	// Not in the vocabulary: win, win, prize_win, free_free, free_prize; you, hello_you.
	if want := []int{5, 0, 2}; !slices.Equal(unseen, want) {
		t.Errorf("unseen %v, want %v", unseen, want)
	}
	if docs, unseen, err := Encode(nil, []string{"a"}, VocabularySettings{}); err != nil ||
		len(docs)+len(unseen) != 0 {
		t.Errorf("no texts: %v %v %v", docs, unseen, err)
	}
	for _, c := range []struct {
		vocabulary []string
		w          VocabularySettings
		want       string
	}{
		{nil, VocabularySettings{}, "vocabulary is empty"},
		{[]string{"a", "b", "a"}, VocabularySettings{},
			`"a" is in the vocabulary twice, as word 0 and word 2`},
		{vocabulary, VocabularySettings{NGrams: -1}, "NGrams is -1"},
		{vocabulary, VocabularySettings{}, `"win_prize" of the vocabulary is joined by underscores`},
		{vocabulary, VocabularySettings{NGrams: 1}, "give the settings that made the vocabulary"},
	} {
		if _, _, err := Encode([]string{"a"}, c.vocabulary, c.w); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A corpus encoded in its own vocabulary does not change.
func TestEncodeIsFromTexts(t *testing.T) {
	texts := []string{"the cat sat on the mat", "", "a dog and the cat's dog"}
	for _, w := range []VocabularySettings{{}, {NGrams: 3},
		{Tokens: TokenizePlain, Stop: []string{"the"}}} {
		c, err := FromTexts(texts, w)
		if err != nil {
			t.Fatal(err)
		}
		docs, unseen, err := Encode(texts, c.Vocabulary, w)
		if err != nil || slices.Max(unseen) != 0 {
			t.Errorf("%+v: unseen %v, %v", w, unseen, err)
		}
		if got := bags(&corpus.Corpus{Vocabulary: c.Vocabulary, Docs: docs}); got != bags(c) {
			t.Errorf("%+v: %s, want %s", w, got, bags(c))
		}
	}
}

// The lab's own rule, on its own files if they are available: cut at spaces, in lower case, without
// its stop words. The numbers come from running its code in Python: len(vocab), and the sum of the
// lengths of the documents.
func TestTheLabsCorpus(t *testing.T) {
	texts, err := ReadLines("../../shared/data/reagan.txt")
	if err != nil {
		t.Logf("the original is not at hand: %v", err)
		return
	}
	stop, err := ReadLines("../../shared/data/stopwords.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		texts[i] = strings.ToLower(texts[i])
	}
	c, err := FromTexts(texts, VocabularySettings{Tokens: strings.Fields, Stop: stop})
	if err != nil || len(c.Docs) != 557 || c.V() != 6186 || c.Tokens() != 17723 {
		t.Errorf("%d documents, %d words, %d tokens, %v; want 557, 6186, 17723", len(c.Docs), c.V(),
			c.Tokens(), err)
	}
}
