package datasets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Links used to be left out silently, and a link to a folder was called not a folder.
func TestReadDirLinks(t *testing.T) {
	dir := t.TempDir()
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err) // a system without links
		}
	}
	link(write(t, "x", "one"), "a.txt")
	if err := os.WriteFile(filepath.Join(dir, "b.txt"), []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	toDir := filepath.Join(t.TempDir(), "corpus")
	if err := os.Symlink(dir, toDir); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, toDir} {
		texts, names, err := ReadDir(d)
		if err != nil || !slices.Equal(texts, []string{"one", "two"}) ||
			!slices.Equal(names, []string{"a.txt", "b.txt"}) {
			t.Errorf("%s: %q %q %v", d, texts, names, err)
		}
	}
	link(dir, "loop")
	link(os.DevNull, "null")
	link("nowhere", "broken")
	_, _, err := ReadDir(dir)
	wantError(t, err, "loop is a link to a folder", "null is not a file", "broken: no such file")
}
