package syntax

// String is the token as errors show it.
func (t token) String() string {
	const most = 40
	switch {
	case t.kind == end:
		return "the end of the text"
	case t.is(","):
		return "a comma"
	case t.is(";"):
		return "a semicolon"
	case len(t.text) > most:
		return t.text[:most] + "..."
	}
	return t.text
}

func (t token) is(text string) bool { return t.kind == operator && t.text == text }

func (p *parser) peek() token { return p.tokens[p.i] }

// after is the token n places further on.
func (p *parser) after(n int) token { return p.tokens[min(p.i+n, len(p.tokens)-1)] }

func (p *parser) at(text string) bool { return p.peek().is(text) }

// skip moves behind an operator if it is next.
func (p *parser) skip(text string) bool {
	if !p.at(text) {
		return false
	}
	p.i++
	return true
}

// report adds a mistake, but only one for each place.
func (p *parser) report(pos Pos, format string, args ...any) {
	if len(p.errors) < maxErrors {
		p.errors.Add(At(p.source, pos, format, args...))
	}
}

// reportAt reports a mistake at a token, unless the scanner has done so.
func (p *parser) reportAt(t token, format string, args ...any) {
	if t.kind != bad {
		p.report(t.pos, format, args...)
	}
}

// abandoned is the panic that leaves a statement after a mistake; try stops it.
type abandoned struct{}

func (p *parser) failAt(pos Pos, format string, args ...any) {
	p.report(pos, format, args...)
	panic(abandoned{})
}

func (p *parser) fail(t token, format string, args ...any) {
	p.reportAt(t, format, args...)
	panic(abandoned{})
}

// try tells whether parse came to its end.
func (p *parser) try(parse func()) (ok bool) {
	depth := p.depth
	defer func() {
		p.depth = depth
		if r := recover(); r != nil {
			if _, mistake := r.(abandoned); !mistake {
				panic(r)
			}
		}
	}()
	parse()
	return true
}

// ends tells whether a statement certainly ends before t.
func (p *parser) ends(t token) bool { return t.kind == end || t.is(";") || t.is("}") }

// starts tells whether token i begins a statement: a name, perhaps with brackets, and ~ or <-. With
// = this could be an argument, so it must be the first of its line.
func (p *parser) starts(i int) bool {
	t := p.tokens[i]
	if t.kind != name {
		return false
	}
	next := p.tokens[i+1] // the last token is no name
	if next.is("[") || next.is("(") {
		if t.text == "for" {
			return true
		}
		if next.match < 0 {
			return t.first && (next.is("[") || links[t.text])
		}
		next = p.tokens[next.match+1]
	}
	return next.is("~") || next.is("<-") || next.is("=") && t.first
}

// skipToStatement moves to where the next statement may begin. That is also a name on a new line
// behind a value, for no formula goes on like this.
func (p *parser) skipToStatement() {
	for from := p.i; !p.ends(p.peek()) && !p.starts(p.i); p.i++ {
		t := p.peek()
		if t.kind == name && t.first && p.i > from && p.tokens[p.i-1].value() {
			return
		}
		if t.is("{") && t.match > 0 {
			p.i = t.match
		}
	}
}

// value tells whether a value may end with the token.
func (t token) value() bool {
	return t.kind == name || t.kind == number || t.is(")") || t.is("]")
}
