package source

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// state writes the struct of the unknowns.
func (p *printer) state() string {
	var b strings.Builder
	b.WriteString("\n// state is the state of a chain.\ntype state struct {\n")
	for _, a := range p.Graph.Order {
		if isState(a) {
			t := "float64"
			if p.isInt(a) {
				t = "int"
			}
			fmt.Fprintf(&b, "%s %s%s\n", strings.TrimPrefix(p.name(a), "s."), dims(a.Dims), t)
		}
	}
	for _, w := range p.widths {
		b.WriteString(w)
	}
	if len(p.widths) > 0 {
		b.WriteString("Warm bool // the warm-up is over: the widths stay\n")
	}
	b.WriteString("}\n\n")
	return b.String()
}

// round keeps three digits, towards the inside of a span.
func round(v float64, up bool) float64 {
	if v == 0 || math.IsInf(v, 0) {
		return v
	}
	u := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
	if u == 0 {
		return v
	}
	k := math.Floor(v / u)
	if up {
		k = math.Ceil(v / u)
	}
	f, _ := strconv.ParseFloat(strconv.FormatFloat(k*u, 'g', 3, 64), 64)
	return f
}

// start writes the function that makes the state of a new chain.
func (p *printer) start() string {
	var b strings.Builder
	b.WriteString("// start makes the state of a new chain. The intervals are those in which good " +
		"starts were found.\n" +
		"func start(r *rand.Rand) (*state, error) {\ns := &state{}\n")
	for _, a := range p.Graph.Order {
		if !isState(a) {
			continue
		}
		given := ""
		if partly(a) {
			fmt.Fprintf(&b, "%s = %s\n", p.name(a), p.givenName(a))
			given = p.givenName(a)
		}
		loops, at := "", ""
		for k := range a.Dims {
			v := string(rune('i' + k))
			loops += fmt.Sprintf("for %s := range %d {\n", v, a.Dims[k])
			at += "[" + v + "]"
		}
		depth := len(a.Dims)
		if given != "" {
			cond := "math.IsNaN(" + given + at + ")"
			if p.isInt(a) {
				cond = given + at + " < 0"
			}
			loops += "if " + cond + " {\n"
			depth++
		}
		span := p.Start(a)
		value := ""
		switch {
		case p.isInt(a):
			value = fmt.Sprintf("%d + r.IntN(%d)", int(span.Lo), int(span.Hi-span.Lo)+1)
		case p.isDirichlet(a):
			value = "1.0 / " + strconv.Itoa(a.Dims[len(a.Dims)-1])
		default:
			lo, hi := round(span.Lo, true), round(span.Hi, false)
			if !(lo < hi) {
				lo, hi = span.Lo, span.Hi
			}
			value = fmt.Sprintf("%s(r, %s, %s)", p.need("between"), number(lo), number(hi))
		}
		b.WriteString(loops + p.name(a) + at + " = " + value + "\n" + strings.Repeat("}\n", depth))
	}
	b.WriteString("return s, nil\n}\n")
	return b.String()
}

func (p *printer) isDirichlet(a *expr.Array) bool {
	for _, d := range a.Def {
		if d < 0 || p.Graph.Statements[d].Dist == nil || p.Graph.Statements[d].Dist.Name != "ddirch" {
			return false
		}
	}
	return true
}

// params writes the variables of the trace.
func (p *printer) params() string {
	var b strings.Builder
	for _, name := range p.Monitor {
		a := p.Graph.Arrays[name]
		if !isState(a) {
			b.WriteString(p.computed(a))
			continue
		}
		s := p.name(a)
		switch {
		case partly(a) && len(a.Dims) > 0:
			b.WriteString(p.drawn(a))
		case len(a.Dims) == 0:
			fmt.Fprintf(&b, "sampler.Scalar(%q, func(s *state) float64 { return %s }),\n", name,
				p.asFloat(a, s))
		case len(a.Dims) == 1 && !p.isInt(a):
			fmt.Fprintf(&b, "sampler.Vector(%q, %d, func(s *state) []float64 { return %s[:] }),\n", name,
				a.Dims[0], s)
		default:
			loops, at := "", ""
			for k := range a.Dims {
				v := string(rune('i' + k))
				loops += fmt.Sprintf("for %s := range %d {\n", v, a.Dims[k])
				at += "[" + v + "]"
			}
			p.array(&b, a, loops, p.asFloat(a, s+at), strings.Repeat("}\n", len(a.Dims)))
		}
	}
	return b.String()
}

