"""The slips of slips.py: cells as an author writes them, and the message that the notebook must show."""

from dataclasses import dataclass


@dataclass
class Slip:
    """A cell with a slip.

    `line` is the place that the message must name first: (None, 3) is line 3 of the cell itself, ("model", 3) of the
    cell with the model. `ok` is for cells that go on after the message. `stop` is the message at which the
    stop button is pressed: the first "stream" of the cell's output, or "execute_input", before the cell is compiled.
    """

    name: str
    cell: str
    says: tuple
    line: tuple = None
    ok: bool = False
    lines: int = 1
    stop: str = None


# The declarations of an author. A slip that is not about them must not change them.
MODEL = """type state struct{ X []float64; Mu float64 }

func flat(*rand.Rand) (*state, error) { return &state{X: make([]float64, 3)}, nil }

func read(s *state, dst []float64) { dst[0] = s.Mu }

func one(update func(*rand.Rand, *state) error) sampler.Model[state] {
	return sampler.Model[state]{
		Init:   flat,
		Blocks: []sampler.Block[state]{{Name: "x", Update: update}},
		Params: []sampler.Param[state]{{Name: "mu", Read: read}},
	}
}

func fine(r *rand.Rand, s *state) error { s.Mu = r.NormFloat64(); return nil }

func set() sampler.Settings { return sampler.Settings{Chains: 2, Warmup: 10, Draws: 20, Seed: 1} }

func post() *sampler.Trace { return nb.Run(one(fine), set()) }

func outside(i int) float64 {
	x := make([]float64, 3)
	return x[i]
}"""


def block(line):
    """A cell that runs the model with a block of one line, which is line 3."""
    return f"%%\nbroken := func(r *rand.Rand, s *state) error {{\n\t{line}\n\treturn nil\n}}\nnb.Show(nb.Run(one(broken), set()))"


def changed(line):
    """A cell that runs the model after a change, which is line 3."""
    return f"%%\nm := one(fine)\n{line}\nnb.Show(nb.Run(m, set()))"


def settings(line):
    """A cell that runs the model with changed settings; the change is line 3."""
    return f"%%\ns := set()\n{line}\nnb.Show(nb.Run(one(fine), s))"


def main(*lines):
    return "\n".join(("%%", *lines))


PANICKED = 'sampler: chain 0, sweep 1: block "x" panicked: '

