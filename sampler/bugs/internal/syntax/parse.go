package syntax

const (
	maxText      = 1_000_000 // bytes
	maxErrors    = 100       // in one text
	maxDepth     = 500       // of formulas
	maxOperators = 10_000    // in one statement
	maxLoops     = 20        // one inside the other
)

// A parser holds a text as tokens, and the place it has reached.
type parser struct {
	source    string
	tokens    []token
	i         int
	errors    Errors
	loops     []Loop       // around the statement
	into      *[]*Relation // where relations go: Data or Model
	depth     int          // of the formula
	operators int          // of the statement
	surplus   int          // braces } without {
	unended   bool         // a comment has no end, so nothing else has
}

// Parse reads a text with an optional var block, an optional data block and a model block. An error
// is of type [Errors] and has all mistakes that were found, up to 100.
func Parse(source string) (*Program, error) {
	p := &parser{source: source}
	if len(source) > maxText {
		p.report(Pos{1, 1}, "The text has %d bytes; a model may have %d. Give large arrays as data.",
			len(source), maxText)
		return nil, p.errors
	}
	s := scanner{rest: source, pos: Pos{1, 1}, report: p.report}
	s.scan()
	p.tokens, p.unended = s.tokens, s.unended
	for _, t := range p.tokens {
		if t.is("}") && t.match < 0 {
			p.surplus++
		}
	}
	program := &Program{Source: source}
	p.program(program)
	if len(p.errors) > 0 {
		p.errors.Sort()
		return nil, p.errors
	}
	return program, nil
}

// program parses all blocks.
func (p *parser) program(to *Program) {
	seen := map[string]bool{}
	for ; p.peek().kind != end; seen[p.tokens[p.i-1].text] = true {
		t := p.peek()
		switch {
		case seen["model"]:
			p.outside(t)
			return
		case t.kind == bad:
			return
		case t.kind != name || t.text != "var" && t.text != "data" && t.text != "model":
			p.report(t.pos, "A model begins with model {, and data { and var may stand before it; found "+
				"%s.", t)
			return
		case seen[t.text]:
			p.report(t.pos, "This is a second %s block. Put all its contents into the first.", t)
		}
		seen[t.text] = true
		p.i++
		switch t.text {
		case "var":
			if !p.try(func() { to.Dims = p.declarations() }) {
				for p.peek().kind != end && !(p.peek().kind == name && p.after(1).is("{")) {
					p.i++
				}
			}
		case "data":
			p.into = &to.Data
			p.block(t)
		case "model":
			p.into = &to.Model
			p.block(t)
		}
	}
	switch {
	case p.unended:
	case !seen["model"]:
		p.report(p.peek().pos, "There is no model. Write model { before its statements and } after them.")
	case len(to.Model) == 0 && len(p.errors) == 0:
		p.report(p.tokens[p.i-1].pos, "The model is empty. Write statements between { and }, such as y "+
			"~ dnorm(mu, tau).")
	}
}

// outside reports what follows the model.
func (p *parser) outside(t token) {
	switch closing := p.tokens[p.i-1]; {
	case t.kind == bad:
	case t.is("}"):
		p.report(t.pos, "This } closes nothing, for the model ends with the } in line %d.",
			closing.pos.Line)
	case t.text == "data" || t.text == "var":
		p.report(t.pos, "The %s block stands before the model block, not after it.", t)
	default:
		p.report(t.pos, "The model ends with the } in line %d, and nothing may follow it; found %s.",
			closing.pos.Line, t)
	}
}

// declarations parses what follows var.
func (p *parser) declarations() (dims []*Node) {
	for {
		t := p.peek()
		if t.kind != name || p.after(1).is("{") {
			p.fail(t, "After var and after each comma comes a name, as in var x[N, 2], y; found %s.", t)
		}
		n := p.ref()
		for _, arg := range n.Args {
			if arg.Kind == All || arg.Kind == Range {
				p.fail(t, "The var block gives the size of each array, as in %s[N]; found %s.", n.Name, n)
			}
		}
		dims = append(dims, n)
		t = p.peek()
		switch {
		case p.skip(","):
		case p.skip(";"), t.kind == end, t.kind == name && p.after(1).is("{"):
			return dims
		case t.kind == name || t.is("<-") || t.is("~") || t.is("="):
			p.fail(t, "The var block is a list of names with commas between them; found %s.", t)
		default:
			p.fail(t, "After %s comes a comma, or a ; if it is the last name; found %s.", n, t)
		}
	}
}

// block parses the statements of the data block or the model.
func (p *parser) block(of token) {
	open := p.peek()
	if !p.skip("{") {
		p.report(open.pos, "A { is missing after %s; found %s.", of, open)
		if p.after(1).is("{") {
			p.i += 2 // a name of the model
		}
	}
	p.statements(open)
}

// statements parses statements up to the } that closes open.
func (p *parser) statements(open token) {
	for {
		t := p.peek()
		switch {
		case p.skip("}"):
			return
		case t.kind == end:
			if !p.unended {
				p.report(open.pos, "This { is never closed. A } is missing, here or in a block inside.")
			}
			return
		case t.kind == name && (t.text == "model" || t.text == "data") && p.after(1).is("{"):
			p.report(t.pos, "A } is missing before %s: the block before it is still open.", t)
			return
		case p.skip(";"):
		default:
			p.operators = 0
			if start := p.i; !p.try(p.statement) {
				p.i = max(p.i, start+1)
				p.skipToStatement()
			}
		}
	}
}