// drawn writes a parameter of the elements of an array that are not given.
func (p *printer) drawn(a *expr.Array) string {
	n := 0
	for _, v := range a.Value {
		if v != v {
			n++
		}
	}
	loops, at := "", ""
	for k, d := range a.Dims {
		v := string(rune('i' + k))
		loops += fmt.Sprintf("for %s := range %d {\n", v, d)
		at += "[" + v + "]"
	}
	cond := "math.IsNaN(" + p.givenName(a) + at + ")"
	if p.isInt(a) {
		cond = p.givenName(a) + at + " < 0"
	}
	return fmt.Sprintf("{Name: %q, Shape: []int{%d}, Read: func(s *state, dst []float64) {\nn := "+
		"0\n%sif %s {\ndst[n] = %s\nn++\n%s}},\n",
		a.Name, n, loops, cond, p.asFloat(a, p.name(a)+at), strings.Repeat("}\n", len(a.Dims)+1))
}

func (p *printer) asFloat(a *expr.Array, s string) string {
	if p.isInt(a) {
		return "float64(" + s + ")"
	}
	return s
}

// array writes a parameter that is read element by element.
func (p *printer) array(b *strings.Builder, a *expr.Array, loops, value, end string) {
	at, stride := "", 1
	for k := len(a.Dims) - 1; k >= 0; k-- {
		v := string(rune('i' + k))
		if stride > 1 {
			v = fmt.Sprintf("%d*%s", stride, v)
		}
		at = v + map[bool]string{true: " + " + at, false: ""}[at != ""]
		stride *= a.Dims[k]
	}
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Dims), " ", ", "), "[]")
	fmt.Fprintf(b, "{Name: %q, Shape: []int{%s}, Read: func(s *state, dst []float64) {\n%sdst[%s] "+
		"= %s\n%s}},\n",
		a.Name, shape, loops, at, value, end)
}

// computed writes a variable that is computed from the unknowns. What cannot be written is left
// out, with a sentence.
func (p *printer) computed(a *expr.Array) (text string) {
	defer func() {
		if r, ok := recover().(refusal); ok {
			text = fmt.Sprintf("// %s is left out: %s.\n", a.Name, string(r))
		}
	}()
	def, ok := a.Uniform()
	if !ok || def < 0 {
		return p.refuse("its elements are computed in different ways")
	}
	s := p.Graph.Statements[def]
	pieces, err := p.Graph.Deterministic(s)
	if err != nil || len(pieces) != 1 || s.Left.Op != expr.Elem {
		return p.refuse("its elements are computed in different ways")
	}
	value := p.expr(pieces[0].Value, sum)
	if len(a.Dims) == 0 {
		return fmt.Sprintf("sampler.Scalar(%q, func(s *state) float64 { return %s }),\n", a.Name, value)
	}
	var b strings.Builder
	loops, at, stride := "", "", 1
	for _, l := range s.Loops {
		loops += p.loopHead(l.Var, l.Lo, l.Hi)
	}
	for k := len(a.Dims) - 1; k >= 0; k-- {
		v := p.index(s.Left.Args[k])
		if stride > 1 {
			v = fmt.Sprintf("%d*(%s)", stride, v)
		}
		at = v + map[bool]string{true: " + " + at, false: ""}[at != ""]
		stride *= a.Dims[k]
	}
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Dims), " ", ", "), "[]")
	fmt.Fprintf(&b, "{Name: %q, Shape: []int{%s}, Read: func(s *state, dst []float64) {\n%sdst[%s] "+
		"= %s\n%s}},\n",
		a.Name, shape, loops, at, value, strings.Repeat("}\n", len(s.Loops)))
	return b.String()
}

