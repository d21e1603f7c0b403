package slips

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// cells is a program of three cells: cell 1 declares f, cell 4 has statements below %% in its first
// line.
func cells() *Program {
	source := "package main\n\nimport \"fmt\"\n\nfunc f() {\n\tg()\n}\n\nfunc main() {\n\tflag.Parse()\n\tf()\n\n}\n"
	places := make([]Place, 12)
	copy(places[4:], []Place{{1, 1}, {1, 2}, {1, 3}, {}, {4, 1}, {4, 1}, {4, 2}})
	return &Program{File: "/tmp/gonb_1/main.go", Source: source, Places: places, Cell: 4}
}

func TestCrash(t *testing.T) {
	stack := "\n\ngoroutine 1 [running]:\nmain.f()\n\t/tmp/gonb_1/main.go:6 +0x1d\nmain.main()\n\t/tmp/gonb_1/main.go:11 +0x25\n"
	for name, c := range map[string]struct {
		dump, status string
		interrupted  bool
		want         string
	}{
		"panic":        {"panic: no" + stack, "exit status 2", false, "Cell[1]: Line 2: no (called from Cell[4]: Line 2)"},
		"recovered":    {"panic: no [recovered]\n\tpanic: yes" + stack, "exit status 2", false, "Cell[1]: Line 2: yes (called from Cell[4]: Line 2)"},
		"lines":        {"panic: a\n\tb" + stack, "exit status 2", false, "Cell[1]: Line 2: a\nb (called from Cell[4]: Line 2)"},
		"signal":       {"panic: runtime error: nil\n[signal SIGSEGV: x]" + stack, "exit status 2", false, "Cell[1]: Line 2: nil (called from Cell[4]: Line 2)"},
		"deadlock":     {"fatal error: all goroutines are asleep - deadlock!" + stack, "exit status 2", false, "Cell[1]: Line 2: deadlock: every goroutine waits for something that never comes (called from Cell[4]: Line 2)"},
		"Goexit":       {"fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n", "exit status 2", false, "Cell[4]: main called runtime.Goexit, and nothing is left to run"},
		"trimpath":     {"panic: no\n\ngoroutine 1 [running]:\nmain.f()\n\tgonb_1/main.go:6 +0x1d", "exit status 2", false, "Cell[1]: Line 2: no"},
		"elsewhere":    {"panic: no\n\ngoroutine 7 [running]:\nx.f()\n\t/x/main.go:6 +0x1d", "exit status 2", false, "Cell[4]: no"},
		"exit":         {"", "exit status 3", false, "Cell[4]: os.Exit or log.Fatal ended the cell with exit status 3" + instead},
		"no stack":     {"panic: only a log line\n", "exit status 1", false, "Cell[4]: os.Exit or log.Fatal ended the cell with exit status 1" + instead},
		"interrupt":    {"", "signal: interrupt", true, "Cell[4]: interrupted"},
		"stubborn":     {"", "signal: killed", true, "Cell[4]: interrupted; the cell did not stop by itself and was killed"},
		"loop":         {"SIGQUIT: quit\n\ngoroutine 7 [running]:\nmain.init.0.func1()\n\t/tmp/gonb_1/stop_hook.go:16 +0x1" + strings.Replace(stack, "running", "runnable", 1), "signal: interrupt", true, "Cell[1]: Line 2: interrupted (called from Cell[4]: Line 2)"},
		"waits":        {"SIGQUIT: quit\nPC=0x1\n" + strings.Replace(stack, "1 [running", "1 gp=0x1 m=nil [chan receive, 2 minutes", 1), "exit status 2", true, "Cell[1]: Line 2: interrupted while it waited to receive from a channel; does anything send to it? (called from Cell[4]: Line 2)"},
		"stays":        {"SIGQUIT: quit" + stack, "signal: killed", true, "Cell[1]: Line 2: interrupted; the cell did not stop by itself and was killed (called from Cell[4]: Line 2)"},
		"main ended":   {"SIGQUIT: quit\n\ngoroutine 17 [running]:\nmain.f()\n\t/tmp/gonb_1/main.go:6 +0x1d\n", "signal: interrupt", true, "Cell[4]: interrupted; the main code had already ended (runtime.Goexit), and a cell cannot finish then"},
		"overflow":     {"fatal error: stack overflow\n\ngoroutine 1 [running]:\nfmt.Sprint()\nmain.deep(0x1)\n\t/tmp/gonb_1/main.go:6 +0x1d\n", "exit status 2", false, "Cell[1]: Line 2: stack overflow: does deep call itself without an end?"},
		"killed":       {"", "signal: killed", false, "Cell[4]: the cell was killed, most likely because the machine ran out of memory"},
		"many in line": {"panic: " + strings.Repeat("a: b: main.go:17) ", 3) + stack, "exit status 2", false, "Cell[1]: Line 2: a: b: main.go:17) a: b: main.go:17) a: b: main.go:17) (called from Cell[4]: Line 2)"},
	} {
		if got := cells().Crash(c.dump, c.status, c.interrupted).Error(); got != c.want {
			t.Errorf("%s: %q\nwant %q", name, got, c.want)
		}
	}
}

