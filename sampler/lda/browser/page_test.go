package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/topics"
)

// small is a page of three topics, of which the last has no words, and four documents, of which the
// last is empty and the one before has no text.
func small() Page {
	docs := []corpus.Doc{corpus.Bag([]int32{0, 0, 1}), corpus.Bag([]int32{1, 2, 2}),
		corpus.Bag([]int32{2, 2, 1, 0}), nil}
	chain := func(order ...int) *topics.Topics {
		phi := [][]float64{{0.8, 0.1, 0.1}, {0.1, 0.2, 0.7}, {1. / 3, 1. / 3, 1. / 3}}
		theta := [][]float64{{0.9, 0.1, 0}, {0.2, 0.8, 0}, {0.25, 0.75, 0}, {0.4, 0.4, 0.2}}
		t := &topics.Topics{Docs: docs, Theta: make([][]float64, len(docs))}
		for _, k := range order {
			t.Phi = append(t.Phi, phi[k])
			for d := range docs {
				t.Theta[d] = append(t.Theta[d], theta[d][k])
			}
		}
		return t
	}
	return Page{Chains: []*topics.Topics{chain(0, 1, 2), chain(2, 0, 1)},
		Vocabulary: []string{"goal", "day", "tax"},
		Texts:      []string{"Goal after goal, all day.", "Tax day, and tax.", "", ""}}
}

// dataOf reads what a page says.
func dataOf(t *testing.T, p Page) (page string, d data) {
	t.Helper()
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).
		FindSubmatch(html)
	if m == nil {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal(m[1], &d); err != nil {
		t.Fatal(err)
	}
	return string(html), d
}

func TestAwkwardTopicsAndDocuments(t *testing.T) {
	_, d := dataOf(t, small())
	if !d.Topics[2].Flat || d.Topics[0].Flat || d.Topics[2].Share != 0 {
		t.Errorf("topic 2 has no words: %+v", d.Topics)
	}
	for k, topic := range d.Topics {
		if topic.Found != 1 {
			t.Errorf("topic %d is found again in %d other chains, want 1", k, topic.Found)
		}
	}
	if d.Documents[0].Bag || !d.Documents[2].Bag || d.Documents[2].Text != "tax × 2, goal, day" {
		t.Errorf("document 2 has no text, and is %+v", d.Documents[2])
	}
	if want := []int{0, 4, 0, 0, 7, 4, 0, 0, 6, 3, 1, 0}; !slices.Equal(d.Documents[0].Spans, want) {
		t.Errorf("the words of document 0 are at %v, want %v", d.Documents[0].Spans, want)
	}
	if e := d.Documents[3]; e.Length != 0 || len(e.Topics) > 0 || e.Text != "" {
		t.Errorf("document 3 is empty, and has %+v", e)
	}
	if want := []num{1, 0.8, 0, 0.2}; !slices.Equal(d.Documents[1].Topics, want) {
		t.Errorf("document 1 has topics %v, want %v", d.Documents[1].Topics, want)
	}
	// 10 tokens: the shares are (3·0.9 + 3·0.2 + 4·0.25)/10 and so on
	if s := d.Topics[0].Share; math.Abs(float64(s)-0.43) > 1e-9 {
		t.Errorf("topic 0 has the share %v, want 0.43", s)
	}
	if n := d.Topics[0].Other[0][0]; math.Abs(float64(n)-10*0.43*0.8) > 1e-6 {
		t.Errorf("the other chain has %v tokens of goal in topic 0, want 3.44", n)
	}
}

// withEffects gives the small page groups and effects.
func withEffects() Page {
	p := small()
	p.Groups = []string{"north", "north", "south", "west"}
	one := func(x ...float64) [][]float64 { return [][]float64{x, x, x} } // of each topic
	p.Effects = &topics.EffectsResult{
		Contrasts: []topics.Contrast{{Name: "late − early", At: []float64{1}, Less: []float64{0}}},
		Mean:      [][][]float64{one(0.1, 0.12)}, Low: [][][]float64{one(0.05, 0.06)},
		High: [][][]float64{one(0.15, 0.18)}, RHat: [][]float64{{1.01, 1.02, math.NaN()}},
		Agree: [][]int{{2, 2, 2}}, Without: [][]float64{{0.09, -0.01, 0}},
		Largest: []string{"north", "south", "west"}, Effective: []float64{6, 6, 1},
		Dropped: [][]string{{"north", "south", "west"}}, Clusters: []float64{6},
		Found: []float64{1, 1, 1}}
	return p
}

