package outside

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gibbslab/internal/turns"
)

// TestReadmeRecipe follows README in an empty folder: its commands, and its sampler as a program.
func TestReadmeRecipe(t *testing.T) {
	clone := root(t)
	readme := read(t, filepath.Join(clone, "README.md"))
	commands := fenced(t, readme, "sh")
	if !strings.Contains(commands, "path/to/this/clone") {
		t.Fatalf("README's commands do not name the clone:\n%s", commands)
	}
	user := t.TempDir()
	write(t, user, "main.go", program(module(t, clone), fenced(t, readme, "go")))
	run(t, user, "sh", "-ec", strings.ReplaceAll(commands, "path/to/this/clone", clone))
	runs(t, user)
}

// TestPublish makes a copy under another path, and uses it as anybody would who had fetched it.
func TestPublish(t *testing.T) {
	turns.Long(t)
	clone, user := root(t), t.TempDir()
	copied := filepath.Join(user, "copy")
	const path = "example.org/you/samplers"
	publish := filepath.Join(clone, "internal/tools/publish.py")
	run(t, clone, "python3", publish, path, copied)
	for _, bad := range [][]string{{"gibbslab"}, {"you/gibbslab"}, {"example.org"}, {"example.org/a b"}, {path, copied},
		{""}, {"example.org/you/a.."}, {"example.org/you/gibbslab."}, {"example.org/you/CON"},
		{"example.org/you/con.x"}, {"example.org/you/a~1"}, {"example.Org/a"}, {"example.org/a/v1"},
		{"gopkg.in/a"}} { // Go refuses all from a.. on as "malformed module path"
		out, err := exec.Command("python3", append([]string{publish}, bad...)...).CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "publish: ") || strings.Count(string(out), "\n") != 1 {
			t.Errorf("publish.py %q: %v, %s", bad, err, out)
		}
	}
	// No import and no notebook of the copy names the old path.
	old := regexp.MustCompile(`"` + regexp.QuoteMeta(module(t, clone)) + "/")
	for _, name := range strings.Fields(run(t, clone, "git", "ls-files", "*.go", "*.ipynb", "*.mod")) {
		if line := old.FindString(read(t, filepath.Join(copied, name))); line != "" {
			t.Errorf("%s still says %s", name, line)
		}
	}
	links(t, copied)
	code := program(path, fenced(t, read(t, filepath.Join(clone, "README.md")), "go"))
	write(t, user, "main.go", code)
	run(t, user, "go", "mod", "init", "example.org/mine")
	run(t, user, "go", "work", "init", ".", copied)
	runs(t, user)
}

// links checks that a link within a checkout is published as a link, and that none leads out of it.
func links(t *testing.T, checkout string) {
	t.Helper()
	publish, again := filepath.Join(checkout, "internal/tools/publish.py"), filepath.Join(t.TempDir(), "again")
	inside, out := filepath.Join(checkout, "INSIDE"), filepath.Join(checkout, "sampler", "out")
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, filepath.Dir(secret), "secret", "secret")
	for target, link := range map[string]string{"README.md": inside, secret: out} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	said, err := exec.Command("python3", publish, "example.org/a", again).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(said), "publish: sampler/out is a link that leads out") {
		t.Errorf("a link out of the checkout: %v, %s", err, said)
	}
	os.Remove(out)
	os.RemoveAll(again)
	run(t, checkout, "python3", publish, "example.org/a", again)
	if target, err := os.Readlink(filepath.Join(again, "INSIDE")); target != "README.md" {
		t.Errorf("a link within the checkout: %q, %v", target, err)
	}
	os.Remove(inside)
}

// runs checks what the program in a folder prints.
func runs(t *testing.T, dir string) {
	t.Helper()
	if got := run(t, dir, "go", "run", "."); !strings.Contains(got, "25000 draws in each of 4 chains <nil>") {
		t.Errorf("the program printed %q", got)
	}
}

// program makes a program of README's lines.
func program(path, lines string) string {
	return `package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"` + path + `/sampler"
)

func main() {
` + lines + `	if err != nil {
		panic(err)
	}
	x, err := trace.Chains("x")
	fmt.Println(len(x[0]), "draws in each of", len(x), "chains", err)
}
`
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// module is the module path of the clone.
func module(t *testing.T, clone string) string {
	t.Helper()
	first, _, _ := strings.Cut(read(t, filepath.Join(clone, "go.mod")), "\n")
	return strings.TrimPrefix(first, "module ")
}

// fenced is the first block of a language in README.
func fenced(t *testing.T, text, language string) string {
	t.Helper()
	_, block, found := strings.Cut(text, "```"+language+"\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatalf("README has no block of %s", language)
	}
	return block
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "GOPROXY=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
