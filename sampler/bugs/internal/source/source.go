// Package source writes the sampler of a model as plain Go, for a reader who wants to own it: a
// struct with the unknowns, a function for each update with its formula, and the model. Every
// unknown is drawn by itself, given all others.
package source

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/tex"
)

// A Span is the interval in which the elements of an array begin.
type Span struct{ Lo, Hi float64 }

// Input is what Print writes.
type Input struct {
	Graph   *graph.Graph
	Plan    *block.Plan // with each unknown drawn by itself
	Monitor []string    // the variables of the trace
	Start   func(a *expr.Array) Span
	Values  func(a *expr.Array) []float64 // in place of Start; nil if numbers of it are good starts
}

// printer writes the parts of a program.
type printer struct {
	Input
	u       *tex.Unknown
	names   map[*expr.Array]string
	taken   map[string]bool
	fields  map[string]bool
	ints    map[*expr.Array]bool // data that are indices
	used    map[*expr.Array]bool // data
	sums    []string             // declarations of sums over the data
	sumOf   map[string]string    // their names, by what they add up
	vectors map[string]string    // numbers computed from the data, by their text
	numbers string               // their declarations
	widths  string               // fields of the state
	local   *locals
	fixed   map[*expr.Expr]string // what stands for an expression
	whole   map[string]bool       // letters that are values, not positions
	tables  []recursion
	flats   map[*expr.Array]string // functions that list the elements of matrices
}

// refusal is a sentence that says why a model cannot be printed.
type refusal string

func (p *printer) refuse(format string, a ...any) string {
	panic(refusal(fmt.Sprintf(format, a...)))
}

// Print writes the program. The error says what cannot be written.
func Print(in Input) (text string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			err = fmt.Errorf("bugs: Go: %s", string(r))
		default:
			panic(r)
		}
	}()
	p := &printer{Input: in, ints: map[*expr.Array]bool{}}
	for range 2 { // the first pass finds which data are indices
		p.reset()
		text = p.program()
	}
	out, err := tidy(text)
	if err != nil {
		return text, fmt.Errorf("bugs: Go: the text is not Go: %w", err)
	}
	return unused(out), nil
}

// unused takes the counters away that no line of their loop has.
func unused(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		head, loop, isLoop := strings.Cut(l, "for ")
		counter, over, counts := strings.Cut(loop, " := range ")
		if !isLoop || !counts || strings.Trim(head, "\t") != "" || strings.ContainsAny(counter, ", ") {
			continue
		}
		n := slices.Index(lines[i:], head+"}")
		if n > 0 && !mentions(strings.Join(lines[i+1:i+n], "\n"), counter) {
			lines[i] = head + "for range " + over
		}
	}
	return strings.Join(lines, "\n")
}

// mentions tells whether a text has a name, other than as a part of another or as a field.
func mentions(text, name string) bool {
	inWord := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'A' <= b&^32 && b&^32 <= 'Z'
	}
	for at := 0; ; at++ {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		begins := at == 0 || text[at-1] != '.' && !inWord(text[at-1])
		if begins && (end == len(text) || !inWord(text[end-1]) || !inWord(text[end])) {
			return true
		}
	}
}

func (p *printer) reset() {
	*p = printer{Input: p.Input, ints: p.ints, names: map[*expr.Array]string{},
		taken: map[string]bool{}, fields: map[string]bool{}, used: map[*expr.Array]bool{},
		sumOf: map[string]string{}, vectors: map[string]string{}, flats: map[*expr.Array]string{}}
	p.fields["Warm"] = true
	for _, w := range reserved {
		p.taken[w] = true
	}
	for _, s := range p.Graph.Statements {
		for _, l := range s.Loops {
			p.taken[word(l.Var)] = true
		}
	}
}