func TestGroupsAndEffects(t *testing.T) {
	_, d := dataOf(t, withEffects())
	// Topic 0 has 0.9·3 + 0.2·3 tokens in the north and 0.25·4 in the south.
	north := 3.3 / 4.3
	want := []num{0, num(north), 1, num(1 - north)}
	for i, v := range d.Topics[0].Groups {
		if math.Abs(float64(v-want[i])) > 1e-6 {
			t.Errorf("topic 0 belongs to groups %v, want %v", d.Topics[0].Groups, want)
		}
	}
	effective := 1 / (north*north + (1-north)*(1-north))
	if math.Abs(float64(d.Topics[0].Effective)-effective) > 1e-5 || len(d.Topics[2].Groups) > 0 {
		t.Errorf("%v effective groups, want %v; topic 2 has no tokens, and groups %v",
			d.Topics[0].Effective, effective, d.Topics[2].Groups)
	}
	if e := d.Topics[0].Effects[0]; !e.Stands || e.Chains[1] != [3]num{0.12, 0.06, 0.18} || e.RHat != 1.01 {
		t.Errorf("the effect on topic 0 is %+v", e)
	}
	if e := d.Topics[1].Effects[0]; e.Stands || e.Without != -0.01 {
		t.Errorf("the effect on topic 1 changes its sign without the south: %+v", e)
	}
	if e := d.Topics[2].Effects[0]; e.Stands || e.RHat != -1 {
		t.Errorf("the effect on topic 2 has no R-hat: %+v", e)
	}
	if _, d := dataOf(t, small()); d.Groups != nil || d.Topics[0].Groups != nil || d.Topics[0].Effects != nil {
		t.Error("a page without groups and effects has some")
	}
}

func TestOneTopicOneWord(t *testing.T) {
	p := Page{Chains: []*topics.Topics{{Phi: [][]float64{{1}}, Theta: [][]float64{{1}},
		Docs: []corpus.Doc{corpus.Bag([]int32{0})}}}, Vocabulary: []string{"word"}}
	if _, d := dataOf(t, p); len(d.Topics) != 1 || d.Topics[0].X != 0 || d.Salient[0] != 0 {
		t.Errorf("one topic of one word is %+v", d)
	}
}

// Whatever names and texts are, they stay text: nothing in them becomes part of the page.
func TestNothingIsTakenForHTML(t *testing.T) {
	const evil = `</script><script>alert("1")</script><img src=x onerror=alert(1)>{{.Data}} & ` +
		"\u2028\xff"
	p := small()
	p.Title = evil
	p.Names = []string{evil, evil, evil}
	p.Documents = []string{evil, evil, evil, evil}
	p.Vocabulary = []string{"goal", evil, "tax"}
	p.Texts[0] = "goal goal " + evil
	page, d := dataOf(t, p)
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("the page has %d scripts, expected its data and its own", n)
	}
	if strings.Contains(page, "<img") || strings.Count(page, "</script>") != 2 {
		t.Error("a name became part of the page")
	}
	if want := strings.ToValidUTF8(evil, "\ufffd"); d.Topics[1].Name != want || d.Words[1] != want {
		t.Errorf("the name %q became %q and %q", evil, d.Topics[1].Name, d.Words[1])
	}
}

func TestWrongPages(t *testing.T) {
	for want, spoil := range map[string]func(p *Page){
		"Page.Chains is empty":           func(p *Page) { p.Chains = nil },
		"Page.Chains is empty, expected": func(p *Page) { p.Chains[0] = nil },
		"Page.Vocabulary has 2 elements": func(p *Page) { p.Vocabulary = p.Vocabulary[:2] },
		"Page.Groups has 1 elements":     func(p *Page) { p.Groups = []string{"a"} },
		"Page.Effects has 1 elements, and there are 3 topics": func(p *Page) {
			p.Effects = &topics.EffectsResult{Found: []float64{1}}
		},
		"Page.Names has 1 elements, and there are 3": func(p *Page) { p.Names = []string{"a"} },
		"Page.Texts has 3 elements":                  func(p *Page) { p.Texts = p.Texts[:3] },
		"Page.Documents has 0 elements":              func(p *Page) { p.Documents = []string{} },
		"Page.Dates has 1 elements":                  func(p *Page) { p.Dates = make([]time.Time, 1) },
		"Page.Dates[0] is not set":                   func(p *Page) { p.Dates = make([]time.Time, 4) },
		"chain 1: Topics.Phi is empty":               func(p *Page) { p.Chains[1] = nil },
		"chain 1 has 1 topics and chain 0 has 3": func(p *Page) {
			p.Chains[1] = &topics.Topics{Phi: p.Chains[1].Phi[:1]}
		},
		"chain 0: topics: Shares": func(p *Page) { p.Chains[0].Theta = nil },
		"is Page.Texts[d] the text of document d?": func(p *Page) {
			p.Texts[0], p.Texts[1] = "Something else.", "Nothing."
		},
	} {
		p := small()
		spoil(&p)
		_, err := p.HTML()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "browser: ") {
			t.Errorf("%q does not begin with the package", err)
		}
	}
}

