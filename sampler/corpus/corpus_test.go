package corpus

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestBag(t *testing.T) {
	words := []int32{3, 1, 3, 0, 3, 1}
	before := slices.Clone(words)
	want := Doc{{0, 1}, {1, 2}, {3, 3}}
	if got := Bag(words); !slices.Equal(got, want) {
		t.Errorf("Bag = %v, want %v", got, want)
	}
	if !slices.Equal(words, before) {
		t.Errorf("Bag changed its argument to %v", words)
	}
	if got := want.Words(); !slices.Equal(got, []int32{0, 1, 1, 3, 3, 3}) {
		t.Errorf("Words = %v", got)
	}
	if got := (Doc{{0, -5}}).Words(); len(got) != 0 {
		t.Errorf("a count below 0 gives %v", got)
	}
	if got := Bag(nil); len(got) != 0 || got.Tokens() != 0 {
		t.Errorf("Bag(nil) = %v", got)
	}
}

func TestSizes(t *testing.T) {
	c := &Corpus{Docs: []Doc{{{0, 2}, {4, 1}}, nil, {{2, 5}}}}
	if c.Tokens() != 8 || c.V() != 5 {
		t.Errorf("tokens %d, V %d; want 8 and 5", c.Tokens(), c.V())
	}
	c.Vocabulary = []string{"a", "b", "c", "d", "e", "f"}
	if c.V() != 6 {
		t.Errorf("V %d with a vocabulary of 6", c.V())
	}
	if empty := new(Corpus); empty.V() != 0 || empty.Tokens() != 0 {
		t.Errorf("no documents: V %d, tokens %d", empty.V(), empty.Tokens())
	}
}

func TestCheck(t *testing.T) {
	if err := Check([]Doc{{{0, 1}, {2, 3}}, nil, {{1, math.MaxInt32}}}, 3); err != nil {
		t.Errorf("good documents: %v", err)
	}
	if err := Check(nil, 0); err != nil {
		t.Errorf("no documents: %v", err)
	}
	for _, c := range []struct {
		doc  Doc
		want string
	}{
		{Doc{{3, 1}}, "word 3, expected 0 to 2"},
		{Doc{{-1, 1}}, "word -1, expected 0 to 2"},
		{Doc{{1, 1}, {1, 2}}, "word 1 twice"},
		{Doc{{2, 1}, {1, 2}}, "word 1 after word 2"},
		{Doc{{1, 0}}, "word 1 has count 0"},
		{Doc{{1, -7}}, "word 1 has count -7"},
	} {
		err := Check([]Doc{nil, c.doc}, 3)
		if err == nil || !strings.Contains(err.Error(), "document 1: "+c.want) {
			t.Errorf("%v: error %v, want %q", c.doc, err, c.want)
		}
	}
	// Check reports all mistakes at once, but no more than can be read.
	err := Check(slices.Repeat([]Doc{{{9, 1}}}, 100), 3)
	if n := strings.Count(err.Error(), "\n") + 1; n != maxProblems+1 {
		t.Errorf("%d sentences for 100 wrong documents, want %d:\n%v", n, maxProblems+1, err)
	}
}
