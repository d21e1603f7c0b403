package notebooktest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHTML exports all notebooks to HTML. Each page must hold its pictures itself: without a network only formulas,
// which MathJax sets, look like their source.
func TestHTML(t *testing.T) {
	t.Parallel()
	notebooks, err := filepath.Glob("*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	args := append([]string{"-m", "nbconvert", "--to", "html", "--log-level=ERROR", "--output-dir", out}, notebooks...)
	if said, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Fatalf("nbconvert: %v\n%s", err, said)
	}
	pictures := 0
	for _, name := range notebooks {
		page, err := os.ReadFile(filepath.Join(out, strings.TrimSuffix(name, ".ipynb")+".html"))
		if err != nil {
			t.Fatal(err)
		}
		want := pictureOutputs(load(t, name))
		pictures += want
		if got := len(embedded.FindAll(page, -1)); got != want {
			t.Errorf("%s: the page embeds %d pictures of %d", name, got, want)
		}
		if bad := fetched.Find(page); bad != nil {
			t.Errorf("%s: the page fetches a picture: %s", name, bad)
		}
	}
	if pictures == 0 {
		t.Error("there is no picture in any notebook")
	}
}

var (
	embedded = regexp.MustCompile(`<img[^>]*\ssrc="?data:image/(png|svg\+xml);base64,`)
	fetched  = regexp.MustCompile(`<img[^>]*\ssrc="?(https?:)?//[^>]*>`)
)

// pictureOutputs counts the outputs that are pictures.
func pictureOutputs(n *notebook) (pictures int) {
	for _, c := range n.code() {
		for _, o := range c.Outputs {
			if o.Data["image/png"] != "" {
				pictures++
			}
		}
	}
	return pictures
}
