package same

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// cell is a notebook's program as the kernel writes it: declarations of all cells, and the last
// cell in main.
const cell = `package main

import (
	"math"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/lda"
)

var (
	alpha = 3.0
	scores = []float64{98, 92, 89}
	unrelatedVar = 7
)

const sweeps = 1000

const (
	first = iota
	second
)

type Post struct{ Mean, SD float64 }

func (p *Post) Scale(k float64) { p.Mean *= k }

type Other struct{ X int }

// helper is called by fit.
func helper(x float64) float64 { return math.Sqrt(x) + deep(x) }

func deep(x float64) float64 {
	return x * alpha
}

func fit(seed uint64) Post {
	tr := normal.Run(scores, sampler.Settings{Seed: seed, Draws: sweeps})
	return Post{Mean: helper(tr), SD: second}
}

func unrelated() int { return lda.Topics() + unrelatedVar }

func main() {
	seed := uint64(1)
	post := nb.Memo(func() Post {
		p := fit(seed)
		p.Scale(2)
		return p
	}, seed)
	nb.Show(post)
}
`

// codeOf is the code that the memoised literal of a program depends on.
func codeOf(t *testing.T, program string) (string, error) {
	t.Helper()
	code, imports, err := codeAt(t, program, memo)
	return fmt.Sprint(code, imports), err
}

// memo is how nb.Memo asks for a key.
var memo = Call{Name: "Memo", Inputs: "inputs", Give: "to Memo after the function", First: 1, Last: -1}

func codeAt(t *testing.T, program string, c Call, types ...string) (code, imports []string, err error) {
	t.Helper()
	p := parsed(t, program)
	line := 1 + strings.Count(program[:max(strings.Index(program, c.Name+"("), 0)], "\n")
	c.File, c.Line = "main.go", line
	return p.code(c, place{"main.main.func1", "main.go", line}, types)
}

func parsed(t *testing.T, text string) *program {
	t.Helper()
	p, err := parse("main.go", map[string][]byte{"main.go": []byte(text)})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

func edit(t *testing.T, program, from, to string) string {
	t.Helper()
	if !strings.Contains(program, from) {
		t.Fatalf("the program has no %q to replace", from)
	}
	return strings.Replace(program, from, to, 1)
}

func TestWhatChangesTheCode(t *testing.T) {
	want, err := codeOf(t, cell)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, from, to string
		same           bool
	}{
		{"a comment", "// helper is called by fit.", "// helper helps.", true},
		{"a comment inside", "return x * alpha", "return x * alpha // !", true},
		{"layout", "return x * alpha\n}", "\n\n\treturn   x*alpha }", true},
		{"line breaks in a call", "fit(seed)", "fit(\n\t\t\tseed,\n\t\t)", true},
		{"line breaks in a literal", "{98, 92, 89}", "{\n98, 92,\n89,\n}", true},
		{"another function", "func unrelated() int { return", "func unrelated() int { return 1 +",
			true},
		{"another import", `"gibbslab/sampler/lda"`,
			`"gibbslab/sampler/lda"; "gibbslab/sampler/mixture"`, true},
		{"another variable", "unrelatedVar = 7", "unrelatedVar = 8", true},
		{"another type", "X int", "X, Y int", true},
		{"another cell's statement", "nb.Show(post)", "nb.Show(post, unrelated())", true},
		{"a declaration more", "func main", "func more() {}\n\nfunc main", true},

		{"the function", "p.Scale(2)", "p.Scale(3)", false},
		{"what it calls", "Draws: sweeps}", "Draws: sweeps, Thin: 2}", false},
		{"what that calls", "math.Sqrt(x) +", "math.Cbrt(x) +", false},
		{"and what that calls", "return x * alpha", "return x / alpha", false},
		{"a variable", "alpha = 3.0", "alpha = 3.5", false},
		{"data", "{98, 92, 89}", "{98, 92, 88}", false},
		{"a constant", "sweeps = 1000", "sweeps = 1001", false},
		{"a constant counted by iota", "first = iota", "first = iota + 1", false},
		{"the place of a constant", "first = iota\n", "first = iota\n\tbetween\n", false},
		{"a field of a type", "Mean, SD float64", "Mean, SD float32", false},
		{"a method of a type", "p.Mean *= k", "p.Mean /= k", false},
		{"which package a name means", `"gibbslab/sampler/normal"`,
			`normal "gibbslab/sampler/normal2"`, false},
		{"a line break that matters", "p.Mean *= k", "k\n*p.Mean = k", false},
	} {
		got, err := codeOf(t, edit(t, cell, tt.from, tt.to))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if (got == want) != tt.same {
			t.Errorf("%s: same code: %t, want %t", tt.name, got == want, tt.same)
		}
	}
}

