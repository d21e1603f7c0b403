package farm

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fakeSlurm puts scripts in the PATH that act as Slurm: job 42 is what was submitted last and is over
// at once, and job 777 is somebody else's and runs for ever.
func fakeSlurm(t *testing.T) (asked string) {
	t.Helper()
	dir := t.TempDir()
	asked = filepath.Join(dir, "asked")
	for name, script := range map[string]string{
		"sbatch": `while [ $# -gt 0 ]; do case $1 in
	--job-name=*) name=${1#*=} ;;
	--comment=*) comment=${1#*=} ;;
	--array=*) last=${1#*-array=0-} ;;
	esac; shift; done
echo "$name|$comment" >DIR/42
cat >DIR/script
for t in $(seq 0 $last); do SLURM_ARRAY_TASK_ID=$t sh DIR/script; done
echo 42`,
		"squeue": `case "$*" in
*jobs=42*%j*) cat DIR/42 ;;
*jobs=42*) echo "COMPLETED|n1|None|0|" ;;
*jobs=777*%j*) echo "other|/elsewhere" ;;
*jobs=777*) echo "RUNNING|n1|None|0|" ;;
esac`,
		"scancel": "", "scontrol": "",
	} {
		script = "#!/bin/sh\necho " + name + " \"$@\" >>DIR/asked\n" + script + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(script, "DIR", dir)),
			0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return asked
}

// The number of a job that is somebody else's by now is neither waited for nor cancelled.
func TestForeignJob(t *testing.T) {
	asked := fakeSlurm(t)
	p := plan{What: "map", Dir: t.TempDir(), Engine: "slurm", Chains: 4, Pieces: 2}
	if said := p.drive(t); !strings.Contains(said, "squares: [0 1 4 9] error: <nil>") {
		t.Fatal(said)
	}
	pieces, _ := filepath.Glob(filepath.Join(p.Dir, "squares-*", "pieces", "*.piece"))
	notes, _ := filepath.Glob(filepath.Join(p.Dir, "squares-*", "pieces", "slurm-job"))
	if len(pieces) != 4 || len(notes) != 1 {
		t.Fatal(pieces, notes)
	}
	for _, note := range []string{"777", "777 888", "-777", "x; rm"} {
		os.Remove(pieces[1])
		if err := os.WriteFile(notes[0], []byte(note), 0o666); err != nil {
			t.Fatal(err)
		}
		d, said := p.start(t)
		over := time.AfterFunc(30*time.Second, func() { d.Process.Signal(os.Interrupt) })
		d.Wait()
		over.Stop()
		if !strings.Contains(said.String(), "squares: [0 1 4 9] error: <nil>") {
			t.Errorf("%s: %s", note, said)
		}
	}
	calls, err := os.ReadFile(asked)
	if err != nil || strings.Contains(string(calls), "scancel") ||
		strings.Count(string(calls), "sbatch") != 6 {
		t.Errorf("%v: Slurm was asked:\n%s", err, calls)
	}
}

// A job that is still ours is waited for, and not submitted again.
func TestOwnJob(t *testing.T) {
	fakeSlurm(t)
	p := Program{Name: "gibbslab-a", Folder: "/shared/a b", step: "pieces"}
	dir, _, _ := strings.Cut(os.Getenv("PATH"), ":")
	for text, own := range map[string]bool{"gibbslab-a|/shared/a b/pieces\n": true,
		"gibbslab-a|/shared/a b/pieces\ngibbslab-a|/shared/a b/pieces\n": true, "": false,
		"gibbslab-a|(null)\n": false, "gibbslab-b|/shared/a b/pieces\n": false,
		"gibbslab-a|/shared/a b/pieces\nother|/x\n": false} {
		if err := os.WriteFile(filepath.Join(dir, "42"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := (Slurm{}).owns(p, "42"); got != own {
			t.Errorf("squeue said %q: own %t", text, got)
		}
	}
}

// A program in the folder that is not this one is replaced before a part runs it.
func TestForeignProgram(t *testing.T) {
	p := plan{What: "map", Dir: t.TempDir(), Engine: "processes", Chains: 4, Pieces: 2}
	p.drive(t)
	programs, _ := filepath.Glob(filepath.Join(p.Dir, "*", "program-*"))
	if len(programs) != 2 {
		t.Fatal(programs)
	}
	hello := filepath.Join(p.Dir, "hello")
	script := []byte("#!/bin/sh\ntouch '" + hello + "'\n")
	elsewhere := filepath.Join(p.Dir, "elsewhere")
	if err := os.WriteFile(elsewhere, script, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(file string) error{
		"script": func(file string) error { return os.WriteFile(file, script, 0o777) },
		"cut":    func(file string) error { return os.Truncate(file, 1000) },
		"link":   func(file string) error { os.Remove(file); return os.Symlink(elsewhere, file) },
	} {
		pieces, _ := filepath.Glob(filepath.Join(p.Dir, "*", "pieces", "*.piece"))
		for _, file := range pieces {
			os.Remove(file)
		}
		for _, file := range programs {
			if err := change(file); err != nil {
				t.Fatal(err)
			}
		}
		if said := p.drive(t); !strings.Contains(said, "squares: [0 1 4 9] error: <nil>") {
			t.Errorf("%s: %s", name, said)
		}
		if _, err := os.Stat(hello); err == nil {
			t.Errorf("%s: a foreign program was run", name)
		}
	}
}

// What Submit prints is not run as code, and a folder may have blanks in its name.
func TestCommandAndShell(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a folder")
	hello := filepath.Join(t.TempDir(), "hello")
	for _, printed := range []string{"x; touch " + hello, "$(touch " + hello + ")", "a b", "-x", ""} {
		on := Farm{Dir: dir, Pieces: 1, On: Command{Index: "0",
			Submit: []string{"printf", "%s", printed}, Alive: []string{"sh", "-c", "false {job}"}}}
		_, err := Map(context.Background(), on, "printed", nil, 1, square)
		if err == nil || !strings.Contains(err.Error(), "which is not the name of a job") {
			t.Errorf("%q: %v", printed, err)
		}
	}
	if _, err := os.Stat(hello); err == nil {
		t.Error("what Submit printed was run")
	}
	for _, job := range []string{"123", "12.1-10:1", "123[].server.org", "a_b@c"} {
		if !isJob(job) {
			t.Errorf("%s is refused", job)
		}
	}
	p := plan{What: "map", Dir: dir, Engine: "processes", Chains: 4, Pieces: 2}
	os.MkdirAll(dir, 0o777)
	if said := p.drive(t); !strings.Contains(said, "squares: [0 1 4 9] error: <nil>") {
		t.Error(said)
	}
	for _, word := range []string{"cat {script}", "cat '{script}'", `cat "{script}"`} {
		c := Command{Index: "0", Submit: []string{"/bin/sh", "-c", word + " >" + hello}}
		program := Program{Folder: dir, Parts: []int{5}}
		if err := c.Run(context.Background(), program, func(string) {}); err != nil {
			t.Errorf("%s: %v", word, err)
		}
		if text, _ := os.ReadFile(hello); string(text) != program.Script("0") {
			t.Errorf("%s: %s", word, text)
		}
	}
}