func TestSeries(t *testing.T) {
	p := small()
	_, d := dataOf(t, p)
	want := []string{"document 0", "document 1", "document 2"}
	if !slices.Equal(d.Series.Labels, want) {
		t.Errorf("points are %v, want %v", d.Series.Labels, want)
	}
	day := func(n int) time.Time { return time.Date(2000, 1, n, 0, 0, 0, 0, time.UTC) }
	p.Dates = []time.Time{day(2), day(2), day(1), day(3)}
	_, d = dataOf(t, p)
	if want := []string{"2000-01-01", "2000-01-02"}; !slices.Equal(d.Series.Labels, want) {
		t.Errorf("points are %v, want %v: the document of the 3rd is empty", d.Series.Labels, want)
	}
	if want := []num{0.25, (0.9 + 0.2) / 2}; !slices.Equal(d.Series.Shares[0], want) {
		t.Errorf("topic 0 has the shares %v, want %v", d.Series.Shares[0], want)
	}

	many := Page{Vocabulary: p.Vocabulary}
	one := &topics.Topics{Phi: p.Chains[0].Phi}
	for d := range 100 {
		one.Docs = append(one.Docs, p.Chains[0].Docs[0])
		one.Theta = append(one.Theta, []float64{1, 0, 0})
		many.Dates = append(many.Dates, day(1).AddDate(0, 0, (d*37)%100))
	}
	many.Chains = []*topics.Topics{one}
	_, d = dataOf(t, many)
	if l := d.Series.Labels; len(l) != parts || l[0] != "2000-01-01 to 2000-01-03" {
		t.Errorf("100 days are cut into %d parts, the first is %s", len(l), l[0])
	}
	if !slices.IsSorted(d.Series.At) || slices.Min(d.Series.Shares[0]) < 1 {
		t.Errorf("the parts are %v with shares %v", d.Series.At, d.Series.Shares[0])
	}
}

// The page of Reagan's topics is the same each time, not too large, and asks for nothing.
func TestReaganPage(t *testing.T) {
	p := reagan20(t)
	page, err := p.HTML()
	again, err2 := p.HTML()
	if err != nil || err2 != nil || !bytes.Equal(page, again) {
		t.Fatalf("two pages differ: %v, %v", err, err2)
	}
	if len(page) > 1_500_000 {
		t.Errorf("the page has %d bytes, expected at most 1.5 MB", len(page))
	}
	for _, word := range []string{`src="http`, `href="http`, "url(http", "@import"} {
		if bytes.Contains(page, []byte(word)) {
			t.Errorf("the page has %s", word)
		}
	}
}

// The bundle names the checksum of the sources it was made of.
func TestTheBundleIsNotOld(t *testing.T) {
	var sources []string
	for _, pattern := range []string{"page/*.js", "page/*.mjs", "page/package-lock.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	slices.Sort(sources)
	sum := sha256.New()
	for _, file := range sources {
		if file == "page/bundle.js" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(text)
	}
	if want := fmt.Sprintf("// sources %x\n", sum.Sum(nil)); !strings.HasPrefix(pageScript, want) {
		t.Errorf("page/bundle.js is not made of the present sources: run go generate " +
			"./sampler/lda/browser")
	}
}

// A curve over documents in no order is not shown.
func TestUnordered(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		p := small()
		p.InOrder = inOrder
		page, _ := dataOf(t, p)
		if hidden := strings.Contains(page, "#time { display: none; }"); hidden == inOrder {
			t.Errorf("in order %v: the curve is hidden: %v", inOrder, hidden)
		}
	}
}
