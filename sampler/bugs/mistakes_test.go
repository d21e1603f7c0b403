package bugs_test

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/data"
)

var (
	update = flag.Bool("update", false, "write testdata/mistakes.txt and testdata/derivations again")
	jags   = flag.Bool("jags", false, "ask JAGS about the mistakes again")
)

// mistakesFile has models with mistakes of meaning, each with its data as JSON, what is said about it, and
// what JAGS 4.3.1 says. The parts are separated by ----, the models by ====.
//
//go:embed testdata/mistakes.txt
var mistakesFile string

func values(t *testing.T, json string) bugs.Data {
	t.Helper()
	arrays, err := data.ReadJSON(strings.NewReader(json))
	if err != nil {
		t.Fatalf("%v: %s", err, json)
	}
	out := bugs.Data{}
	for k, v := range arrays {
		out[k] = v
	}
	return out
}

func TestMistakes(t *testing.T) {
	var out []string
	seen := map[string]bool{}
	for part := range strings.SplitSeq(strings.TrimSuffix(mistakesFile, "\n"), "\n====\n") {
		p := strings.Split(part, "\n----\n")
		if len(p) < 4 {
			p = append(p, make([]string, 4-len(p))...)
		}
		_, err := bugs.Compile(p[0], values(t, p[1]))
		got := "no mistake"
		if err != nil {
			got = err.Error()
		}
		var all bugs.Errors
		if err != nil && !errors.As(err, &all) {
			t.Errorf("%s\n%v has no line", p[0], err)
		}
		if got != p[2] && !*update {
			t.Errorf("%s\n%s\ngot:\n%s\nwant:\n%s", p[0], p[1], got, p[2])
		}
		if seen[got] {
			t.Errorf("twice: %s", got)
		}
		seen[got] = true
		p[2] = got
		if *jags {
			p[3] = askJAGS(t, p[0], values(t, p[1]))
		}
		out = append(out, strings.Join(p[:4], "\n----\n"))
	}
	if *update || *jags {
		if err := os.WriteFile("testdata/mistakes.txt", []byte(strings.Join(out, "\n====\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// askJAGS runs a model in JAGS and returns what it says, without greetings.
func askJAGS(t *testing.T, text string, values bugs.Data) string {
	dir := t.TempDir()
	var dump strings.Builder
	for name, v := range values {
		a := v.(data.Array)
		var cells []string
		for i := range a.Values { // by columns
			at, stride, rest := 0, len(a.Values), i
			for _, d := range a.Dims {
				stride /= d
				at, rest = at+rest%d*stride, rest/d
			}
			cells = append(cells, strings.ReplaceAll(fmt.Sprint(a.Values[at]), "NaN", "NA"))
		}
		fmt.Fprintf(&dump, "%s <- structure(c(%s), .Dim = c(%s))\n", name, strings.Join(cells, ", "),
			strings.Join(strings.Fields(strings.Trim(fmt.Sprint(append([]int{1}, a.Dims...)[min(1, len(a.Dims)):]), "[]")),
				", "))
	}
	for name, content := range map[string]string{"m.bug": text + "\n", "d.R": dump.String(),
		"script": "model in m.bug\ndata in d.R\ncompile\ninitialize\nupdate 10\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("timeout", "20", "jags", "script")
	cmd.Dir = dir
	b, _ := cmd.CombinedOutput()
	said := string(b)
	for _, from := range []string{"Resolving undeclared", "Compiling model graph", "Reading data file d.R"} {
		if _, after, ok := strings.Cut(said, from); ok {
			said = after
			break
		}
	}
	var lines []string
	dull := regexp.MustCompile(
		`nodes|^Graph|stochastic: |^Total graph|^Resolving|^variables|^Initializing|^Deleting|^Updating|^Compiling|` +
			`^Welcome|^JAGS is free|^Loading|^Reading|^Declaring|^WARNING: Adapt|^[-*| ]*$`)
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); !dull.MatchString(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "(runs)"
	}
	return strings.Join(lines, "\n")
}
