package browser

import (
	"cmp"
	"math"
	"strconv"
	"time"
)

// data is what the page reads, as JSON.
type data struct {
	Title     string     `json:"title"`
	Tokens    num        `json:"tokens"`
	Others    int        `json:"others"` // chains that the topics are compared with
	Topics    []topic    `json:"topics"`
	Words     []string   `json:"words"`
	Counts    []num      `json:"counts"`  // of each word, as the model expects them
	OfWord    [][]num    `json:"ofWord"`  // of each word: a topic, its tokens there, and so on
	Salient   []int      `json:"salient"` // the words with the largest saliency
	Documents []document `json:"documents"`
	Series    series     `json:"series"`
	Groups    []string   `json:"groups,omitempty"`
	Unordered bool       `json:"-"` // a curve over the documents would be noise
}

// A topic has words that are relevant for some λ.
type topic struct {
	Name  string `json:"name"`
	Share num    `json:"share"`
	X     num    `json:"x"`
	Y     num    `json:"y"`
	Found int    `json:"found"` // the number of other chains that have it, too
	Flat  bool   `json:"flat,omitempty"`
	Words []int  `json:"words"`
	Phi   []num  `json:"phi"`
	// Other has for each word its tokens in the other chains that have the topic.
	Other [][]num `json:"other,omitempty"`
	// Groups has a group, its part of the topic, and so on, the largest first; Effective is their
	// effective number.
	Groups    []num    `json:"groups,omitempty"`
	Effective num      `json:"effective,omitempty"`
	Effects   []effect `json:"effects,omitempty"`
}

// An effect is one contrast of a topic.
type effect struct {
	Name    string   `json:"name"`
	Chains  [][3]num `json:"chains"` // mean, low and high of each
	Agree   int      `json:"agree"`
	RHat    num      `json:"rhat"`
	Without num      `json:"without"`
	Dropped string   `json:"dropped"`
	Stands  bool     `json:"stands"`
}

// A document has the places of words of the vocabulary in its text.
type document struct {
	Name   string `json:"name,omitempty"`
	Date   string `json:"date,omitempty"`
	Text   string `json:"text"`
	Bag    bool   `json:"bag,omitempty"` // there is no text, and Text lists the words
	Length int    `json:"length"`        // tokens
	// Spans has four numbers for each word: the characters since the last one, its length, the
	// word, and its topic.
	Spans  []int `json:"spans"`
	Topics []num `json:"topics"` // a topic, its share, and so on, if it is 1 % or more
	found  []span
}

// num is a number that JSON has with six digits.
type num float64

// MarshalJSON implements json.Marshaler.
func (n num) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(n), 'g', 6, 64), nil
}

func (p Page) data(n *numbers) (*data, error) {
	documents, err := p.documents(n)
	if err != nil {
		return nil, err
	}
	d := &data{Title: p.Title, Tokens: num(n.tokens), Others: n.others, Topics: p.topics(n),
		Words: p.Vocabulary, Documents: documents, Series: p.series(n),
		Unordered: p.Dates == nil && !p.InOrder}
	d.Groups = p.groups(n, d.Topics)
	d.Title = cmp.Or(d.Title, "Topics")
	d.Salient = largest(len(n.word), shownWords, n.saliency)
	for w, share := range n.word {
		d.Counts = append(d.Counts, num(n.tokens*share))
		d.OfWord = append(d.OfWord, n.topicsOf(w))
	}
	return d, nil
}

func (p Page) topics(n *numbers) (topics []topic) {
	x, y := plane(n.phi)
	for k, name := range p.names(n) {
		t := topic{Name: name, Share: num(n.shares[k]), X: num(x[k]), Y: num(y[k]),
			Found: n.found(k), Flat: n.flat(k), Words: n.everRelevant(k)}
		for _, w := range t.Words {
			t.Phi = append(t.Phi, num(n.phi[k][w]))
			other := []num{}
			for c := 1; c <= n.others; c++ {
				if n.align.Clear[c][k] {
					other = append(other, num(n.expected(c, k, w)))
				}
			}
			if n.others > 0 {
				t.Other = append(t.Other, other)
			}
		}
		topics = append(topics, t)
	}
	p.addEffects(topics)
	return topics
}

// topicsOf lists the topics of word w with half a token or more, the one with most tokens first;
// that one is listed even if it has less.
func (n *numbers) topicsOf(w int) (list []num) {
	counts := make([]float64, len(n.phi))
	for k := range counts {
		counts[k] = n.expected(0, k, w)
	}
	for i, k := range decreasing(counts) {
		if i == 0 || counts[k] >= 0.5 {
			list = append(list, num(k), num(counts[k]))
		}
	}
	return list
}

// leastShare is the share of a topic below which a document does not count as being about it.
const leastShare = 0.01

func (p Page) documents(n *numbers) ([]document, error) {
	finder, all := newFinder(p.Vocabulary), make([]document, len(n.docs))
	for d, doc := range n.docs {
		one := document{Length: doc.Tokens(), Topics: []num{}}
		if p.Documents != nil {
			one.Name = p.Documents[d]
		}
		if p.Dates != nil {
			one.Date = p.Dates[d].Format(time.DateOnly)
		}
		if p.Texts != nil && p.Texts[d] != "" {
			one.Text = valid(p.Texts[d])
			one.found = finder.find(one.Text)
		} else {
			one.Bag = true
			one.Text, one.found = bag(doc, p.Vocabulary)
		}
		one.Spans = n.spans(d, one.Text, one.found)
		for _, k := range decreasing(n.theta[d]) {
			if n.theta[d][k] >= leastShare && one.Length > 0 {
				one.Topics = append(one.Topics, num(k), num(n.theta[d][k]))
			}
		}
		all[d] = one
	}
	return all, checkTexts(n.docs, all)
}

// spans gives each word in a text its most probable topic, the largest φ_kw θ_dk.
func (n *numbers) spans(d int, text string, found []span) []int {
	spans, at := make([]int, 0, 4*len(found)), 0
	for _, s := range found {
		best, most := 0, math.Inf(-1)
		for k := range n.phi {
			if p := n.phi[k][s.word] * n.theta[d][k]; p > most {
				best, most = k, p
			}
		}
		spans = append(spans, units(text[at:s.start]), units(text[s.start:s.end]), int(s.word), best)
		at = s.end
	}
	return spans
}
