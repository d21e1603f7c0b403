// Package memo attacks nb.Memo, with changes that it must see, and files that it must not trust.
package memo

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"gibbslab/internal/attack/frame"
)

// Attacks on Memo. Each builds a program in a module of its own, and runs it several times.
var Attacks = []frame.Attack{
	{Name: "changes-elsewhere", Run: changes, Want: `
first: computing [1 1 1 1]
again: [1 1 1 1]
a package of the module: computing [2 1 1 1]
a replaced module: computing [2 2 1 1]
an embedded file: computing [2 2 2 1]
a linker flag: computing [2 2 2 2]
again: [2 2 2 2]`},
	{Name: "generic-functions", Run: generic,
		Want: "…panic: memo: the function is generic, or inside of what is: …"},
	{Name: "results-of-others", Run: forged, Want: `
first: computing [1 1 1 1]
of another user: computing [1 1 1 1]
one's own: computing [1 1 1 1]`},
	{Name: "pipes-and-devices", Run: special, Want: `
first: computing [1 1 1 1]
a pipe: computing [1 1 1 1]
a link to zeros: computing [1 1 1 1]
a hole of 8 TiB: computing [1 1 1 1]
again: [1 1 1 1]`},
}

const program = `package main

import (
	_ "embed"
	"fmt"

	"example.org/other"
	"gibbslab/nb"
	"user/helper"
)

//go:embed data.txt
var data string

var version = "1"

func value() []string {
	fmt.Print("computing ")
	return []string{helper.V, other.V, data, version}
}

func main() { fmt.Println(nb.Memo(value)) }
`

// put writes a file below the working folder.
func put(name, text string) {
	must(os.MkdirAll(filepath.Dir(name), 0o777))
	must(os.WriteFile(name, []byte(text), 0o666))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// lay writes the module of the program, with the requirements of gibbslab.
func lay(main string) {
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(here), "../../..")
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	must(err)
	goSum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	must(err)
	_, rest, _ := strings.Cut(string(goMod), "\n")
	put("user/go.mod", fmt.Sprintf("module user\n%s\nrequire gibbslab v0.0.0\nrequire "+
		"example.org/other v1.0.0\nreplace gibbslab => %s\nreplace example.org/other => ../other\n",
		rest, root))
	put("user/go.sum", string(goSum))
	put("user/main.go", main)
	put("user/data.txt", "1")
	put("user/helper/helper.go", "package helper\n\nconst V = \"1\"\n")
	put("other/go.mod", "module example.org/other\n")
	put("other/other.go", "package other\n\nconst V = \"1\"\n")
}

// build builds the program.
func build(flags ...string) {
	cmd := exec.Command("go", append(append([]string{"build", "-o", "program"}, flags...), ".")...)
	cmd.Dir, cmd.Env = "user", append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v: %s", err, out))
	}
}

// run runs the program as a user with these settings, and prints what it prints.
func run(what, config string) {
	config, err := filepath.Abs(config)
	must(err)
	cmd := exec.Command("./program")
	cmd.Dir, cmd.Env = "user",
		append(os.Environ(), "XDG_CONFIG_HOME="+config, "GIBBSLAB_MEMO_DIR=memo")
	out, err := cmd.CombinedOutput()
	fmt.Printf("%s: %s", what, out)
	if err != nil {
		fmt.Println(err)
	}
}

func changes() {
	lay(program)
	build()
	run("first", "config")
	run("again", "config")
	put("user/helper/helper.go", "package helper\n\nconst V = \"2\"\n")
	build()
	run("a package of the module", "config")
	put("other/other.go", "package other\n\nconst V = \"2\"\n")
	build()
	run("a replaced module", "config")
	put("user/data.txt", "2")
	build()
	run("an embedded file", "config")
	build("-ldflags", "-X main.version=2")
	run("a linker flag", "config")
	run("again", "config")
}

func generic() {
	lay(`package main

import (
	"fmt"

	"gibbslab/nb"
)

func kind[T any](x T) string { return nb.Memo(func() string { return fmt.Sprintf("%T", x) }, x) }

func main() { fmt.Println(kind(1), kind("s")) }
`)
	build()
	run("generic", "config")
}

func forged() {
	lay(program)
	build()
	run("first", "config")
	run("of another user", "other config")
	run("one's own", "config")
}

func special() {
	lay(program)
	build()
	run("first", "config")
	files, err := filepath.Glob("user/memo/*.memo")
	must(err)
	replace := func(what string, put func(file string) error) {
		must(os.Remove(files[0]))
		must(put(files[0]))
		run(what, "config")
	}
	replace("a pipe", func(file string) error { return exec.Command("mkfifo", file).Run() })
	replace("a link to zeros", func(file string) error { return os.Symlink("/dev/zero", file) })
	replace("a hole of 8 TiB", func(file string) error {
		put(file, "gibbslab memo 2\n")
		return os.Truncate(file, 8<<40)
	})
	run("again", "config")
}
