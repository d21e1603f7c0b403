package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
)

// start starts a driver in a process of its own.
func (p plan) start(t *testing.T) (c *exec.Cmd, said *bytes.Buffer) {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	c = exec.Command(os.Args[0])
	c.Env = append(os.Environ(), planVariable+"="+string(text))
	said = new(bytes.Buffer)
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, said
}

// drive runs a driver to its end and returns what it printed.
func (p plan) drive(t *testing.T) string {
	t.Helper()
	c, said := p.start(t)
	if err := c.Wait(); err != nil {
		t.Fatalf("%+v: %v: %s", p, err, said)
	}
	return said.String()
}

// want is the line with the sum of the draws that sampler.Run makes.
func (p plan) want(t *testing.T) string {
	t.Helper()
	tr, err := sampler.Run(context.Background(), normal(0.6, 0, func(int) error { return nil }),
		p.settings())
	if err != nil {
		t.Fatal(err)
	}
	return "sum: " + sumOf(tr)
}

// same checks that a driver prints the same draws as sampler.Run, and these words.
func (p plan) same(t *testing.T, name string, words ...string) {
	t.Helper()
	said := p.drive(t)
	for _, word := range append(words, p.want(t), "error: <nil>") {
		if !strings.Contains(said, word) {
			t.Errorf("%s: no %q in:\n%s", name, word, said)
		}
	}
	what, _, _ := strings.Cut(p.Trouble, " ")
	if _, err := os.Stat(filepath.Join(p.Dir, "happened-"+what)); what != "" && err != nil {
		t.Errorf("%s: nothing went wrong", name)
	}
}

// Parts in processes of their own give the draws of sampler.Run, also where one is killed, breaks
// off a file, or is part of the middle of a run with Until.
func TestProcesses(t *testing.T) {
	p := plan{What: "chains", Engine: "processes", Chains: 8, Draws: 150, Pieces: 3}
	for name, trouble := range map[string]string{"nothing": "", "killed": "kill 4", "half": "half 7"} {
		p.Dir, p.Trouble = t.TempDir(), trouble
		p.same(t, name)
	}
	p = plan{What: "chains", Dir: t.TempDir(), Engine: "processes", Chains: 2, Draws: 250,
		Pieces: 1, Until: true}
	p.same(t, "until")
}

// A part takes the results of the jobs before its own from the folder.
func TestTwoJobs(t *testing.T) {
	p := plan{What: "map", Dir: t.TempDir(), Engine: "processes", Chains: 7, Pieces: 2}
	said := p.drive(t)
	if !strings.Contains(said, "first: [0 1 2] <nil>") ||
		!strings.Contains(said, "squares: [0 1 4 9 16 25 36] error: <nil>") {
		t.Error(said)
	}
	logs, _ := filepath.Glob(filepath.Join(p.Dir, "squares-*", "pieces", "part-*.log"))
	if len(logs) != 4 {
		t.Errorf("the logs of 4 parts: %q", logs)
	}
}

// A piece that always fails is named, with the end of its log. The others are kept, also those that
// come after it in its part.
func TestAlwaysFails(t *testing.T) {
	turns.Long(t)
	for trouble, want := range map[string]string{
		"error 3": "piece 3: this piece cannot be computed; the log of part 0 ends:",
		"panic 3": "piece 3: the function panicked: this piece panics",
		"crash 3": "piece 3 was tried 5 times and not computed; the log of part 0 ends:",
	} {
		p := plan{What: "map", Dir: t.TempDir(), Engine: "processes", Chains: 7, Pieces: 7,
			Trouble: trouble}
		said := p.drive(t)
		if !strings.Contains(said, want) || !strings.Contains(said, "[0 1 4 0 16 25 36]") ||
			!strings.Contains(said, "6 of 7 pieces are done and kept") {
			t.Errorf("%s: %s", trouble, said)
		}
		if trouble == "crash 3" && !strings.Contains(said, "this process has no luck") {
			t.Error(said)
		}
	}
}

// A driver that is killed and started again takes what is there.
func TestDriverKilled(t *testing.T) {
	p := plan{What: "chains", Dir: t.TempDir(), Engine: "processes", Chains: 6, Draws: 100,
		Pieces: 1, Sleep: time.Millisecond}
	c, _ := p.start(t)
	for range 500 {
		if pieces, _ := filepath.Glob(filepath.Join(p.Dir, "*", "*", "*.piece")); len(pieces) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	p.same(t, "started again")
}

// A script says that a machine does not see the folder, and a part that never comes to its job is
// told apart from one that fails in it.
func TestScript(t *testing.T) {
	dir := t.TempDir()
	p := Program{Folder: filepath.Join(dir, "it's gone"), step: "s", Parts: []int{4, 7}}
	c := exec.Command("sh", "-c", p.Script("$T - 1"))
	c.Env = append(os.Environ(), "T=2")
	out, err := c.CombinedOutput()
	if c.ProcessState.ExitCode() != notShared || !strings.Contains(string(out), "does not see") {
		t.Errorf("%v: %s", err, out)
	}
	os.MkdirAll(filepath.Join(p.Folder, "s"), 0o777)
	p.command = []string{"sh", "-c", `echo "$GIBBSLAB_FARM_PART $1 $A"`, "x", "it's"}
	p.variables = []string{"A=b c"}
	c = exec.Command("sh", "-c", p.Script("$T - 1"))
	c.Env = append(os.Environ(), "T=2")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if log, _ := os.ReadFile(filepath.Join(p.Folder, "s", "part-7.log")); string(log) !=
		"7 it's b c\n" {
		t.Errorf("the log is %q", log)
	}
	never := Command{Submit: []string{"sh", "-c", "echo lost >>{script}.log"}, Index: "0"}
	_, err = Map(context.Background(), Farm{Dir: dir, On: never, Pieces: 1}, "never", nil, 2, square)
	if err == nil || !strings.Contains(err.Error(), "piece 0 (and 1 more) was tried 5 times and not computed; there is no log") {
		t.Error(err)
	}
}
