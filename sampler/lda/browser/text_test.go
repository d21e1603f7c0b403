package browser

import (
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/corpus"
)

func TestFind(t *testing.T) {
	f := newFinder([]string{"tax", "don't", "social", "social_security", "don", "zwölf", "x-ray",
		"USA", "naïve"})
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Tax, TAX; syntax.", "Tax|TAX"},
		{"I don't, I don’t.", "don't|don’t"},
		{"Don quit", "Don"},
		{"Social Security, anti-social", "Social Security|social"},
		{"social. security", "social. security"},
		{"zwölf Zwölf ZWÖLF", "zwölf|Zwölf|ZWÖLF"},
		{"an x-ray of the USA, not usa", "x-ray|USA"},
		{"\xff naïve \xfe", "naïve"},
		{"tax", "tax"},
	} {
		var found []string
		for _, s := range f.find(c.text) {
			found = append(found, c.text[s.start:s.end])
		}
		if got := strings.Join(found, "|"); got != c.want {
			t.Errorf("in %q found %q, want %q", c.text, got, c.want)
		}
	}
}

// JavaScript counts in UTF-16: 𝔸 and 😀 are two units each.
func TestUnits(t *testing.T) {
	for text, want := range map[string]int{"": 0, "tax": 3, "zwölf": 5, "𝔸😀x": 5, "\xff": 1} {
		if got := units(text); got != want || units(valid(text)) != want {
			t.Errorf("%q has %d units, want %d", text, got, want)
		}
	}
}

func TestBag(t *testing.T) {
	text, found := bag(corpus.Bag([]int32{0, 1, 1, 2, 2}), []string{"law", "tax", "<b>"})
	want := []span{{0, 3, 1}, {10, 13, 2}, {20, 23, 0}} // × has two bytes
	if text != "tax × 2, <b> × 2, law" || !slices.Equal(found, want) {
		t.Errorf("the words are %q at %v, want %v", text, found, want)
	}
	if text, found := bag(nil, nil); text != "" || len(found) > 0 {
		t.Errorf("a document without words is %q %v", text, found)
	}
}
