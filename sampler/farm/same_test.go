package farm

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
)

// A study of two priors that gives none of them to Map would get the results of the first one twice.
func TestCaptured(t *testing.T) {
	on := Farm{Dir: t.TempDir()}
	for _, k := range []int{1, 2} {
		got, err := Map(context.Background(), on, "loop", nil, 2, func(i int) (int, error) {
			return k * 10, nil
		})
		if err == nil || got[1] != 0 || !strings.HasPrefix(err.Error(), `farm: loop: the function uses `+
			`the variable "k", which is not among the data, so a change of it would go unnoticed`) {
			t.Error(got, err)
		}
		got, err = Map(context.Background(), on, "given", []any{"a", k}, 2, func(i int) (int, error) {
			return k * 10, nil
		})
		if err != nil || got[1] != k*10 {
			t.Error(got, err)
		}
		work := closure(k)
		if _, err = Map(context.Background(), on, "made", k, 2, work); err == nil ||
			!strings.Contains(err.Error(), `the variable "prior"`) {
			t.Error("a closure made elsewhere: ", err)
		}
	}
}

func closure(prior int) func(i int) (int, error) {
	return func(i int) (int, error) { return prior * 10, nil }
}

// The folder of a job changes with each ingredient of its key.
func TestFolderOf(t *testing.T) {
	job := sampler.Job{Name: "study", Key: [32]byte{1, 2, 3, 31: 4}}
	seen := map[string]bool{folderOf(job, [32]byte{5}): true}
	for change := range map[string]bool{"name": true, "first": true, "last": true, "code": true} {
		other, code := job, [32]byte{5}
		switch change {
		case "name":
			other.Name = "other"
		case "first":
			other.Key[0]++
		case "last": // beyond what a part compares
			other.Key[31]++
		case "code":
			code[31]++
		}
		folder := folderOf(other, code)
		if seen[folder] || !strings.HasPrefix(folder, nameOf(other)) {
			t.Errorf("another %s: %s", change, folder)
		}
		seen[folder] = true
	}
}

// A program whose code changes in another file or package, or with what it links, gets new results.
// One whose source is not there is refused.
func TestCodeElsewhere(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(file), 0o777)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := func(flags ...string) {
		t.Helper()
		c := exec.Command("go", append(append([]string{"build", "-o", "program"}, flags...), ".")...)
		c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	runs := func(what, want string) {
		t.Helper()
		c := exec.Command("./program")
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s; want %s", what, err, out, want)
		}
	}
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	goSum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(goMod), "\n")
	put("go.mod", "module user\n"+rest+"\nrequire gibbslab v0.0.0\nreplace gibbslab => "+root+"\n")
	put("go.sum", string(goSum))
	put("main.go", `package main

import (
	"context"
	"fmt"

	"gibbslab/sampler/farm"
	"user/prior"
)

var version = "a"

func piece(i int) (string, error) {
	fmt.Print("computing ")
	return fmt.Sprint(i, helper(), prior.Mean, version), nil
}

func main() {
	fmt.Println(farm.Map(context.Background(), farm.Farm{Dir: "results"}, "study", nil, 1, piece))
}
`)
	put("helper.go", "package main\n\nfunc helper() int { return 1 }\n")
	put("prior/prior.go", "package prior\n\nconst Mean = 1\n")
	build()
	runs("first", "computing [0 1 1a] <nil>")
	runs("again", "[0 1 1a] <nil>")
	put("helper.go", "package main\n\nfunc helper() int { return 1000 }\n")
	runs("edited, and not built", "was edited after the program was built")
	build()
	runs("a helper in another file", "computing [0 1000 1a] <nil>")
	put("prior/prior.go", "package prior\n\nconst Mean = 2\n")
	build()
	runs("another package", "computing [0 1000 2a] <nil>")
	if turns.Short(t) { // each build takes a second, and the last one compiles all packages again
		return
	}
	build("-ldflags", "-X main.version=b")
	runs("a linker flag", "computing [0 1000 2b] <nil>")
	build()
	runs("as before", "[0 1000 2a] <nil>")
	build("-trimpath")
	runs("no source", "build the program again, and start it where its source lies")
}
