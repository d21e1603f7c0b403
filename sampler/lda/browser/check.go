package browser

import (
	"errors"
	"fmt"

	"gibbslab/sampler/corpus"
)

// check returns what is wrong with the page, all at once.
func (p Page) check() error {
	if len(p.Chains) == 0 || p.Chains[0] == nil {
		return errors.New("browser: Page.Chains is empty, expected the topics of at least one " +
			"chain: give what topics.Read returned")
	}
	first := p.Chains[0]
	words := 0
	if len(first.Phi) > 0 {
		words = len(first.Phi[0])
	}
	var problems []error
	effects := 0 // topics that they are about
	if p.Effects != nil {
		effects = len(p.Effects.Found)
	}
	for _, l := range []struct {
		field     string
		got, want int
		of        string
		needed    bool
	}{
		{"Vocabulary", len(p.Vocabulary), words, "words in the topics", true},
		{"Names", len(p.Names), len(first.Phi), "topics", p.Names != nil},
		{"Texts", len(p.Texts), len(first.Docs), "documents", p.Texts != nil},
		{"Documents", len(p.Documents), len(first.Docs), "documents", p.Documents != nil},
		{"Dates", len(p.Dates), len(first.Docs), "documents", p.Dates != nil},
		{"Groups", len(p.Groups), len(first.Docs), "documents", p.Groups != nil},
		{"Effects", effects, len(first.Phi), "topics", p.Effects != nil},
	} {
		if l.needed && l.got != l.want {
			problems = append(problems, fmt.Errorf("browser: Page.%s has %d elements, and there are "+
				"%d %s: give one for each", l.field, l.got, l.want, l.of))
		}
	}
	for d, date := range p.Dates {
		if date.IsZero() {
			problems = append(problems, fmt.Errorf("browser: Page.Dates[%d] is not set: give a date "+
				"for each document, or leave out Dates", d))
			break
		}
	}
	return errors.Join(problems...)
}

// leastFound is the part of the words of documents that must occur in their texts. Texts in another
// order have a tenth or so in common with the documents.
const leastFound = 0.2

// checkTexts is an error if the texts are not those of the documents: if too few of the words are
// found in them.
func checkTexts(docs []corpus.Doc, texts []document) error {
	all, found := 0, 0
	for d, doc := range docs {
		if texts[d].Bag {
			continue
		}
		in := map[int32]int32{}
		for _, s := range texts[d].found {
			in[s.word]++
		}
		for _, c := range doc {
			all += int(c.N)
			found += int(min(c.N, in[c.Word]))
		}
	}
	if float64(found) < leastFound*float64(all) {
		return fmt.Errorf("browser: only %d of the %d words of the documents occur in their texts: "+
			"is Page.Texts[d] the text of document d?", found, all)
	}
	return nil
}