SLIPS = [
    # in a block
    Slip("block: index out of range", block("for i := range 4 { s.X[i] = 1 }"), (PANICKED, "index out of range [3] with length 3"), (None, 3)),
    Slip("block: a nil slice", block("var y []float64; s.Mu = y[0]"), (PANICKED, "[0] with length 0: the slice is empty; did Init make it?"), (None, 3)),
    Slip("block: a shape below zero", block("s.Mu = variate.Gamma(r, -1, 1)"), (PANICKED, "shape is -1"), (None, 3)),
    Slip("block: NaN given to a variate", block("s.Mu = variate.InvGamma(r, 2, math.Log(-1))"), (PANICKED, "NaN"), (None, 3)),
    Slip("block: nil pointer", block("var p *state; s.Mu = p.Mu"), (PANICKED, "nil pointer dereference", "did Init set it?"), (None, 3)),
    Slip("block: nil map", block("var m map[string]int; m[\"a\"] = 1"), (PANICKED, "assignment to entry in nil map", "did Init make the map?"), (None, 3)),
    Slip("block: division by zero", block("s.Mu = float64(1 / (len(s.X) - 3))"), (PANICKED, "integer divide by zero"), (None, 3)),
    Slip("block: its own panic", block("panic(\"a: b: main.go:17) c: d\")"), (PANICKED, "a: b: main.go:17) c: d"), (None, 3)),
    Slip("block: an error", block("return errors.New(\"no luck\")"), ('sampler: chain 0, sweep 1: block "x": no luck',), (None, 2)),
    Slip("block: records NaN", block("s.Mu = math.NaN()"), ("sweep 1", 'mu is NaN: look in block "x" for 0/0')),
    Slip("block: after some draws", block("if s.Mu++; s.Mu > 15 { s.X[3] = 1 }"),
         ("sweep 16: block \"x\" panicked: index out of range", "2 chains failed like this. What follows", "5 in each chain"), (None, 3), ok=True),
    Slip("block: no end", block("for fmt.Print(1); ; {\n\t}"), ('block "x", which begins at Cell[', 'was still running in sweep 1 of chain', "is there a loop that never ends?"), (None, 7), stop="stream"),
    Slip("block: no end in one chain",
         main("var hung atomic.Bool", "broken := func(r *rand.Rand, s *state) error {", "\tif s.Mu++; s.Mu > 5 && hung.CompareAndSwap(false, true) {", "\t\tfor fmt.Print(1); ; {", "\t\t}", "\t}",
              "\treturn nil", "}", "s := set()", "s.Warmup, s.NoReplay = 1e9, true", "nb.Show(nb.Run(one(broken), s).Names())"),
         ("Stopped during warm-up", 'stopped: block "x", which begins at ', "was still running in sweep 6"), (None, 3), ok=True, stop="stream"),
    Slip("block: Goexit", block("runtime.Goexit()"), ('block "x"', "Goexit"), (None, 2)),
    # elsewhere in a model
    Slip("Init: nil pointer", changed("m.Init = func(*rand.Rand) (*state, error) { var s *state; s.Mu = 1; return s, nil }"),
         ("Init panicked: ", "nil pointer"), (None, 3)),
    Slip("Init: an error", changed("m.Init = func(*rand.Rand) (*state, error) { return nil, errors.New(\"no start\") }"), ("Init: no start",), (None, 3)),
    Slip("Read: index out of range", changed("m.Params[0].Read = func(s *state, dst []float64) { dst[1] = s.Mu }"),
         ('reading parameter "mu" panicked: ', "index out of range", 'because "mu" has no Shape; for n values give Shape: []int{n}'), (None, 3)),
    Slip("Vector: another length", "func wide() sampler.Model[state] {\n\tm := one(fine)\n\tm.Params[0] = sampler.Vector(\"v\", 5, func(s *state) []float64 { return s.X })\n\treturn m\n}\n"
         "%%\nnb.Show(nb.Run(wide(), set()))", ('reading parameter "v": the function returned 3 values, but Vector("v", 5, …) says 5: change one of the two (0 draws',), (None, 7)),
    Slip("LogJoint: index out of range", changed("m.LogJoint = func(s *state) float64 { return s.X[5] }"),
         ("LogJoint panicked: index out of range [5] with length 3",), (None, 3)),
    Slip("Until: panics", settings("s.Until = func(tr *sampler.Trace) (string, error) { return fmt.Sprint(1 / (len(tr.Names()) - len(tr.Names()))), nil }"),
         ("Settings.Until, asked after 20 draws in each chain, ended the run: it panicked: integer divide by zero",), (None, 3), ok=True),
    Slip("Progress: panics", settings("s.Progress = func(r sampler.Report) { fmt.Println(r.Chains[99]) }"), ("Settings.Progress panicked: ", "index out of range [99]"), (None, 3), ok=True),
    Slip("settings", settings("s.Chains, s.Draws = -1, -1"), ("sampler: ", "Chains", "Draws"), lines=2),
    Slip("no blocks", changed("m.Blocks = nil"), ("sampler: ", "lock")),
    # plots and helpers
    Slip("plot: unknown parameter", main("nb.Show(nb.TracePlot(post(), \"sigm\"))"), ('no parameter "sigm"; have mu',), (None, 2)),
    Slip("plot: misspelt parameter", main("nb.Show(nb.TracePlot(post(), \"Mu\"))"), ('no parameter "Mu"; have mu; did you mean mu?',), (None, 2)),
    Slip("plot: no data", main("nb.Show(nb.Histogram(nil, \"x\"))"), ("histogram: no values were given",), (None, 2)),
    Slip("Must", main("", "nb.Must(strconv.Atoi(\"x\"))"), ("strconv.Atoi: parsing \"x\": invalid syntax",), (None, 3)),
    Slip("Memo: panics", main("nb.Show(nb.Memo(func() float64 { return outside(7) }))"), ("index out of range [7] with length 3",), ("model", 23)),
    # anywhere
    Slip("panic in another cell's function", main("fmt.Println(outside(5))"), ("index out of range [5] with length 3", "(called from Cell["), ("model", 23)),
    Slip("panic of an error", main("panic(fmt.Errorf(\"one: two: %w\", io.EOF))"), ("one: two: EOF",), (None, 2)),
    Slip("panic of several lines", main("panic(\"one\\ntwo\")"), ("one\ntwo",), (None, 2), lines=2),
    Slip("goroutine", main("done := make(chan bool)", "go func() {", "\toutside(9)", "\tdone <- true", "}()", "<-done"),
         ("index out of range [9]",), ("model", 23)),
    Slip("stack overflow", "func deep(n int) int {\n\treturn deep(n+1) + 1\n}\n%%\nfmt.Println(deep(0))", ("stack overflow: does deep call itself without an end?",), (None, 1)),
    Slip("out of memory", main("limit := syscall.Rlimit{Cur: 1 << 31, Max: 1 << 31}", "nb.Must(0, syscall.Setrlimit(syscall.RLIMIT_AS, &limit))",
                               "big := make([]float64, 1<<30)", "fmt.Println(len(big))"), ("out of memory",), (None, 4)),
    Slip("slice too long", main("n := 1 << 60", "fmt.Println(make([]float64, n))"), ("make: the length of the slice is negative or too large",), (None, 3)),
    Slip("os.Exit", main("os.Exit(3)"), ("ended the cell with exit status 3: remove it; panic and nb.Must report",), (None, 2)),
    Slip("log.Fatal", main("log.Fatal(\"no file\")"), ("ended the cell with exit status 1: remove it; panic and nb.Must report",), (None, 2)),
    Slip("a log line like a compiler's", main("log.SetFlags(0)", "log.Print(\"a: b: c (main.go:17) d: e\")", "nb.Show(1)"), ("a: b: c (main.go:17) d: e", "1"), ok=True),
    Slip("a log line like a compiler's, then a panic", main("println(\"x: y: main.go:1) z: w\")", "outside(3)"), ("index out of range [3]",), ("model", 23)),
    Slip("a log line like a panic", main("fmt.Fprintln(os.Stderr, \"panic: not really\")", "nb.Show(1)"), ("panic: not really",), ok=True),
    Slip("infinite loop", main("for fmt.Println(1); ; {", "}"), ("interrupted",), (None, 2), stop="stream"),
    Slip("stopped at once", main("for {", "}"), ("interrupted",), stop="execute_input"),
    # Go itself sees no deadlock in a program that links gonbui; the user sees a cell that does not end, and stops it.
    Slip("deadlock", main("c := make(chan int)", "fmt.Println(1); <-c"), ("interrupted", "does anything send to it?"), (None, 3), stop="stream"),
    Slip("Goexit", main("go func() { time.Sleep(time.Second / 4); fmt.Println(1) }()", "runtime.Goexit()"), ("interrupted; the main code had already ended (runtime.Goexit)",), stop="stream"),
    Slip("map used by two goroutines", main("m := map[int]int{}", "for g := range 8 {", "\tgo func() { for { m[g]++ } }()", "}", "time.Sleep(time.Minute)"),
         ("two goroutines use one map",), (None, 4)),
    # the compiler
    Slip("misspelt member", main("nb.Show(nb.Denisty(post(), \"mu\"))"), ("nb has no Denisty; did you mean Density?",), (None, 2)),
    Slip("misspelt member of the standard library", main("nb.Show(math.Sqrrt(2))"), ("math has no Sqrrt; did you mean Sqrt?",), (None, 2)),
    Slip("misspelt member of gonum", main("nb.Show(floats.Summ(nil))"), ("floats has no Summ; did you mean Sum?",), (None, 2)),
    Slip("misspelt type", "func f(s sampler.Setings) int { return s.Draws }", ("sampler has no Setings; did you mean Settings?",), (None, 1)),
    Slip("misspelt variable", main("scores := []float64{1}", "nb.Show(socres)"), ("undefined: socres; did you mean scores?",), (None, 3), lines=1),
    Slip("misspelt package", main("nb.Show(samplr.Settings{})"), ("undefined: samplr; did you mean sampler?",), (None, 2)),
    Slip("misspelt function of another cell", main("nb.Show(psot())"), ("undefined: psot; did you mean post?",), (None, 2)),
    Slip("misspelt method", main("tr := post()", "nb.Show(tr.Drws(\"mu\"))"), ("*sampler.Trace has no field or method Drws; did you mean Draws?",), (None, 3)),
    Slip("unknown field", main("s := sampler.Settings{", "\tWarmpu: 3,", "}", "nb.Show(s.Draws)"), ("sampler.Settings has no field Warmpu; did you mean Warmup?",), (None, 3)),
    Slip("unknown field of one's own type", main("s := state{My: 3}", "nb.Show(s.Mu)"), ("state has no field My; did you mean Mu?",), (None, 2)),
    Slip("unused variable", main("x := 1"), ("declared and not used: x",), (None, 2)),
    Slip("too few arguments", main("nb.Show(nb.Density(post()))"), ("not enough arguments in call to nb.Density: have (*sampler.Trace), want (",), (None, 2)),
    Slip("an error left out", main("x := post().Draws(\"mu\")", "nb.Show(x)"), ("1 variable but post().Draws returns 2 values", "nb.Must("), (None, 2)),
    Slip("an int and a float", main("n := 3", "nb.Show(2.5 * n)"), ("2.5 is no whole number", "float64(n)"), (None, 3)),
    Slip("math/rand", "import \"math/rand\"\n%%\nr := rand.New(rand.NewSource(1))\nnb.Show(fine(r, nil))", ('import "math/rand/v2" in place of',), ("model", 9), lines=2),
    Slip("= in place of :=", main("tr = post()", "nb.Show(tr)"), ("undefined: tr: to declare it, write :=",), (None, 2)),
    Slip("while", main("while true {", "\tnb.Show(1)", "}"), ("Go has no while: write for",), (None, 2)),
    Slip("wrong type", main("nb.Show(nb.Density(post, \"mu\"))"), ("cannot use post", "did you mean post()?"), (None, 2)),
    Slip("missing return", "func g() int {\n\tfmt.Println(1)\n}", ("missing return",), (None, 3)),
    Slip("missing %%", "nb.Show(nb.Density(post(), \"mu\"))", ("put %% on a line of its own",), (None, 1)),
    Slip("statement above %%", "tr := post()\n%%\nnb.Show(tr)", ("move this below %%",), (None, 1)),
    Slip("missing %% below a declaration", "func h() int { return 1 }\n\nfor i := range 3 {\n\tfmt.Println(i, h())\n}", ("put %% on a line of its own",), (None, 3)),
    Slip("function below %%", main("x := 1", "func k() int { return x }"), ("move func k above %%, or write k := func(...)",), (None, 3)),
    Slip("missing quote", main("nb.Show(\"a)"), ("string literal not terminated",), (None, 2)),
    Slip("missing brace above %%", "func l() int {\n\tif true {\n\treturn 1\n}\n%%\nnb.Show(l())", ("the { of line 2 above %% is not closed",), (None, 5)),
    Slip("missing brace", "func l() int {\n\tif true {\n\treturn 1\n}", ("a { has no }: the { of line 2 is not closed",), (None, 4)),
    Slip("a brace too many", main("if true {", "\tnb.Show(1)", "}}"), ("one } too many",), (None, 4)),
    Slip("unknown package", "import \"nosuch/thing\"\n%%\nnb.Show(thing.X)", ("no package nosuch/thing",), (None, 1)),
    Slip("unknown package of the module", "import \"gibbslab/sample\"\n%%\nnb.Show(sample.X)", ("there is no package gibbslab/sample; did you mean gibbslab/sampler?",), (None, 1)),
    Slip("unused import", "import \"os/user\"\n%%\nnb.Show(1)", ("1",), ok=True),
    Slip("function declared again in another cell", "func extra() int { return 1 }\n\nfunc outside(i int) float64 {\n\tx := make([]float64, 3)\n\treturn x[i]\n}\n%%\nnb.Show(extra())", ("1",), ok=True),
    Slip("%exec of nothing", "%exec", ("%exec",)),
]