// TestExit looks for the line that ended a program.
func TestExit(t *testing.T) {
	for _, c := range []struct{ inF, inMain, status, want string }{
		{"os.Exit(3)", "f()", "exit status 3", "Cell[1]: Line 2: os.Exit or log.Fatal ended the cell with exit status 3" + instead},
		{"os.Exit(3)", "log.Fatalf(x)", "exit status 3", "Cell[1]: Line 2: os.Exit or log.Fatal ended the cell with exit status 3" + instead},
		{"os.Exit(1)", "log.Fatalf(x)", "exit status 1", "Cell[4]: os.Exit or log.Fatal ended the cell with exit status 1, called at one of Cell[1]: Line 2, Cell[4]: Line 2" + instead},
	} {
		p := cells()
		p.Source = strings.Replace(strings.Replace(p.Source, "g()", c.inF, 1), "\tf()", "\t"+c.inMain, 1)
		if got := p.Crash("", c.status, false).Error(); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

// TestForeign writes what other languages write, and = for :=.
func TestForeign(t *testing.T) {
	for line, want := range map[string]string{
		"while x {":             "Go has no while: write for, as in for x < 3 {",
		"def f(x):":             "Go has no def: write func, as in func f(x float64) float64 {",
		"for i in range(3) {":   "Go has no in: write for i := range 3 {, or for i, x := range xs {",
		"} elif x {":            "Go has no elif: write } else if x < 3 {",
		"for i := range inside": "expected ';', found x",
	} {
		p := cells()
		p.Source = strings.Replace(p.Source, "g()", line, 1)
		if got, want := p.Compile("/tmp/gonb_1/main.go:6:2: expected ';', found x", t.TempDir()).Error(), "Cell[1]: Line 2: "+want; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	p := cells()
	p.Source = strings.Replace(p.Source, "g()", "tr, m = 3, 4", 1)
	want := "Cell[1]: Line 2: undefined: tr: to declare it, write := in place of ="
	if got := p.Compile("./main.go:6:2: undefined: tr\n./main.go:11:2: undefined: tr", t.TempDir()).Error(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// writes counts how often it is written to.
type writes struct{ n int }

func (w *writes) Write(b []byte) (int, error) { w.n++; return len(b), nil }

// TestStderr writes in pieces of each length, since a pipe may cut anywhere.
func TestStderr(t *testing.T) {
	crash := "panic: no\n\ngoroutine 1 [running]:\nmain.f()\n\t/tmp/gonb_1/main.go:6 +0x1d\n"
	for name, c := range map[string]struct {
		text    string
		crashed bool
		passed  string
		dump    string
	}{
		"crash":       {"pan\nx panic: y\n" + crash, true, "pan\nx panic: y\n", crash},
		"log lines":   {"panic: of a user\nmore\npan", true, "panic: of a user\nmore\npan", ""},
		"goes on":     {crash, false, strings.Replace(crash, "/tmp/gonb_1/main.go:6", "Cell[1]: Line 2", 1), ""},
		"begins late": {"runtime: goroutine stack exceeds\nfatal error: stack overflow\n\ngoroutine 1 [", true, "", "runtime: goroutine stack exceeds\nfatal error: stack overflow\n\ngoroutine 1 ["},
	} {
		for n := 1; n <= len(c.text); n++ {
			var out bytes.Buffer
			s := NewStderr(cells(), &out)
			text := []byte(c.text)
			for len(text) > 0 {
				k := min(n, len(text))
				s.Write(text[:k])
				text = text[k:]
			}
			if dump := s.End(c.crashed); dump != c.dump || out.String() != c.passed {
				t.Fatalf("%s in pieces of %d: passed on %q, dump %q", name, n, out.String(), dump)
			}
		}
	}
	silent := writes{}
	if NewStderr(cells(), &silent).End(false); silent.n != 0 {
		t.Error("a program that wrote nothing has an output")
	}
	var out bytes.Buffer
	s := NewStderr(cells(), &out)
	s.Write([]byte("see line 11 of main.go, main.go:11\n"))
	if out.String() != "see Cell[4]: Line 2, main.go:11\n" {
		t.Errorf("a place is passed on as %q", out.String())
	}
	out.Reset()
	long := "panic: " + strings.Repeat("x", longest) + "\n"
	s.Write([]byte(long))
	s.Write([]byte("next\n"))
	if out.String() != long+"next\n" {
		t.Errorf("of a long line %d bytes were passed on, want %d", out.Len(), len(long)+5)
	}
}

func TestCompile(t *testing.T) {
	for output, want := range map[string]string{
		"# gonb_1\n./main.go:6:2: undefined: g\n":                                    "Cell[1]: Line 2: undefined: g",
		"./main.go:11:2: not enough arguments in call to f\n\thave ()\n\twant (int)": "Cell[4]: Line 2: not enough arguments in call to f: have (), want (int)",
		"/tmp/gonb_1/main.go:11:5: x (and 3 more errors)":                            "Cell[4]: Line 2: x",
		"/tmp/gonb_1/main.go:13:5: expected '}', found 'EOF'":                        "Cell[4]: Line 2: a { has no }",
		"/tmp/gonb_1/main.go:9:6: expected '(', found main":                          "Cell[4]: Line 1: something above %% is not closed: a {, a ( or a quote",
		"go: no network\n": "go: no network",
		"./main.go:6:2: cannot use post (value of type func() *s.T) as *s.T value in argument to f":        "Cell[1]: Line 2: cannot use post (value of type func() *s.T) as *s.T value in argument to f: did you mean post()?",
		"./main.go:6:2: cannot use post (value of type func() *s.T) as *s.U value in argument to f":        "Cell[1]: Line 2: cannot use post (value of type func() *s.T) as *s.U value in argument to f",
		`./main.go:6:2: cannot use r as *"math/rand/v2".Rand`:                                              "Cell[1]: Line 2: cannot use r as *rand.Rand",
		`./main.go:6:2: cannot use *"a/b".T as *"c/b".T`:                                                   `Cell[1]: Line 2: cannot use *"a/b".T as *"c/b".T`,
		`./main.go:6:2: cannot use *"math/rand".Rand as *"math/rand/v2".Rand`:                              `Cell[1]: Line 2: cannot use *"math/rand".Rand as *"math/rand/v2".Rand: import "math/rand/v2" in place of "math/rand"`,
		"./main.go:6:2: 2.5 (untyped float constant) truncated to int":                                     "Cell[1]: Line 2: 2.5 is no whole number, and it meets a value of type int: convert that one, as in float64(n)",
		"./main.go:6:2: invalid operation: n * x (mismatched types int and float64)":                       "Cell[1]: Line 2: invalid operation: n * x (mismatched types int and float64): convert one of them, as in float64(n)",
		`./main.go:6:2: multiple-value tr.Draws("mu") (value of type ([]float64, error)) in argument to f`: `Cell[1]: Line 2: tr.Draws("mu") returns an error, too: wrap the call in nb.Must(...)`,
		"./main.go:6:2: undefined: nb.density (but have Density)":                                          "Cell[1]: Line 2: nb has no such name; did you mean Density?",
		"/tmp/gonb_1/main.go:6:2: expected declaration, found x":                                           "Cell[1]: Line 2: above %% stand only declarations (func, type, var, const, import): move this below %%, or look for one } too many above it",
		"/tmp/gonb_1/main.go:12:2: expected declaration, found x":                                          "Cell[4]: Line 2: this does not belong to what is above: there is one } too many, or a declaration has a typo",
		"./main.go:6:2: a\n./main.go:6:2: a\n":                                                             "Cell[1]: Line 2: a",
	} {
		if got := cells().Compile(output, t.TempDir()).Error(); got != want {
			t.Errorf("%q gives\n%s\nwant\n%s", output, got, want)
		}
	}
}

// TestImports uses a module beside a notebook.
func TestImports(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("mine/go.mod", "module mine\n")
	write("mine/nb/a.go", "package nb\nfunc Density() {}\n")
	write("mine/a/twice/a.go", "package twice\n")
	write("mine/b/twice/a.go", "package twice\n")
	write("mine/internal/hidden/a.go", "package hidden\n")
	write("mine/only/a_test.go", "package only\n")
	write("go.work", "go 1.25\n\nuse (\n\t.\n\t"+filepath.Join(folder, "mine")+"\n)\n")
	body := "\nfunc local() int { return 1 }\n\nfunc main() { nb.Denisty(); twice.X(); hidden.X(); only.X(); x := t{}; x.f(); rand.IntN(3); nb.Y() }\n"
	file := write("main.go", "package main\n"+body)
	for range 2 { // the second time there is nothing to add
		if err := AddImports(file); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(file); string(got) != "package main; import \"mine/nb\"\n"+body {
		t.Errorf("imports give\n%s", got)
	}
	if err := AddOtherImports(file); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(file); !strings.HasPrefix(string(got), "package main; import \"math/rand/v2\"; import \"mine/nb\"\n") {
		t.Errorf("standard imports give\n%s", got)
	}
}

// TestAllImports gives gopls a cell whose imports do not depend on what it uses.
func TestAllImports(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.work":           "go 1.25\n\nuse " + folder + "/mine\n",
		"mine/go.mod":       "module mine\n",
		"mine/nb/a.go":      "package nb\nimport (\n\t\"crypto/rand\"\n\t\"math/rand/v2\"\n\t\"mine/internal/hidden\"\n\tx \"os\"\n)\n",
		"mine/normal/a.go":  "package normal\nimport \"strings\"\n",
		"mine/nb/a_test.go": "package nb\nimport \"testing\"\n",
		"other.go":          "package main\nimport \"maps\"\nfunc normal() {}\n",
		"main.go":           "package main\nimport strings \"my/strings\"\nfunc main() {\n\tos.Exit(1)\n\tx.\n}\n",
	} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "main.go")
	if err := AllImports(folder).AddTo(file); err != nil {
		t.Fatal(err)
	}
	source, _ := os.ReadFile(file)
	got, _, _ := strings.Cut(string(source), "\n")
	if got != `package main; import "os"; import "flag"; import "fmt"; import "mine/nb"; import "math/rand/v2"` {
		t.Errorf("the cell imports\n%s", got)
	}
}

// TestStopHook adds the hook to programs of more than the standard library, and compiles it.
func TestStopHook(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.work":       "go 1.25\n\nuse " + folder + "/mine\n",
		"mine/go.mod":   "module mine\n",
		"mine/nb/a.go":  "package nb\n",
		"stop/go.mod":   "module stop\n\ngo 1.25\n",
		"stop/main.go":  "package main\n\nvar os, signal, stop int\n\nfunc main() {}\n",
		"stop/added.go": stopHook,
	} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for source, want := range map[string]bool{
		`package main; import "fmt"`:          false,
		`package main; import "os/signal"`:    true,
		`package main; import "mine/nb"`:      true,
		`package main; import "gonum.org/v1"`: true,
	} {
		if got := StopHook(source, folder) != ""; got != want {
			t.Errorf("%s: a hook is %v", source, got)
		}
	}
	vet := exec.Command("go", "vet", ".")
	vet.Dir, vet.Env = filepath.Join(folder, "stop"), append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if said, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestMeant(t *testing.T) {
	names := []string{"Density", "DensityBetween", "Dirichlet", "Show", "Rank"}
	for name, want := range map[string]string{"Denisty": "Density", "density": "Density", "Shwo": "Show", "Forest": "", "Ra": ""} {
		if got := meant(name, names); got != "" && !strings.Contains(got, " "+want+"?") || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRequiredImports: packages of a module that the notebook's module requires are found without
// goimports. What the standard library has, too, is left to it.
func TestRequiredImports(t *testing.T) {
	folder := t.TempDir()
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	const source = "package main\n\nfunc main() { quad.Fixed(); mat.NewDense(); draw.Src(); math.Pi(); nowhere.X(); nb.Show() }\n"
	for name, text := range map[string]string{
		"go.mod": "module cell\n", "main.go": source,
		"go.work": "go 1.25.0\n\nuse (\n\t.\n\t" + checkout + "\n)\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "main.go")
	if err := AddImports(file); err != nil {
		t.Fatal(err)
	}
	got, _, _ := strings.Cut(read(t, file), "\n")
	const want = `package main; import "gonum.org/v1/gonum/mat"; import "gonum.org/v1/gonum/integrate/quad"; import "gibbslab/nb"`
	if got != want {
		t.Errorf("imports give\n%s\nwant\n%s", got, want)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