func (p *printer) program() string {
	p.tables = p.recursions()
	for _, a := range p.arrays() {
		if !isState(a) {
			continue
		}
		p.name(a)
		if partly(a) && p.inParts(a) && !a.Computed {
			p.refuse("elements of %s are drawn, given, and computed. Such a model cannot be printed yet: "+
				"give what is drawn a name of its own", a.Name)
		}
	}
	var blocks []string
	list, warmed := "", ""
	for _, b := range p.Plan.Blocks {
		f := "update" + p.capital("update ", b.Name)
		blocks = append(blocks, p.block(b, f))
		list += fmt.Sprintf("sampler.Update(%q, %s),\n", b.Name, f)
	}
	if p.widths != "" {
		warmed = "WarmedUp: func(s *state) { s.Warm = true },\n"
	}
	p.fixed, p.whole = map[*expr.Expr]string{}, map[string]bool{}
	params, start := p.params(), p.start()
	for _, r := range p.tables {
		start += "\n" + p.function(r)
	}
	body := p.literals() + strings.Join(p.sums, "\n") + p.state() + start + "\n" +
		strings.Join(blocks, "\n") + "\n// model is the sampler.\nfunc model() sampler.Model[state] {\n" +
		"return sampler.Model[state]{\nInit: start,\nBlocks: []sampler.Block[state]{\n" + list + "},\n" +
		"Params: []sampler.Param[state]{\n" + params + "},\n" + warmed + "}\n}\n"
	body += help(body)
	head := "import (\n"
	for _, pkg := range []string{"math", "math/rand/v2", "slices", "", "gonum.org/v1/gonum/floats",
		"gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat", "", "gibbslab/sampler",
		"gibbslab/sampler/update", "gibbslab/sampler/variate"} {
		name := strings.TrimSuffix(pkg, "/v2")
		switch name = name[strings.LastIndex(name, "/")+1:]; {
		case pkg == "":
			head += "\n"
		case strings.Contains(body, name+"."):
			head += fmt.Sprintf("%q\n", pkg)
		}
	}
	return head + ")\n\n" + body
}

// block writes the update of one statement.
func (p *printer) block(b *block.Block, f string) string {
	all := tex.Derive(p.Graph, b)
	if len(all) != 1 {
		p.refuse("%s is drawn with other unknowns", b.Name)
	}
	d := all[0]
	p.u, p.local = d.Unknown, &locals{names: map[string]int{}, seen: map[string]string{}}
	p.fixed, p.whole = map[*expr.Expr]string{}, map[string]bool{}
	w := &writer{printer: p, d: d, b: b}
	var body string
	switch {
	case b.Kind == "prediction" || b.Kind == "its distribution":
		body = w.forward()
	case strings.HasPrefix(b.Kind, "all "):
		body = w.enumerate()
	default:
		body = w.conditional()
	}
	text := fmt.Sprintf("// %s draws %s from its full conditional", f, d.Unknown.X)
	switch {
	case w.sliced:
		text += " by slice sampling"
	case b.Kind == "prediction":
		text = fmt.Sprintf("// %s predicts %s", f, d.Unknown.X)
	}
	return text + ":\n//\n" + comment(d) + fmt.Sprintf("func %s(r *rand.Rand, s *state) {\n%s}\n", f,
		body)
}

// comment is the formula of an update: that of the distribution, or of the log density, or the
// first.
func comment(d *tex.Derived) string {
	pick, rank := "", 0
	for _, l := range d.Lines {
		is := 1
		switch {
		case !l.Formula:
			is = 0
		case strings.Contains(l.Text, " | … ~ "):
			is = 4
			l.Text = strings.ReplaceAll(l.Text, ",   ", "\n//\t")
		case strings.Contains(l.Text, " | …) = ") || strings.HasPrefix(l.Text, "P("):
			is = 2
		}
		if is > rank || is == 4 {
			pick, rank = l.Text, is
		}
	}
	var out []string
	for _, line := range strings.Split(pick, "\n") { // broken at spaces
		runes := []rune(line)
		for len(runes) > 90 {
			k := 90
			for k > 40 && runes[k] != ' ' {
				k--
			}
			out = append(out, string(runes[:k]))
			runes = []rune("//\t   " + string(runes[k:]))
		}
		out = append(out, string(runes))
	}
	return "//\t" + strings.Join(out, "\n") + "\n"
}

// isState tells whether an array has a field in the state.
func isState(a *expr.Array) bool { return a.State && a.Unknowns }

func isKnown(v float64) bool { return v == v }

// known tells whether an expression has no unknowns.
func known(e *expr.Expr) bool {
	return !e.Has(func(x *expr.Expr) bool { return x.Array != nil && x.Array.Unknowns })
}