// The order of declarations in the file has no meaning.
func TestOrderOfDeclarations(t *testing.T) {
	want, _ := codeOf(t, cell)
	deep := "func deep(x float64) float64 {\n\treturn x * alpha\n}\n"
	moved := edit(t, cell, deep, "")
	moved = edit(t, moved, "type Other", deep+"\ntype Other")
	if got, err := codeOf(t, moved); got != want || err != nil {
		t.Errorf("moving a function changes the code (%v)", err)
	}
}

func TestImportsThatMatter(t *testing.T) {
	_, imports, err := codeAt(t, cell, memo)
	want := []string{"gibbslab/sampler", "gibbslab/sampler/normal", "math"}
	if err != nil || !slices.Equal(imports, want) {
		t.Errorf("imports %v, %v; want %v", imports, err, want)
	}
}

func TestCaptures(t *testing.T) {
	for _, tt := range []struct{ name, from, to, refused string }{
		{"a variable that is no input", "}, seed)", "})", `"seed"`},
		{"a part of an input", "}, seed)", "}, seed/2)", `"seed"`},
		{"another variable of that name", "p := fit(seed)", "seed := seed + 1; p := fit(seed)", ""},
		{"a variable of its own", "p := fit(seed)", "k := seed; p := fit(k)", ""},
		{"its address", "}, seed)", "}, &seed)", ""},
		{"a key of a struct of the library", "p := fit(seed)",
			"p := fit(sampler.Settings{seed: 1}.Seed)", ""},
		{"a field that is an input", "p := fit(seed)", "p := fit(set.Seed)", `"set"`},
		{"a field that is an input, and given", "p := fit(seed)\n\t\tp.Scale(2)\n\t\treturn " +
			"p\n\t}, seed", "p := fit(set.Seed)\n\t\treturn p\n\t}, set.Seed", ""},
		{"another field", "p := fit(seed)\n\t\tp.Scale(2)\n\t\treturn p\n\t}, seed",
			"p := fit(set.Draws)\n\t\treturn p\n\t}, set.Seed", `"set"`},
		{"a local function", "p := fit(seed)", "p := local(seed)", `"local"`},
		{"a local constant", "p := fit(seed)", "p := fit(seed + step)", ""},
		{"a variable that the program changes", "nb.Show(post)", "alpha = 5", `"alpha"`},
		{"an element that the program changes", "nb.Show(post)", "scores[0] = 5", `"scores"`},
		{"a variable whose address is taken", "nb.Show(post)", "nb.Show(&alpha)", `"alpha"`},
		{"a changed variable that is an input", "}, seed)", "}, seed, alpha); alpha++", ""},
		{"a changed variable that does not matter", "nb.Show(post)", "unrelatedVar++", ""},
	} {
		program := edit(t, cell, "seed := uint64(1)", "seed := uint64(1)\n\tvar set "+
			"sampler.Settings\n\tlocal := func(uint64) Post { return Post{} }\n\tconst step = 2")
		_, err := codeOf(t, edit(t, program, tt.from, tt.to))
		switch {
		case tt.refused == "" && err != nil:
			t.Errorf("%s: refused: %v", tt.name, err)
		case tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)):
			t.Errorf("%s: got %v, want a refusal of %s", tt.name, err, tt.refused)
		}
	}
}

// The inputs of farm.Map are one argument, or the elements of its slice.
func TestInputsOfMap(t *testing.T) {
	farmMap := Call{Name: "Map", Inputs: "data", Give: "to Map in data", Work: 5, First: 3, Last: 3}
	for data, refused := range map[string]string{"nil": `"k"`, "k": "", "[]any{3, k}": "", "[]any{set}": `"k"`,
		"[]any{k + 1}": `"k"`, "prior{k}": `"k"`} {
		_, _, err := codeAt(t, "package main\nfunc main() { k, set, n := 1, 2, 3\n farm.Map(ctx, on, "+
			"\"study\", "+data+", n, func(i int) (int, error) { return k, nil }) }\n", farmMap)
		if (err == nil) != (refused == "") || err != nil && !strings.Contains(err.Error(), refused+
			", which is not among the data, so a change of it would go unnoticed: give it to Map in data") {
			t.Errorf("%s: %v", data, err)
		}
	}
}

