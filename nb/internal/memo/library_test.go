package memo

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

// write puts a file into the test library, old enough to be what this program was built from.
func write(t *testing.T, l *library, name, text string) {
	t.Helper()
	file := filepath.Join(l.dir, name)
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

func TestLibrary(t *testing.T) {
	l := &library{dir: t.TempDir(), module: "lab", goMod: "require x v1"}
	write(t, l, "a/a.go", "package a\nimport (\"lab/b\"; \"math\"; \"example.org/x/y\")\nvar A = "+
		"b.B\n")
	write(t, l, "b/b.go", "package b\nimport _ \"embed\"\n//go:embed data/d.csv\nvar B string\n")
	write(t, l, "b/data/d.csv", "1,2\n")
	write(t, l, "c/c.go", "package c\n")
	text := func() string {
		t.Helper()
		var b strings.Builder
		others, err := libraries{l}.hash(&b, []string{"lab/a", "fmt"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(others)
		if want := []string{"embed", "example.org/x/y", "fmt", "math"}; !slices.Equal(others,
			want) {
			t.Errorf("imports from elsewhere: %v, want %v", others, want)
		}
		return b.String()
	}
	before := text()
	for _, tt := range []struct {
		file, text string
		same       bool
	}{
		{"a/a.go", "// Package a.\npackage a\nimport (\"lab/b\"; \"math\"; " +
			"\"example.org/x/y\")\n\nvar A  =  b.B // !\n", true},
		{"c/c.go", "package c\nvar C = 1\n", true},
		{"a/a_test.go", "package a\nvar T = 1\n", true},
		{"a/a.go", "package a\nimport (\"lab/b\"; \"math\"; \"example.org/x/y\")\nvar A = b.B + " +
			"b.B\n", false},
		{"b/b.go", "package b\nimport _ \"embed\"\n//go:embed data/d.csv\nvar B []byte\n", false},
		{"b/data/d.csv", "1,3\n", false},
		{"b/more.go", "package b\nfunc init() {}\n", false},
	} {
		write(t, l, tt.file, tt.text)
		after := text()
		if (after == before) != tt.same {
			t.Errorf("%s changed to %q: same: %t, want %t", tt.file, tt.text, after == before,
				tt.same)
		}
		before = after
	}
	if _, err := (libraries{l}).hash(&strings.Builder{}, []string{"lab/missing"},
		nil); err != ErrNoSource {
		t.Errorf("a package that is not there: %v", err)
	}
}

// Source that was edited after the program was built is not the program's.
func TestYoungSource(t *testing.T) {
	l := &library{dir: t.TempDir(), module: "lab"}
	write(t, l, "a/a.go", "package a\n")
	soon := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(l.dir, "a/a.go"), soon, soon); err != nil {
		t.Fatal(err)
	}
	if _, err := (libraries{l}).hash(&strings.Builder{}, []string{"lab/a"},
		nil); err != ErrNoSource {
		t.Errorf("a library younger than the program: %v", err)
	}
	if _, err := load(filepath.Join(l.dir, "a/a.go")); err != ErrNoSource {
		t.Errorf("a program younger than itself: %v", err)
	}
	if _, err := load("elsewhere/main.go"); err != ErrNoSource {
		t.Errorf("a program without source: %v", err)
	}
}

// Packages of the user's module and of a module that go.mod replaces by a folder count as code:
// they change without a new version.
func TestLibraries(t *testing.T) {
	root := t.TempDir()
	all := &library{dir: root}
	write(t, all, "user/go.mod", "module user\n\nreplace example.org/other => ../other\n")
	write(t, all, "user/main.go", "package main\n")
	write(t, all, "user/helper/h.go", "package helper\nvar H = 1\n")
	write(t, all, "other/go.mod", "module example.org/other\n")
	write(t, all, "other/o.go", "package other\nvar O = 1\n")
	info := &debug.BuildInfo{Main: debug.Module{Path: "user"}, Deps: []*debug.Module{
		{Path: "example.org/other", Version: "v1.0.0", Replace: &debug.Module{Path: "../other",
			Version: "(devel)"}},
		{Path: "example.org/far", Version: "v1.2.3", Sum: "h1:x"},
		{Path: "example.org/workspace", Version: "(devel)"},
	}}
	file := filepath.Join(root, "user/main.go")
	text := func() string {
		t.Helper()
		var b strings.Builder
		if err := hashImports(&b, file, []string{"user/helper", "example.org/other",
			"example.org/far/away", "fmt"}, info); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before := text()
	for name, change := range map[string]func(){
		"another package of the module": func() {
			write(t, all, "user/helper/h.go",
				"package helper\nvar H = 2\n")
		},
		"a replaced module": func() {
			write(t, all, "other/o.go",
				"package other\nvar O = 2\n")
		},
		"a version": func() { info.Deps[1].Version = "v1.2.4" },
		"a linker flag": func() {
			info.Settings = []debug.BuildSetting{{Key: "-ldflags",
				Value: "-X main.v=2"}}
		},
	} {
		change()
		after := text()
		if after == before {
			t.Errorf("%s was changed, and the key stays the same", name)
		}
		before = after
	}
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.time", Value: "now"})
	if text() != before {
		t.Error("a commit changes the key")
	}
	for name, path := range map[string]string{"a module of a workspace": "example.org/workspace/w",
		"a package that is not there": "user/none"} {
		if err := hashImports(&strings.Builder{}, file, []string{path}, info); err != ErrNoSource {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := hashImports(&strings.Builder{}, "/nowhere/main.go", []string{"user/helper"},
		info); err != ErrNoSource {
		t.Errorf("the user's module cannot be found: %v", err)
	}
}

func TestFindLibrary(t *testing.T) {
	l, err := findLibrary()
	if err != nil || !strings.HasPrefix(l.goMod, "module "+l.module+"\n") || !strings.Contains(l.goMod, "gonum.org/v1/gonum") {
		t.Errorf("%+v, %v", l, err)
	}
}