// givenName is the table of the elements of the state that are data.
func (p *printer) givenName(a *expr.Array) string {
	n := p.word(a.Name) + "Given"
	p.taken[n+" given"] = true
	return n
}

// literals writes the data.
func (p *printer) literals() string {
	var consts, vars strings.Builder
	for _, a := range p.Graph.Order {
		switch {
		case isState(a) && p.taken[p.word(a.Name)+"Given given"]:
			missing, t := "math.NaN()", "float64"
			if p.isInt(a) {
				missing, t = "-1", "int"
			}
			fmt.Fprintf(&vars, "// %s has the elements of %s that are data; %s is one that is not.\nvar "+
				"%s = %s%s%s\n\n",
				p.givenName(a), a.Name, missing, p.givenName(a), dims(a.Dims), t, table(a.Value, a.Dims,
					missing, 0))
		case !p.used[a]:
		case len(a.Dims) == 0:
			fmt.Fprintf(&consts, "%s = %s\n", p.name(a), number(a.Value[0]))
		default:
			t := "float64"
			if p.ints[a] {
				t = "int"
			}
			fmt.Fprintf(&vars, "var %s = %s%s%s\n\n", p.name(a), dims(a.Dims), t,
				table(a.Value, a.Dims, "0", 0))
		}
	}
	for _, n := range p.numbers {
		consts.WriteString(n)
	}
	out := ""
	switch strings.Count(consts.String(), "\n") {
	case 0:
	case 1:
		out = "const " + consts.String() + "\n"
	default:
		out = "const (\n" + consts.String() + ")\n\n"
	}
	return out + vars.String()
}

// table writes an array as a literal, a row in each line, broken at 100 characters.
func table(v []float64, d []int, missing string, depth int) string {
	if len(d) > 1 {
		n := len(v) / d[0]
		var b strings.Builder
		b.WriteString("{\n")
		for i := range d[0] {
			b.WriteString(table(v[i*n:(i+1)*n], d[1:], missing, depth+1) + ",\n")
		}
		return b.String() + "}"
	}
	var list []string
	for _, x := range v {
		s := missing
		if x == x {
			s = number(x)
		}
		list = append(list, s)
	}
	line, broken := "", false
	var b strings.Builder
	for _, s := range list {
		if len(line)+len(s) > 90 {
			b.WriteString(line + "\n")
			line, broken = "", true
		}
		line += s + ", "
	}
	if !broken {
		return "{" + strings.TrimSuffix(line, ", ") + "}"
	}
	return "{\n" + b.String() + line + "\n}"
}

// helpers are functions that a program has if it needs them.
var helpers = map[string]string{
	"between": `// between draws a number from lo to hi.
func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }`,
	"square": `func square(x float64) float64 { return x * x }`,
	"logOf": `// logOf is the logarithm. That of zero is finite, so that 0 times it is 0.
func logOf(x float64) float64 {
	if x == 0 {
		return -1e300
	}
	return math.Log(x)
}`,
	"logGamma": `func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}`,
	"logistic": `func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }`,
	"softPlus": `// softPlus is log(1 + exp(x)).
func softPlus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}`,
	"phi": `// phi is the standard normal distribution function.
func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }`,
	"indicator": `func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}`,
	"oneIf": `func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}`,
	"slice": `// slice makes a step of slice sampling from x. In the warm-up it learns the
// width of its first interval.
func slice(
	r *rand.Rand, s *state, x float64, width *float64, lo, hi float64,
	logDensity func(v float64) float64,
) float64 {
	if *width == 0 {
		*width = 1
	}
	v := update.SliceSteps(r, x, *width, lo, hi, 40, func(v float64) float64 {
		if d := logDensity(v); d > -1e290 {
			return d
		}
		return math.Inf(-1) // impossible
	})
	if !s.Warm {
		*width += 0.05 * (3*math.Abs(v-x) - *width)
		*width = max(*width, 1e-10*(1+math.Abs(v)))
	}
	return v
}`,
}

// help writes the functions that the program needs.
func (p *printer) help() string {
	var names []string
	for n := range p.helpers {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		b.WriteString("\n" + helpers[n] + "\n")
	}
	return b.String()
}
