package outside

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
)

// TestSetUp runs `make setup` in copies of this checkout: with a name that quoting must survive, after the folder was
// renamed, with settings that are meant for other programs, and without what it needs. No package index is in reach.
func TestSetUp(t *testing.T) {
	installed(t)
	dir := filepath.Join(t.TempDir(), "before")
	checkout(t, dir)
	link(t, dir)
	renamed := filepath.Join(t.TempDir(), `it's a "test" $HOME é`)
	if err := os.Rename(dir, renamed); err != nil {
		t.Fatal(err)
	}
	// What set-up has left to the background writes there, too.
	defer exec.Command(filepath.Join(renamed, ".venv/bin/python"), filepath.Join(renamed, "internal/tools/completion.py"), "wait").Run()
	const complete = "Set-up complete"
	evil := evilSettings(t)
	said := setUp(renamed, evil...)
	script, err := exec.Command(filepath.Join(renamed, ".venv/bin/jupyter"), "--version").CombinedOutput()
	if !strings.Contains(said, complete) || err != nil || !strings.HasPrefix(string(script), "Selected Jupyter") {
		t.Errorf("a renamed checkout, with settings for other programs:\n%s\n%s%v", said, script, err)
	}
	forget(t, renamed)
	noCompiler := path(t, "go", "python3")
	if said := setUp(renamed, noCompiler); !strings.Contains(said, complete) {
		t.Errorf("without a C compiler: %s", said)
	}
	plan := exec.Command("make", "-n", "long")
	plan.Dir, plan.Env = renamed, environment(noCompiler)
	if out, err := plan.CombinedOutput(); err != nil || strings.Contains(string(out), "-race") {
		t.Errorf("the race detector needs a C compiler, and `make long` would run: %v\n%s", err, out)
	}
	for _, c := range []struct{ lacking, path, want string }{
		{"Go", path(t, "python3"), "There is no `go` on your PATH. Install Go"},
		{"Python", path(t, "go"), "Python 3.10 or newer is needed: there is no python3 on your PATH."},
	} {
		if said := setUp(renamed, c.path); !strings.Contains(said, c.want) || strings.Contains(said, complete) {
			t.Errorf("without %s it says %q, expected %q", c.lacking, said, c.want)
		}
	}
}

