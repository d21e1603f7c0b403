package syntax

import "slices"

// loop parses for (i in 1:N) { ... }.
func (p *parser) loop() {
	var l Loop
	if !p.try(func() { l = p.header() }) {
		for !p.at("{") && !p.ends(p.peek()) && !p.starts(p.i) {
			p.i++
		}
		if !p.at("{") {
			return
		}
	}
	outer := p.loops
	if len(outer) == maxLoops {
		p.fail(p.peek(), "Loops are nested more than %d deep.", maxLoops)
	}
	p.loops = append(slices.Clip(outer), l)
	defer func() { p.loops = outer }()
	open := p.peek()
	if p.skip("{") {
		p.statements(open)
		return
	}
	p.reportAt(open, "The statements of a loop stand between { and }, even a single one. A { is "+
		"missing before %s.", open)
	switch {
	case p.surplus > 0: // its } is there
		p.surplus--
		p.statements(open)
	case !p.ends(open):
		p.statement()
	}
}

// header parses for (i in 1:N).
func (p *parser) header() (l Loop) {
	p.i++
	open := p.peek()
	if !p.skip("(") {
		p.fail(open, "The counter of a loop stands in brackets, as in for (i in 1:N) {.")
	}
	v := p.peek()
	if v.kind != name {
		p.fail(v, "A loop begins with a counter, as in for (i in 1:N); found %s.", v)
	}
	p.i++
	if in := p.peek(); in.kind != name || in.text != "in" {
		p.fail(in, "After the counter %s comes the word in, as in for (%s in 1:N); found %s.", v, v, in)
	}
	p.i++
	e := p.expr(0)
	for _, l := range p.loops {
		l.visit(e)
	}
	if e.Kind == Ref && e.Args == nil {
		one := &Node{Kind: Number, Value: 1, Pos: e.Pos}
		l = Loop{v.text, one, &Node{Kind: Call, Name: "length", Args: []*Node{e}, Pos: e.Pos}, v.pos, e}
	} else if e.Kind != Range {
		p.noRange(e)
	} else {
		l = Loop{v.text, e.Args[0], e.Args[1], v.pos, nil}
	}
	p.close(open)
	return l
}

// noRange reports a loop over something else.
func (p *parser) noRange(e *Node) {
	if sum := levels[e.Name]; e.Kind == Call && len(e.Args) == 2 && sum > 0 && sum < rangeLevel {
		if r := e.Args[0]; r.Kind == Range {
			hi := &Node{Kind: Call, Name: e.Name, Args: []*Node{r.Args[1], e.Args[1]}}
			want := &Node{Kind: Range, Args: []*Node{r.Args[0], hi}}
			p.failAt(e.Pos, "%.60s means (%.60s) %s %.60s. Write %.60s.", e, r, e.Name, e.Args[1], want)
		}
	}
	p.failAt(e.Pos, "A loop needs a range such as 1:N; found %.60s.", e)
}
