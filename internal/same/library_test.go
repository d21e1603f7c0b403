package same

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

// write puts a file into a folder, old enough to be what this program was built from.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
}

// Packages of the user's module and of a module that go.mod replaces by a folder count as code, with
// what they import, embed and require: they change without a new version.
func TestPackages(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "user/go.mod", "module user // comment\n\nreplace example.org/other => ../other\n")
	write(t, dir, "user/main.go", "package main\n")
	write(t, dir, "user/a/a.go", "package a\nimport (\"user/b\"; \"math\"; \"example.org/far/x\")\n")
	write(t, dir, "user/b/b.go", "package b\nimport _ \"embed\"\n//go:embed data/d.csv\nvar B string\n")
	write(t, dir, "user/b/data/d.csv", "1,2\n")
	write(t, dir, "user/c/c.go", "package c\n")
	write(t, dir, "other/go.mod", "module example.org/other\n")
	write(t, dir, "other/o.go", "package other\nvar O = 1\n")
	info := &debug.BuildInfo{Main: debug.Module{Path: "user"}, Deps: []*debug.Module{
		{Path: "example.org/other", Version: "v1.0.0", Replace: &debug.Module{Path: "../other",
			Version: "(devel)"}},
		{Path: "example.org/far", Version: "v1.2.3", Sum: "h1:x"},
		{Path: "example.org/workspace", Version: "(devel)"},
		{Path: "example.org/unused", Version: "v1.0.0", Sum: "h1:y"},
	}}
	file := filepath.Join(dir, "user/main.go")
	text := func() string {
		t.Helper()
		kept.Clear()
		found, versions, err := packages([]string{"user/a", "example.org/other", "fmt"}, file, info)
		if err != nil {
			t.Fatal(err)
		}
		if len(versions) != 1 || !strings.HasPrefix(versions[0], "example.org/far v1.2.") {
			t.Errorf("versions %q", versions)
		}
		return strings.Join(append(found, versions...), "\n")
	}
	before := text()
	for _, tt := range []struct {
		file, text string
		same       bool
	}{
		{"user/c/c.go", "package c\nvar C = 1\n", true},
		{"user/a/a_test.go", "package a\nvar T = 1\n", true},
		{"user/a/a.go", "package a\nimport (\"user/b\"; \"math\"; \"example.org/far/x\")\nvar A = " +
			"b.B\n", false},
		{"user/a/fast.s", "TEXT f\n", false},
		{"user/b/b.go", "package b\nimport _ \"embed\"\n//go:embed data/d.csv\nvar B []byte\n", false},
		{"user/b/data/d.csv", "1,3\n", false},
		{"user/b/more.go", "package b\nfunc init() {}\n", false},
		{"user/go.mod", "module user\n\nrequire x v1.0.0\n", false},
		{"other/o.go", "package other\nvar O = 2\n", false},
	} {
		write(t, dir, tt.file, tt.text)
		after := text()
		if (after == before) != tt.same {
			t.Errorf("%s changed to %q: same: %t, want %t", tt.file, tt.text, after == before, tt.same)
		}
		before = after
	}
	info.Deps[1].Version = "v1.2.4"
	if text() == before {
		t.Error("another version of a module, and nothing changes")
	}
	for name, path := range map[string]string{"a module of a workspace": "example.org/workspace/w",
		"a package that is not there": "user/none"} {
		if _, _, err := packages([]string{path}, file, info); !errors.Is(err, ErrNoSource) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := packages([]string{"user/a"}, "/nowhere/main.go", info); !errors.Is(err, ErrNoSource) {
		t.Errorf("the user's module cannot be found: %v", err)
	}
	soon := time.Now().Add(time.Hour)
	os.Chtimes(filepath.Join(dir, "user/b/b.go"), soon, soon)
	if _, _, err := packages([]string{"user/a"}, file, info); err != nil {
		t.Errorf("edited after it was read, and read again: %v", err)
	}
	kept.Clear()
	if _, _, err := packages([]string{"user/a"}, file, info); !errors.Is(err, ErrNoSource) {
		t.Errorf("a package younger than the program: %v", err)
	}
}

func TestSettings(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "-ldflags", Value: "-X main.v=2"},
		{Key: "vcs.time", Value: "now"}}}
	if got := settings(info); !slices.Equal(got, []string{"-ldflags=-X main.v=2"}) {
		t.Errorf("the settings are %q", got)
	}
}

// Source that was edited after the program was built is not the program's.
func TestYoungSource(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "main.go", "package main\n")
	soon := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "main.go"), soon, soon); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(dir, "main.go"), "elsewhere/main.go"} {
		if _, err := load(file); !errors.Is(err, ErrNoSource) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// Every package of the library counts where only the effect of functions is known.
func TestLibrary(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module lab\n")
	write(t, dir, "internal/a/a.go", "package a\n")
	before, err := Library(dir)
	if err != nil || !slices.Contains(before, runtime.Version()) || !slices.Contains(before, runtime.GOARCH) {
		t.Fatal(before, err)
	}
	for file, same := range map[string]bool{"go.mod": false, "go.sum": false, "internal/a/a.go": false,
		"sampler/lda/new.go": false, "datasets/d.go": false, "sampler/fast.s": false,
		"sampler/a_test.go": true, "README.md": true} {
		write(t, dir, file, "changed")
		after, err := Library(dir)
		if err != nil || slices.Equal(before, after) != same {
			t.Errorf("%s was changed: the same: %t, want %t (%v)", file, !same, same, err)
		}
		before = after
	}
	own, err := Library(Root())
	for _, file := range []string{"/go.mod", "/sampler/run.go", "/internal/same/library.go"} {
		if err != nil || !slices.ContainsFunc(own, func(line string) bool {
			return strings.HasPrefix(line, file+" ")
		}) {
			t.Errorf("%s does not count: %v", file, err)
		}
	}
	if _, err := Library(filepath.Join(dir, "none")); err == nil {
		t.Error("a library that is not there, and no error")
	}
}
