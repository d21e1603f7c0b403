package browser

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

var update = flag.Bool("update", false, "write testdata/reagan20.json again")

// A draw says how often each word, and each document, has each topic: pairs of a word or a topic
// and a count.
type draw struct {
	K          int      `json:"k"`
	Alpha      float64  `json:"alpha"`
	Beta       float64  `json:"beta"`
	Vocabulary []string `json:"vocabulary"`
	TopicWords [][]int  `json:"topicWords"`
	DocTopics  [][]int  `json:"docTopics"`
}

func speeches(t *testing.T) *corpus.Corpus {
	t.Helper()
	c, err := datasets.ChooseWords(datasets.Reagan(),
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// writeDraw takes the last draw of a chain of Reagan's topics.
func writeDraw(t *testing.T) {
	t.Helper()
	c, prior := speeches(t), lda.Prior{K: 20, Alpha: []float64{0.1}, Beta: 0.1}
	m, err := prior.Model(c.Docs, c.V(), lda.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 100, Draws: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	read, err := topics.Read(tr, 0, c.Docs, prior.Alpha...)
	if err != nil {
		t.Fatal(err)
	}
	d := draw{K: 20, Alpha: 0.1, Beta: 0.1, Vocabulary: c.Vocabulary}
	counts := func(p []float64, sum, prior float64) (pairs []int) {
		for i, v := range p {
			if n := int(math.Round(v*sum - prior)); n > 0 {
				pairs = append(pairs, i, n)
			}
		}
		return pairs
	}
	for _, phi := range read.Phi { // some word is not in the topic: β / (n_k + Vβ)
		d.TopicWords = append(d.TopicWords, counts(phi, d.Beta/slices.Min(phi), d.Beta))
	}
	for i, theta := range read.Theta {
		sum := float64(c.Docs[i].Tokens()) + 20*d.Alpha
		d.DocTopics = append(d.DocTopics, counts(theta, sum, d.Alpha))
	}
	text, err := json.Marshal(d)
	if err == nil {
		err = os.WriteFile("testdata/reagan20.json", text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readJSON(t *testing.T, file string, to any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// reagan20 is the page of the draw.
func reagan20(t *testing.T) Page {
	t.Helper()
	var d draw
	readJSON(t, "testdata/reagan20.json", &d)
	shares := func(pairs []int, n int, prior float64) []float64 {
		p, sum := make([]float64, n), 0.0
		for i := range p {
			p[i] = prior
		}
		for i := 0; i < len(pairs); i += 2 {
			p[pairs[i]] += float64(pairs[i+1])
		}
		for _, v := range p {
			sum += v
		}
		for i := range p {
			p[i] /= sum
		}
		return p
	}
	read := &topics.Topics{Docs: speeches(t).Docs}
	for _, pairs := range d.TopicWords {
		read.Phi = append(read.Phi, shares(pairs, len(d.Vocabulary), d.Beta))
	}
	for _, pairs := range d.DocTopics {
		read.Theta = append(read.Theta, shares(pairs, d.K, d.Alpha))
	}
	return Page{Chains: []*topics.Topics{read}, Vocabulary: d.Vocabulary, Title: "Reagan",
		Texts: datasets.ReaganTexts(), Dates: datasets.ReaganDates()}
}

// The numbers of the page are those of pyLDAvis: see testdata/prepare.py.
func TestReference(t *testing.T) {
	if *update {
		writeDraw(t)
	}
	var want struct {
		X, Y, Share, Saliency []float64
		Relevant              []struct {
			Words            []int
			Logprob, Loglift []float64
		}
	}
	readJSON(t, "testdata/prepare.json", &want)
	page := reagan20(t)
	n, err := page.numbers()
	if err != nil {
		t.Fatal(err)
	}
	const tolerance = 1e-6
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s is %.9g, pyLDAvis has %.9g", what, got, want)
		}
	}
	x, y, shares, _, err := page.Map()
	if err != nil {
		t.Fatal(err)
	}
	for i, axis := range [][2][]float64{{x, want.X}, {y, want.Y}} {
		sign := math.Copysign(1, axis[0][0]*axis[1][0]) // it is arbitrary
		for k := range axis[1] {
			near([]string{"x", "y"}[i], axis[0][k], sign*axis[1][k])
			near("share", shares[k], want.Share[k])
		}
	}
	if len(want.X) != 20 || len(want.Saliency) != 4424 || math.Abs(want.X[0]) < 1e-3 {
		t.Fatal("the reference is not that of 20 topics of 4424 words")
	}
	for w, s := range want.Saliency {
		near("saliency of "+page.Vocabulary[w], n.saliency(w), s)
	}
	for k, r := range want.Relevant {
		if !slices.Equal(n.everRelevant(k), r.Words) {
			t.Errorf("topic %d: the relevant words are %v, pyLDAvis has %v", k, n.everRelevant(k), r.Words)
		}
		for i, w := range r.Words {
			for _, lambda := range []float64{0, 0.6, 1} {
				near("relevance of "+page.Vocabulary[w], n.relevance(k, w, lambda),
					lambda*r.Logprob[i]+(1-lambda)*r.Loglift[i])
			}
		}
	}
}
