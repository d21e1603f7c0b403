package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gibbslab/internal/browsertest"
	"gibbslab/internal/turns"
	"gibbslab/sampler/lda/topics"
)

// write writes a page and what a script expects of it, and returns the files.
func write(t *testing.T, p Page, want any) (page, expected string) {
	t.Helper()
	dir := t.TempDir()
	page, expected = filepath.Join(dir, "page.html"), filepath.Join(dir, "want.json")
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string][]byte{page: html, expected: text} {
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return page, expected
}

// What the page shows in a browser is what lda's own methods and the numbers of this package say.
func TestReaganInABrowser(t *testing.T) {
	turns.Long(t)
	p := reagan20(t)
	p.InOrder = true
	first := p.Chains[0]
	second := &topics.Topics{Docs: first.Docs} // the same topics in the opposite order
	for k := range first.Phi {
		second.Phi = append(second.Phi, first.Phi[len(first.Phi)-1-k])
	}
	for _, theta := range first.Theta {
		var reversed []float64
		for k := range theta {
			reversed = append(reversed, theta[len(theta)-1-k])
		}
		second.Theta = append(second.Theta, reversed)
	}
	p.Chains = append(p.Chains, second)
	n, err := p.numbers()
	if err != nil {
		t.Fatal(err)
	}
	const rank = 1 // the topic that comes second
	k := decreasing(n.shares)[rank]
	row := func(name string, numbers ...float64) []any {
		r := []any{name}
		for _, v := range numbers {
			r = append(r, v)
		}
		return r
	}
	words := map[string][][]any{}
	for _, lambda := range []float64{0, 0.6, 1} {
		for _, w := range n.relevant(k, lambda, 30) {
			l := fmt.Sprint(lambda)
			words[l] = append(words[l], row(p.Vocabulary[w], n.expected(0, k, w), n.tokens*n.word[w]))
		}
	}
	var salient, topicsOfTax [][]any
	for _, w := range largest(len(n.word), 30, n.saliency) {
		salient = append(salient, row(p.Vocabulary[w], n.tokens*n.word[w]))
	}
	tax := int(newFinder(p.Vocabulary)["tax"])
	list := n.topicsOf(tax)
	for i := 0; i < len(list) && i < 20; i += 2 {
		name := fmt.Sprintf("%.0f: %s", float64(list[i]), p.names(n)[int(list[i])])
		topicsOfTax = append(topicsOfTax, row(name, float64(list[i+1])))
	}
	all, err := first.TopDocuments(k, len(first.Docs))
	if err != nil {
		t.Fatal(err)
	}
	var documents, texts, withTax []string
	for i, d := range all {
		if i < 10 {
			documents = append(documents, fmt.Sprint("document ", d))
			texts = append(texts, p.Texts[d])
		}
		if first.Theta[d][k] < leastShare || len(withTax) == 10 {
			continue
		}
		for _, s := range newFinder(p.Vocabulary).find(p.Texts[d]) {
			if int(s.word) == tax {
				withTax = append(withTax, fmt.Sprint("document ", d))
				break
			}
		}
	}
	var marked, curve []string
	found := newFinder(p.Vocabulary).find(p.Texts[all[0]])
	spans := n.spans(all[0], p.Texts[all[0]], found)
	for i, s := range found {
		if spans[4*i+3] == k {
			marked = append(marked, strings.ToLower(p.Texts[all[0]][s.start:s.end]))
		}
	}
	over := p.series(n)
	for i, label := range over.Labels {
		digits := 0
		if over.Shares[k][i] < 0.0995 {
			digits = 1
		}
		curve = append(curve, fmt.Sprintf("%s: %.*f %%", label, digits, 100*over.Shares[k][i]))
	}
	page, want := write(t, p, map[string]any{"topic": k, "rank": rank, "name": p.names(n)[k],
		"words": words, "salient": salient, "topicsOfTax": topicsOfTax, "documents": documents,
		"texts": texts, "share": first.Theta[all[0]][k], "documentsWithTax": withTax,
		"marked": marked, "curve": strings.Join(curve, "; ")})
	browsertest.Run(t, "testdata/page.py", page, want)
}

func TestAwkwardPageInABrowser(t *testing.T) {
	const evil = `</script><script>alert("1")</script><img src=x onerror=alert(1)>{{.Data}} & more`
	p := withEffects()
	p.Title, p.Vocabulary[1], p.Effects.Contrasts[0].Name = evil, evil, evil
	p.Groups[0], p.Groups[1] = evil, evil
	p.Names, p.Documents = []string{evil, evil, evil}, []string{evil, evil, evil, evil}
	page, _ := write(t, p, nil)
	q := small()
	q.Vocabulary = append(q.Vocabulary, "never")
	for _, chain := range q.Chains {
		for k := range chain.Phi {
			chain.Phi[k] = append(chain.Phi[k], 0)
		}
	}
	impossible, _ := write(t, q, nil)
	browsertest.Run(t, "testdata/awkward.py", page, evil, impossible)
}
