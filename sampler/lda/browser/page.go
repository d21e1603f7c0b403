// Package browser makes a page on which topics can be explored in a web browser: one HTML file that
// needs no network and no server. It shows a map of the topics, the words of each with a slider for
// their relevance, how much they differ between chains, which chains found the topic again, the
// documents most centred on it with their text, topics over time, the groups that a topic belongs
// to, and its effects. Topics can be renamed on the page, which gives the names back as Go. Each
// view has a link of its own. In a notebook, nb.Browse writes the page and shows it.
package browser

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/lda/topics"
)

// A Page is what the page is about. Chains and Vocabulary are needed, all else may be left out.
type Page struct {
	// Chains are the topics of one chain, which the page shows, and those of other chains of the
	// same model, with which it compares them. Topics are matched by [topics.Match]; give the
	// chains as [topics.Read] returns them.
	Chains []*topics.Topics
	// Vocabulary names the words: word w is Vocabulary[w].
	Vocabulary []string
	// Title is the heading of the page, "Topics" if it is empty.
	Title string
	// Names are the names of the topics of the first chain. Without names, a topic is called by its
	// three most relevant words.
	Names []string
	// Texts are the texts of the documents. Words of the vocabulary are found in them in upper and
	// lower case, and n-grams too if their words are neighbours. A document whose text is empty is
	// shown by its words.
	Texts []string
	// Documents are the names of the documents. Without names they have numbers, from 0.
	Documents []string
	// Dates are the dates of the documents, for a curve of topics over time.
	Dates []time.Time
	// InOrder says that the order of the documents means something, such as the chapters of a book:
	// without dates, the curve follows it. In other orders, such as that of the alphabet, it would
	// be noise, and is not drawn.
	InOrder bool
	// Groups are the groups of the documents, such as their authors or sources: the page shows which
	// groups a topic belongs to, and their effective number ([topics.Topics.Spread]).
	Groups []string
	// Effects are those of these chains; the page shows them beside the topic.
	Effects *topics.EffectsResult
}

// HTML returns the page: one file, the same bytes each time. All topics, words and texts are in it,
// so its size is about three times that of the texts.
//
// Relevance is that of [topics.Topics.TopRelevant], saliency that of Chuang, Manning & Heer,
// "Termite" (2012), and the map places topics by classical scaling of their Jensen–Shannon
// divergences. All three agree with pyLDAvis 3.4.1: the frequency of a word is the one that the
// model expects, Σ_k share_k φ_kw, and saliency takes all topics to be equally common.
//
// Errors: chains that [topics.Match] refuses, a first chain without documents or θ, lists of
// another length than there are words, topics or documents, effects of other topics, documents
// without a date while others have one, and texts in which the words of their documents do not
// occur.
func (p Page) HTML() ([]byte, error) {
	n, err := p.numbers()
	if err != nil {
		return nil, err
	}
	d, err := p.data(n)
	if err != nil {
		return nil, err
	}
	return render(d)
}

// Map returns the map of the topics of the first chain: where each lies, its share of all tokens,
// and its name. The errors are those of [Page.HTML].
func (p Page) Map() (x, y, shares []float64, names []string, err error) {
	n, err := p.numbers()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	x, y = plane(n.phi)
	return x, y, n.shares, p.names(n), nil
}

// String lists the topics, the most common first: their shares, in how many of the other chains
// each was found again, and their most relevant words (λ = 0.6).
func (p Page) String() string {
	n, err := p.numbers()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d topics of %d documents with %.0f tokens\n", len(n.phi), len(n.docs), n.tokens)
	for _, k := range decreasing(n.shares) {
		fmt.Fprintf(&b, "topic %d, %.1f %%", k, 100*n.shares[k])
		if n.others > 0 {
			fmt.Fprintf(&b, ", in %d of %d other chains", n.found(k), n.others)
		}
		fmt.Fprintf(&b, ": %s\n", strings.Join(p.words(n.relevant(k, 0.6, 7)), " "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// names are the names of the topics, given or made of their words.
func (p Page) names(n *numbers) []string {
	if p.Names != nil {
		return p.Names
	}
	names := make([]string, len(n.phi))
	for k := range names {
		names[k] = strings.Join(p.words(n.relevant(k, 0.6, 3)), " ")
	}
	return names
}

func (p Page) words(numbers []int) []string {
	words := make([]string, len(numbers))
	for i, w := range numbers {
		words[i] = p.Vocabulary[w]
	}
	return words
}

// plane places distributions in the plane by classical scaling of their Jensen–Shannon divergences,
// as pyLDAvis does.
func plane(phi [][]float64) (x, y []float64) {
	squares := mat.NewSymDense(len(phi), nil)
	for i, d := range divergences(phi) {
		for j, v := range d {
			squares.SetSym(i, j, v*v)
		}
	}
	x, y, _, _ = numeric.Plane(squares) // without eigenvalues all lie in one point
	return x, y
}

// divergences are the Jensen–Shannon divergences of all pairs, below the diagonal, in nats: the
// entropy of the mean minus the mean of the entropies.
func divergences(phi [][]float64) [][]float64 {
	entropies, rows := make([]float64, len(phi)), make([][]float64, len(phi))
	for i, p := range phi {
		for _, v := range p {
			entropies[i] += entropy(v)
		}
		rows[i] = make([]float64, i)
		for j, q := range phi[:i] {
			h := 0.0
			for w, v := range p {
				h += entropy((v + q[w]) / 2)
			}
			rows[i][j] = max(0, h-(entropies[i]+entropies[j])/2)
		}
	}
	return rows
}

func entropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log(p)
}

//go:generate npm --prefix page ci --no-audit --no-fund --ignore-scripts=false
//go:generate npm --prefix page run build

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/bundle.js
var pageScript string

// render puts the data into the page. JSON writes <, > and & as \u003c and so on, so that no text
// can end the script that holds it.
func render(d *data) ([]byte, error) {
	encoded, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	// The page is filled in one pass: what is filled in may contain anything.
	style := pageCSS
	if d.Unordered {
		style += "#time { display: none; }\n"
	}
	r := strings.NewReplacer("{{.Title}}", html.EscapeString(d.Title), "{{.Style}}", style,
		"{{.Summary}}", html.EscapeString(d.summary()), "{{.Data}}", string(encoded),
		"{{.Script}}", pageScript)
	var b bytes.Buffer
	if _, err := r.WriteString(&b, pageHTML); err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	return b.Bytes(), nil
}

func (d *data) summary() string {
	s := fmt.Sprintf("%d topics of %d documents with %.0f tokens of %d words", len(d.Topics),
		len(d.Documents), float64(d.Tokens), len(d.Words))
	switch {
	case d.Others == 1:
		s += "; compared with another chain"
	case d.Others > 1:
		s += fmt.Sprintf("; compared with %d other chains", d.Others)
	}
	return s + "."
}