// An input brings the code of its type's methods, although the function names only the variable.
func TestTypesOfInputs(t *testing.T) {
	program := edit(t, cell, "type Other struct{ X int }", "type Other struct{ X int }\n\nfunc (o "+
		"Other) Fit() Post { return Post{} }")
	program = edit(t, program, "p := fit(seed)", "p := seed.Fit()")
	code := func(program string) string {
		code, _, err := codeAt(t, program, memo, "Other")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(code)
	}
	if code(program) == code(edit(t, program, "Fit() Post { return Post{} }",
		"Fit() Post { return Post{Mean: 1} }")) {
		t.Error("a method of an input's type does not count")
	}
}

func TestLocalConstantsAndTypesAreCode(t *testing.T) {
	program := edit(t, cell, "seed := uint64(1)", "seed := uint64(1)\n\tconst half = 1\n\tconst "+
		"step = half * 2\n\ttype T struct{ A int }")
	program = edit(t, program, "p := fit(seed)", "var x T; _ = x; p := fit(seed + step)")
	want, err := codeOf(t, program)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range [][2]string{{"half * 2", "half * 3"}, {"half = 1", "half = 2"},
		{"A int", "A, B int"}} {
		if got, err := codeOf(t, edit(t, program, e[0], e[1])); got == want || err != nil {
			t.Errorf("%s → %s does not change the code (%v)", e[0], e[1], err)
		}
	}
}

func TestFunctionsThatCannotBeFound(t *testing.T) {
	p := parsed(t, cell)
	for _, tt := range []struct {
		function string
		line     int
		want     string
	}{
		{"main.main.func9", 1, "cannot be found"},
		{"main.missing", 1, "cannot be found"},
	} {
		if _, _, err := p.find(memo, place{tt.function, "main.go", tt.line}); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.function, err, tt.want)
		}
	}
	two := parsed(t, "package main\nvar f, g = func() {}, func() {}\n")
	if _, _, err := two.find(memo, place{"main.init.func1", "main.go", 2}); err == nil ||
		!strings.Contains(err.Error(), "2 function literals") {
		t.Errorf("two literals in a line: %v", err)
	}
	one := parsed(t, "package main\nfunc main() { do(func() { nb.Memo(func() int { return f(func() "+
		"{}) }) }) }\n")
	if n, _, err := one.find(memo, place{"main.main.func1.1", "main.go", 2}); err != nil ||
		!strings.HasPrefix(one.tokens(n), "func ( ) int {") {
		t.Errorf("one of three literals is given to Memo: %v", err)
	}
	if n, _, err := p.find(memo, place{"main.fit", "main.go", 1}); err != nil ||
		!strings.HasPrefix(p.tokens(n), "func fit (") {
		t.Errorf("fit: %v", err)
	}
}

// A variable that holds files is refused, unless it is an input.
func TestEmbeddedFiles(t *testing.T) {
	const program = `package main

import "embed"

//go:embed data/a.csv
var text string

var (
	//go:embed "data"
	files embed.FS
)

func unrelated() int { return len(files) }

func main() { nb.Memo(func() int { return len(text) }) }
`
	for uses, want := range map[string]string{
		"len(text) }":       `variable "text", which holds files`,
		"len(text) }, text": "",
		"len(files) }":      `variable "files", which holds files`,
		"1 }":               "",
	} {
		_, err := codeOf(t, edit(t, program, "len(text) }", uses))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", uses, err, want)
		}
	}
}

// A generic function is one function for all types, as far as its name tells: f(1) and f("s") gave
// the same result.
func TestGenericFunctions(t *testing.T) {
	for _, err := range []error{keyInGeneric(1), keyInGeneric("s")} {
		if err == nil || !strings.Contains(err.Error(), "is generic, or inside of what is") {
			t.Errorf("got %v, want a refusal", err)
		}
	}
}

func keyInGeneric[T any](x T) error {
	_, err := Key(memo, func() string { return fmt.Sprintf("%T", *new(T)) }, reflect.TypeFor[string]())
	return err
}
