package setup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gibbslab/internal/attack/frame"
)

const complete = "Set-up complete in … s: the pinned JupyterLab, go…."

const wrongName = "The path of this clone, DIR, has a colon or a backslash in it, and neither Python nor " +
	"Go can work there. Rename the folder, and run this again."

// Where a checkout lies, and where temporary files go.
var places = []frame.Attack{
	{Name: "renamed-offline", Run: renamed, Want: `
the new name: ` + complete + `
the name before: ` + complete + `
a script of pip's: Selected Jupyter core packages…`},
	{Name: "space-quote-dollar", Run: odd, Want: complete + `
a script of pip's: Selected Jupyter core packages…`},
	{Name: "colon-and-backslash", Run: impossible, Want: "a:b: " + wrongName + "\na\\b: " + wrongName},
	{Name: "no-folder-for-temporary-files", Run: noTemporary, Want: `
gone: No program can be written and started in …gone, the folder for temporary files: …. ` +
		`Name another folder in TMPDIR, for example: mkdir -p ~/tmp && make lab TMPDIR=$HOME/tmp
a file: No program can be written and started in …file, the folder for temporary files: …. Name another…
may not run programs: No program can be written and started in …noexec, the folder for temporary files: ` +
		`…Permission denied…. Name another…
left behind: []`},
}

// offline is an environment in which neither pip nor go reaches a registry.
func offline() []string {
	return environment("PIP_NO_INDEX=1", "PIP_NO_CACHE_DIR=1", "GOPROXY=off", "GOFLAGS=")
}

func renamed() {
	dir := installed("before")
	fmt.Println("the new name:", setUp(dir, offline()))
	other := filepath.Join(filepath.Dir(dir), "after")
	must(os.Rename(dir, other))
	fmt.Println("the name before:", setUp(other, offline()))
	fmt.Println("a script of pip's:", script(other))
}

func odd() {
	dir := installed(`it's a "test" $HOME é`)
	fmt.Println(setUp(dir, offline()))
	fmt.Println("a script of pip's:", script(dir))
}

// script starts a program that pip installed, and returns the beginning of what it says.
func script(dir string) string {
	return strings.Join(strings.Fields(run(dir, offline(), filepath.Join(dir, ".venv/bin/jupyter"), "--version")), " ")
}

// sentence leaves out that make says what has failed.
func sentence(said string) string {
	said, _, _ = strings.Cut(said, "\nmake: ")
	return said
}

func impossible() {
	for _, name := range []string{"a:b", `a\b`} {
		fmt.Printf("%s: %s\n", name, sentence(run(checkout(name), offline(), "make", "-s", "setup")))
	}
}

func noTemporary() {
	dir := checkout("checkout")
	at := func(name string) string { return filepath.Join(filepath.Dir(dir), name) }
	must(os.WriteFile(at("file"), nil, 0o666))
	must(os.Mkdir(at("noexec"), 0o777))
	try := func(what, folder string, command ...string) {
		fmt.Printf("%s: %s\n", what, sentence(run(dir, append(offline(), "TMPDIR="+folder), command...)))
	}
	try("gone", at("gone"), "make", "-s", "setup")
	try("a file", at("file"), "make", "-s", "setup")
	// A namespace of its own has the folder mounted; it goes when the command ends.
	try("may not run programs", at("noexec"), "unshare", "--map-root-user", "--mount", "sh", "-c",
		`mount -t tmpfs -o noexec none "$TMPDIR" && make -s setup`)
	left, err := filepath.Glob(filepath.Join(at("noexec"), "*"))
	must(err)
	fmt.Println("left behind:", left)
}