// TestTemporaryFolderWithoutPrograms: a namespace of its own has the folder mounted; it goes when the command ends.
func TestTemporaryFolderWithoutPrograms(t *testing.T) {
	turns.Long(t)
	mount := []string{"--map-root-user", "--mount", "sh", "-c", `mount -t tmpfs -o noexec none "$TMPDIR" && exec "$@"`, "sh"}
	command := func(args ...string) (string, error) {
		c := exec.Command("unshare", append(slices.Clone(mount), args...)...)
		c.Dir, c.Env = root(t), environment("TMPDIR="+t.TempDir())
		said, err := c.CombinedOutput()
		return string(said), err
	}
	if said, err := command("true"); err != nil {
		t.Skipf("no folder can be mounted here: %v %s", err, said)
	}
	said, err := command("python3", "internal/tools/setup.py")
	if err == nil || !strings.Contains(said, "Permission denied") || !strings.Contains(said, "Name another folder in TMPDIR") {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestNoTelemetry starts gopls with the environment of the kernel and without, each with a new home folder, and looks
// whether it has counted there that it was started.
func TestNoTelemetry(t *testing.T) {
	venv := installed(t)
	var kernel struct{ Env map[string]string }
	spec := read(t, filepath.Join(venv, "share/jupyter/kernels/gonb/kernel.json"))
	if err := json.Unmarshal([]byte(spec), &kernel); err != nil {
		t.Fatal(err)
	}
	const child = "GO_TELEMETRY_CHILD"
	for setting, counts := range map[string]bool{"": true, kernel.Env[child]: false} {
		home := t.TempDir()
		gopls := exec.Command(filepath.Join(venv, "bin/gopls"), "version")
		gopls.Env = environment("HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), child+"="+setting)
		if err := gopls.Run(); err != nil {
			t.Fatal(err)
		}
		found := false
		err := filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
			found = found || strings.Contains(path, "gopls@")
			return err
		})
		if err != nil || found != counts {
			t.Errorf("with %s=%q gopls counts: %v (%v), expected %v", child, setting, found, err, counts)
		}
	}
}

// installed is the .venv of this checkout, which `make setup` makes.
func installed(t *testing.T) string {
	t.Helper()
	turns.Long(t)
	venv, err := filepath.EvalSymlinks(filepath.Join(root(t), ".venv"))
	if err != nil {
		t.Skipf("run make setup first: %v", err)
	}
	return venv
}

// checkout copies the files of this checkout.
func checkout(t *testing.T, to string) {
	t.Helper()
	names := run(t, root(t), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for _, name := range strings.Split(strings.Trim(names, "\x00"), "\x00") {
		from := filepath.Join(root(t), name)
		if info, err := os.Lstat(from); err == nil && info.Mode().IsRegular() {
			duplicate(t, from, filepath.Join(to, name))
		}
	}
}

// link makes a .venv that works but for its paths, as in a folder that was renamed. What pip has installed is linked to.
func link(t *testing.T, to string) {
	t.Helper()
	from := installed(t)
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, from)
		copied := filepath.Join(to, ".venv", name)
		switch {
		case name == "/lib" || name == "/lib64" || name == "/include":
			if d.IsDir() {
				err = fs.SkipDir
			}
			if failed := os.Symlink(path, copied); failed != nil {
				return failed
			}
		case d.IsDir():
			return os.MkdirAll(copied, 0o777)
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(target, copied)
		default:
			duplicate(t, path, copied)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// duplicate copies a file with its permissions.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte(read(t, from)), info.Mode().Perm()); err != nil {
		t.Fatal(err)
	}
}

// forget makes the next set-up build the tools again, and the kernel with them.
func forget(t *testing.T, dir string) {
	t.Helper()
	state := read(t, filepath.Join(dir, ".venv/setup.json"))
	write(t, dir, ".venv/setup.json", strings.Replace(state, `"build_tools"`, `"once"`, 1))
}

// evilSettings are settings of Go, Python and pip that break a program that heeds them.
func evilSettings(t *testing.T) []string {
	t.Helper()
	evil := t.TempDir()
	for _, module := range []string{"json", "sitecustomize", "hashlib"} {
		write(t, evil, module+".py", "raise SystemExit('evil')\n")
	}
	return []string{"PYTHONPATH=" + evil, "PYTHONHOME=/nowhere", "PYTHONSTARTUP=" + evil + "/json.py", "PIP_USER=1",
		"PIP_TARGET=" + evil, "PIP_PREFIX=" + evil, "GOFLAGS=-mod=vendor", "GO111MODULE=off", "GOWORK=/nowhere/go.work"}
}

// path is a PATH on which there are only these programs and those that any system has.
func path(t *testing.T, programs ...string) string {
	t.Helper()
	dir := t.TempDir()
	programs = append(programs, "make", "sh", "env", "sed", "sort", "ls", "cat", "rm", "mkdir", "dirname", "uname",
		"git", "grep", "xargs")
	for _, name := range programs {
		where, err := exec.LookPath(name)
		if name == "python3" { // that of the user may be a script that looks for others
			where, err = filepath.EvalSymlinks(filepath.Join(root(t), ".venv/bin/python"))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(where, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return "PATH=" + dir
}

// environment is what a user's shell has, and these settings, with neither an index of packages nor a proxy of modules
// in reach. What a make that runs the tests has added is left out.
func environment(settings ...string) []string {
	ours := []string{"MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "GOFLAGS=", "GO111MODULE="}
	env := slices.DeleteFunc(os.Environ(), func(s string) bool {
		return slices.ContainsFunc(ours, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
	})
	return append(append(env, "PIP_NO_INDEX=1", "PIP_NO_CACHE_DIR=1", "GOPROXY=off"), settings...)
}

// setUp runs the set-up and returns what it says.
func setUp(dir string, settings ...string) string {
	c := exec.Command("make", "-s", "setup")
	c.Dir, c.Env = dir, environment(settings...)
	said, err := c.CombinedOutput()
	if err != nil {
		return string(said) + err.Error()
	}
	return string(said)
}
