package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages writes all pages, and reads one.
func TestPages(t *testing.T) {
	folder := t.TempDir()
	t.Chdir("../..")
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	index, dirs := read("index.md"), 0
	for _, dir := range []string{"nb", "sampler", "sampler/diag", "sampler/verify/modeltest", "datasets/fetch"} {
		name := strings.ReplaceAll(dir, "/", "-") + ".md"
		if strings.Contains(index, "- [`"+dir+"`]("+name+"): ") && strings.Contains(read(name), "\n## func ") {
			dirs++
		}
	}
	if dirs != 5 || strings.Contains(index, "internal") {
		t.Errorf("%d of 5 packages are in the list:\n%s", dirs, index)
	}
	page := read("sampler-diag.md")
	for _, part := range []string{"# diag\n\n```go\nimport \"gibbslab/sampler/diag\"\n```\n", "\n## func ESSBulk\n",
		"\nfunc ESSBulk(chains [][]float64) float64\n", "\n:::{dropdown} Example\n", "\nOutput:\n"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page of diag lacks %q", part)
		}
	}
	if err := write(filepath.Join(folder, "index.md")); err == nil {
		t.Error("a file serves as a folder")
	}
}
