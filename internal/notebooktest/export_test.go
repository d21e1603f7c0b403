package notebooktest

import (
	"context"
	"html"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

// TestHTML exports all notebooks to HTML, as `make html` does. Each page must be self-contained,
// because it may be read without a network: pictures, styles, and the program that sets the
// formulas. The short form exports two, which have formulas, pictures and animations.
func TestHTML(t *testing.T) {
	t.Parallel()
	all, out := names(t), t.TempDir()
	if turns.Short(t) {
		all = []string{"90_gallery.ipynb", "solutions/05_deriving_naive_bayes.ipynb"}
	}
	args := append([]string{"../internal/tools/export.py", "html", "--to", out}, all...)
	if said, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Fatalf("export.py: %v\n%s", err, said)
	}
	pictures := 0
	for _, name := range all {
		page := read(t, filepath.Join(out, strings.TrimSuffix(name, ".ipynb")+".html"))
		want := pictureOutputs(load(t, name))
		pictures += want
		stills := strings.Count(page, `class="still"`) // second pictures of animations
		if got := len(embedded.FindAllString(page, -1)) - stills; got != want {
			t.Errorf("%s: the page embeds %d pictures of %d", name, got, want)
		}
		if bad := fetched.FindString(page); bad != "" {
			t.Errorf("%s: the page fetches %s", name, bad)
		}
		if bad := toNotebook.FindString(page); bad != "" {
			t.Errorf("%s: the page links to a notebook: %s", name, bad)
		}
		for _, link := range toHeading.FindAllStringSubmatch(page, -1) {
			to := path.Join(path.Dir(name), strings.TrimSuffix(link[1], ".html")+".ipynb")
			if !slices.Contains(all, to) && turns.Short(t) {
				continue
			}
			heading, err := url.PathUnescape(link[2])
			there := html.UnescapeString(read(t, filepath.Join(out, path.Dir(name), link[1])))
			if err != nil || !strings.Contains(there, `id="`+heading+`"`) {
				t.Errorf("%s: the page links to %s, which has no heading %s", name, link[1], heading)
			}
		}
		if !strings.Contains(page, "MathJax.startup") ||
			!strings.Contains(page, "img { max-width: 100%") {
			t.Errorf("%s: the page lacks MathJax or the style that fits pictures to it", name)
		}
	}
	if pictures == 0 {
		t.Error("there is no picture in any notebook")
	}
	if turns.Short(t) {
		return
	}
	checkFormulas(t, filepath.Join(out, "05_deriving_naive_bayes.html"))
}

var (
	embedded   = regexp.MustCompile(`<img[^>]*\ssrc="?data:image/(png|svg\+xml)[;,]`)
	fetched    = regexp.MustCompile(`<(img|script|link|iframe)\b[^>]*\s(src|href)="?(https?:)?//[^>]*>|@import[^;]*;`)
	toNotebook = regexp.MustCompile(`<a\b[^>]*href="[^"]*\.ipynb["#]`)
	toHeading  = regexp.MustCompile(`<a\b[^>]*href="(\w+\.html)#([^"]+)"`)
)

// checkFormulas opens a page in Chromium, if it is installed, without a network: each formula must
// be typeset.
func checkFormulas(t *testing.T, page string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Log("there is no chromium: whether the formulas are set is not looked at")
		return
	}
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) // may fail: processes of the browser's outlive it for a moment
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu",
		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--user-data-dir="+profile, "--virtual-time-budget=120000", "--dump-dom", "file://"+page)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	formulas, failed := strings.Count(string(dom), "<mjx-container"),
		strings.Count(string(dom), `<g data-mml-node="merror"`)
	if formulas < 100 || failed > 0 {
		t.Errorf("%d formulas are set, %d with an error, want at least 100 and none", formulas, failed)
	}
}

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
