//go:build unix

package nb

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// stubPage is a page of two topics.
type stubPage struct{ err error }

func (s stubPage) HTML() ([]byte, error) { return []byte("<!doctype html>"), s.err }

func (s stubPage) Map() (x, y, shares []float64, names []string, err error) {
	return []float64{0.1, -0.1}, []float64{0, 0}, []float64{0.7, 0.3}, []string{"tax", "peace"}, nil
}

func (s stubPage) String() string { return "topic 0: tax\ntopic 1: peace" }

// What is stored is a picture and text. What is shown in JupyterLab, too, is marked as passing.
func TestBrowseInANotebook(t *testing.T) {
	out, log, err := kernel(t, "browse")
	if err != nil || len(out) != 2 {
		t.Fatalf("%d outputs, want 2; %v\n%s", len(out), err, log)
	}
	if want := "topic 0: tax\ntopic 1: peace\nThe page is in a&b.html."; plain(out[0]) != want {
		t.Errorf("the text is %q, want %q", plain(out[0]), want)
	}
	if n := len(out[0].Data); n != 2 || out[0].Data[protocol.MIMEImagePNG] == nil ||
		out[0].Metadata["gibbslab"] != nil {
		t.Errorf("stored in %d formats, want text and PNG", n)
	}
	page, _ := out[1].Data[protocol.MIMETextHTML].(string)
	if out[1].Metadata["gibbslab"] != "passing" || strings.Contains(page, "<script") ||
		!strings.Contains(page, `src="a&amp;b.html" title="a&amp;b.html"`) ||
		!strings.Contains(page, "(prefers-color-scheme:light){[data-jp-theme-light=false] .nb-page{f") {
		t.Errorf("shown in passing: %q", page)
	}
}

func TestBrowseWrong(t *testing.T) {
	dir := t.TempDir()
	for want, try := range map[string]func(){
		`browse: "topics": give the name of a file that ends in .html`: func() {
			Browse("topics", stubPage{})
		},
		"browse: no topics": func() { Browse("t.html", stubPage{errors.New("no topics")}) },
		"browse: the page was not written": func() {
			Browse(filepath.Join(dir, "no", "t.html"), stubPage{})
		},
	} {
		panics(t, want, try)
	}
	if exists("t.html") {
		t.Error("a page that is wrong was written")
		os.Remove("t.html")
	}
}
