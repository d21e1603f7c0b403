package nb

import (
	"fmt"
	"gibbslab/nb/internal/output"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
)

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
// server, and lets the page run scripts, but not touch JupyterLab. The notebook runner does not
// store this: elsewhere the file may be missing.
func framed(file string) output.Message {
	address := (&url.URL{Path: filepath.ToSlash(file)}).String()
	return output.Message{Text: "The page " + file + " is shown here.", Passing: true,
		HTML: fmt.Sprintf(`<iframe src="%s" title="%s" width="100%%" height="900" `+
			`style="border:1px solid #888"></iframe>`+
			`<p><a href="%[1]s" target="_blank">%[2]s</a></p>`, html.EscapeString(address),
			html.EscapeString(file))}
}
