package nb

import (
	"fmt"
	"html"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// TopicMap draws topics as discs in the plane. Topics with similar words are near to one another,
// and the area of a disc is proportional to the topic's share of all words. similarity is K × K,
// Σ_w √(φ_kw φ_jw), as lda's Similarity returns it. names nil numbers the topics. Of more than 24
// topics only the 24 largest have their names in the picture.
//
// The plane shows two of up to K−1 dimensions. Discs that are far apart are different topics. Discs
// that are near one another may still differ in a direction that is not shown.
func TopicMap(names []string, similarity [][]float64, shares []float64) *plot.Plot {
	x, y, seen := topicMapData(similarity)
	names = namesOr(names, "topic map: names", len(x))
	if len(shares) != len(x) {
		panic(fmt.Sprintf("topic map: %d shares and %d topics: give as many of each", len(shares),
			len(x)))
	}
	checkTable("topic map: shares", [][]float64{shares})
	p := topicDiscs(names, x, y, shares)
	p.X.Label.Text = fmt.Sprintf("first direction (both show %.0f %% of the squared distances)",
		100*seen)
	return p
}

// topicDiscs draws a map of topics whose places are known.
func topicDiscs(names []string, x, y, shares []float64) *plot.Plot {
	p := paint.NewPlot("Topic map", "first direction", "second direction")
	if n := len(names); n > paint.MostNames {
		p.Title.Text += fmt.Sprintf(": the %d largest of %d have their names", paint.MostNames, n)
	}
	d := paint.Discs{X: x, Y: y, Shares: shares, Names: names}
	p.Add(d)
	paint.SetWish(p, paint.Wish{Height: 500})
	xmin, xmax, ymin, ymax := d.DataRange()
	wide, high := max(xmax-xmin, 1e-9), max(ymax-ymin, 1e-9)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin-0.2*wide, xmax+0.2*wide, ymin-0.15*high, ymax+0.15*high
	return p
}

// topicMapData returns the numbers that [TopicMap] draws: where each topic lies, and how much of
// the squared distances the plane shows, from 0 to 1. The distances are Hellinger distances, √(1 −
// similarity), and the plane comes from classical scaling (Torgerson 1952). Each axis is turned so
// that its largest coordinate is positive.
func topicMapData(similarity [][]float64) (x, y []float64, seen float64) {
	k := len(similarity)
	checkTable("topic map", similarity)
	squares := mat.NewSymDense(k, nil)
	for i, row := range similarity {
		if len(row) != k {
			panic(fmt.Sprintf("topic map: similarity is %d × %d: give topics × topics", k, len(row)))
		}
		for j := range i {
			if math.Abs(row[j]-similarity[j][i]) > 1e-9 || row[j] > 1+1e-9 {
				panic(fmt.Sprintf("topic map: similarity is %v of topics %d and %d, %v the other "+
					"way round: it must be the same, and at most 1", row[j], i, j, similarity[j][i]))
			}
			squares.SetSym(i, j, max(0, 1-row[j]))
		}
	}
	x, y, seen, ok := numeric.Plane(squares)
	if !ok {
		panic("topic map: the similarities have no eigenvalues: are they those of lda's Similarity?")
	}
	return x, y, seen
}

// A topicPage is a page on which topics can be explored, such as a Page of
// gibbslab/sampler/lda/browser.
type topicPage interface {
	HTML() ([]byte, error) // the page
	// Map is where the topics lie, their shares of all tokens, and their names.
	Map() (x, y, shares []float64, names []string, err error)
	String() string // the topics in words
}

// Browse writes a page about topics into a file and shows it below the cell:
//
//	nb.Browse("topics.html", browser.Page{Chains: chains, Vocabulary: c.Vocabulary, Texts: texts})
//
// The name of the file ends in .html. The file needs no network and no server, so you can give it
// to anyone.
//
// JupyterLab shows the page if the file is in the folder of the notebook or below, and as long as
// it is there. The notebook also gets a picture of the map with the list of topics as text, which
// are shown wherever the page cannot be. No script becomes part of the notebook. Outside a notebook
// Browse writes the file and prints the list. It panics if the page is wrong, or the file cannot be
// written.
func Browse(file string, page topicPage) {
	if !strings.HasSuffix(file, ".html") {
		panic(fmt.Sprintf("browse: %q: give the name of a file that ends in .html", file))
	}
	content, err := page.HTML()
	if err != nil {
		panic(fmt.Sprintf("browse: %v", err))
	}
	x, y, shares, names, err := page.Map()
	if err != nil {
		panic(fmt.Sprintf("browse: %v", err))
	}
	for k, name := range names {
		names[k] = fmt.Sprintf("%d: %s", k, name)
	}
	if err := os.WriteFile(file, content, 0o666); err != nil {
		panic(fmt.Sprintf("browse: the page was not written: %v", err))
	}
	m := output.Message{Text: page.String() + "\nThe page is in " + file + "."}
	if output.InNotebook() {
		g := Grid{Plots: []*plot.Plot{topicDiscs(names, x, y, shares)}}
		_, _, m.Width, m.Height = g.Layout()
		m.PNG = g.PNG()
	}
	output.Emit(m)
	if output.InNotebook() && filepath.IsLocal(file) {
		output.Emit(framed(file))
	}
}

// framed shows a page that lies beside the notebook. JupyterLab turns the address into one of its
// server, and lets the page run scripts, but not touch JupyterLab. So the page has the colours of
// the system, dark or light, and they are turned round where JupyterLab's theme is the other. The
// notebook runner does not store this: elsewhere the file may be missing.
func framed(file string) output.Message {
	address := (&url.URL{Path: filepath.ToSlash(file)}).String()
	return output.Message{Text: "The page " + file + " is shown here.", Passing: true,
		HTML: fmt.Sprintf(`<style>
@media(prefers-color-scheme:light){[data-jp-theme-light=false] .nb-page{%[3]s}}
@media(prefers-color-scheme:dark){[data-jp-theme-light=true] .nb-page{%[3]s}}
</style>
<iframe class="nb-page" src="%[1]s" title="%[2]s" width="100%%" height="900" `+
			`style="border:1px solid #888"></iframe>`+
			`<p><a href="%[1]s" target="_blank">%[2]s</a></p>`, html.EscapeString(address),
			html.EscapeString(file), "filter:invert(0.92) hue-rotate(180deg)")}
}
