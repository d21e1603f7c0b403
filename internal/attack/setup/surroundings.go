package setup

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gibbslab/internal/attack/frame"
)

// What the user's environment has, and what it lacks.
var surroundings = []frame.Attack{
	{Name: "settings-of-go", Run: settingsOfGo, Want: `
GOFLAGS=-mod=mod: ` + complete + `
GOFLAGS=-mod=vendor: ` + complete + `
GO111MODULE=off: ` + complete},
	{Name: "settings-of-python", Run: settingsOfPython, Want: complete},
	{Name: "from-nothing-with-all-settings", Run: fromNothing, Want: `
[1/4] Python environment .venv with JupyterLab ...
[2/4] gonb, goimports, gopls and staticcheck (a minute, the first time) ...
[3/4] Jupyter kernel ...
[4/4] plotting libraries, compiled ahead (a minute, the first time) ...
` + complete},
	{Name: "a-forged-package", Run: forged, Want: "…The pinned JupyterLab could not be installed…" +
		"THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE…"},
	{Name: "no-compiler", Run: noCompiler, Want: complete + `
There is no C compiler (gcc) with its headers (libc6-dev): nothing runs under the race detector.`},
	{Name: "no-go", Run: noGo, Want: `…There is no ` + "`go`" + ` on your PATH. Install Go … or newer …`},
	{Name: "no-python", Run: noPython, Want: `Python 3.10 or newer is needed: there is no python3 on your PATH.…`},
	{Name: "telemetry", Run: telemetry, Want: `
gopls of its own: counts
gopls of the kernel: does not count`},
}

// pythons are settings of Python and pip that break a program that heeds them.
func pythons() []string {
	must(os.MkdirAll("evil", 0o777))
	for _, module := range []string{"json", "sitecustomize", "hashlib"} {
		must(os.WriteFile("evil/"+module+".py", []byte("raise SystemExit('evil')\n"), 0o666))
	}
	evil, err := filepath.Abs("evil")
	must(err)
	return []string{"PYTHONPATH=" + evil, "PYTHONHOME=/nowhere", "PYTHONSTARTUP=" + evil + "/json.py", "PIP_USER=1",
		"PIP_TARGET=" + evil, "PIP_PREFIX=" + evil, "PIP_REQUIRE_HASHES=1"}
}

func settingsOfGo() {
	dir := installed("checkout")
	for _, setting := range []string{"GOFLAGS=-mod=mod", "GOFLAGS=-mod=vendor", "GO111MODULE=off"} {
		forget(dir)
		fmt.Printf("%s: %s\n", setting, setUp(dir, environment(setting)))
	}
}

func settingsOfPython() {
	dir := installed("checkout")
	fmt.Println(setUp(dir, environment(pythons()...)))
}

// fromNothing needs the network, or what pip and go have kept of an earlier set-up.
func fromNothing() {
	dir := checkout(`a "new" folder`)
	env := environment(append(pythons(), "GOFLAGS=-mod=vendor", "GO111MODULE=off", "GOWORK=/nowhere/go.work")...)
	fmt.Println(run(dir, env, "make", "-s", "setup"))
}

// forged changes one digit of a hash: that is what a package looks like that somebody has
// exchanged.
func forged() {
	dir := checkout("checkout")
	file := filepath.Join(dir, "internal/tools/requirements.txt")
	data, err := os.ReadFile(file)
	must(err)
	before, after, found := strings.Cut(string(data), "--hash=sha256:")
	if !found {
		fmt.Println("the requirements carry no hashes")
		return
	}
	end := strings.IndexFunc(after, func(c rune) bool { return !strings.ContainsRune("0123456789abcdef", c) })
	first, _, _ := strings.Cut(before+"--hash=sha256:"+strings.Repeat("0", end), "\\")
	lines := strings.Split(strings.TrimSpace(first), "\n")
	pin := lines[len(lines)-1]
	must(os.WriteFile(file, []byte(pin+" --hash=sha256:"+strings.Repeat("0", end)+"\n"), 0o666))
	fmt.Println(run(dir, environment(), "make", "-s", "setup"))
}

// pathWith is a PATH on which there is nothing but these programs.
func pathWith(programs ...string) string {
	dir, err := filepath.Abs("path")
	must(err)
	must(os.MkdirAll(dir, 0o777))
	for _, name := range programs {
		where, err := exec.LookPath(name)
		must(err)
		if name == "python3" { // that of the user may be a script that looks for others
			where, err = filepath.EvalSymlinks(filepath.Join(root(), ".venv/bin/python"))
			must(err)
		}
		link := filepath.Join(dir, name)
		os.Remove(link)
		must(os.Symlink(where, link))
	}
	return "PATH=" + dir
}

var usual = []string{"make", "sh", "env", "sed", "sort", "ls", "cat", "rm", "mkdir", "dirname", "uname", "git"}

func noCompiler() {
	dir := installed("checkout")
	forget(dir)
	env := environment(pathWith(append([]string{"go", "python3"}, usual...)...))
	fmt.Println(setUp(dir, env))
	plan := run(dir, env, "make", "-n", "test")
	if strings.Contains(plan, "-race") {
		fmt.Println(plan)
	}
	fmt.Println(run(dir, env, "make", "-s", "norace"))
}

func noGo() {
	path := pathWith(append([]string{"python3"}, usual...)...)
	fmt.Println(run(checkout("checkout"), environment(path), "make", "-s", "setup"))
}

func noPython() {
	path := pathWith(append([]string{"go"}, usual...)...)
	fmt.Println(run(checkout("checkout"), environment(path), "make", "-s", "setup"))
}

// telemetry starts gopls with the environment of the kernel and without, each with a new home
// folder, and looks whether it has counted there that it was started.
func telemetry() {
	data, err := os.ReadFile(filepath.Join(root(), ".venv/share/jupyter/kernels/gonb/kernel.json"))
	must(err)
	var spec struct{ Env map[string]string }
	must(json.Unmarshal(data, &spec))
	try := func(what string, settings ...string) {
		home, err := filepath.Abs(what)
		must(err)
		must(os.Mkdir(home, 0o777))
		env := environment(append(settings, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"))...)
		run(".", env, filepath.Join(root(), ".venv/bin/gopls"), "version")
		says := "does not count"
		must(filepath.WalkDir(home, func(path string, _ os.DirEntry, err error) error {
			if strings.Contains(path, "gopls@") {
				says = "counts"
			}
			return err
		}))
		fmt.Printf("%s: %s\n", what, says)
	}
	try("gopls of its own")
	child := "GO_TELEMETRY_CHILD"
	try("gopls of the kernel", child+"="+spec.Env[child])
}
