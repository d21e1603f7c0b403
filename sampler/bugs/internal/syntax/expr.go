package syntax

import "strconv"

// expr parses a formula whose operators are of this level or bind more.
func (p *parser) expr(least int) *Node {
	p.depth++
	if p.depth > maxDepth {
		p.fail(p.peek(), "This formula is nested more than %d deep.", maxDepth)
	}
	left := p.operand()
	compared := false
	for {
		t := p.peek()
		if t.is("**") {
			t.text = "^"
		}
		level := levels[t.text]
		if t.kind != operator || level == 0 || level < least {
			p.depth--
			return left
		}
		if level == compareLevel && compared {
			p.fail(t, "Comparisons cannot be chained. Write a < b && b < c.")
		}
		compared = level == compareLevel
		p.operator()
		_, right := sides(level)
		if level == powerLevel {
			right = level // a minus may stand there anyway
		}
		n := &Node{Kind: Call, Name: t.text, Pos: left.Pos}
		if level == rangeLevel {
			n.Kind, n.Name = Range, ""
		}
		n.Args = []*Node{left, p.expr(right)}
		left = n
	}
}

// operator moves behind an operator.
func (p *parser) operator() {
	if p.operators++; p.operators > maxOperators {
		p.fail(p.peek(), "This statement has more than %d operators. Write it as a sum over an array.",
			maxOperators)
	}
	p.i++
}

// operand parses what stands between two operators.
func (p *parser) operand() *Node {
	t := p.peek()
	switch {
	case t.kind == number:
		p.i++
		v, _ := strconv.ParseFloat(t.text, 64) // the scanner has tried
		return &Node{Kind: Number, Value: v, Pos: t.pos}
	case t.is("-"):
		p.operator()
		return &Node{Kind: Call, Name: "neg", Args: []*Node{p.expr(negLevel)}, Pos: t.pos}
	case t.is("!"):
		p.operator()
		return &Node{Kind: Call, Name: "!", Args: []*Node{p.expr(notLevel)}, Pos: t.pos}
	case t.is("("):
		p.i++
		n := p.expr(0)
		p.close(t)
		return n
	case t.kind == name && !(t.first && p.starts(p.i)):
		if p.after(1).is("(") {
			return p.call(t)
		}
		return p.ref()
	case t.is("+"):
		p.fail(t, "A + stands between two values only. Leave it out here.")
	case t.is("<-") || t.is("="):
		p.fail(t, "Before %s a value is missing, or this is one sign too many.", t)
	}
	p.fail(t, "A value is missing before %s.", t)
	return nil
}

// call parses a function and its arguments.
func (p *parser) call(t token) *Node {
	switch {
	case refused[t.text] != "":
		p.fail(t, "%s", refused[t.text])
	case t.text == "cut":
		p.report(t.pos, "cut(...) is not part of the language: with it a model has no joint "+
			"distribution. Leave it out, or fit the parts one after the other.")
	}
	p.i++
	return &Node{Kind: Call, Name: t.text, Args: p.list(p.value), Pos: t.pos}
}

// ref parses a name with its indices.
func (p *parser) ref() *Node {
	t := p.peek()
	p.i++
	n := &Node{Kind: Ref, Name: t.text, Pos: t.pos}
	if p.at("[") {
		n.Args = p.list(p.index)
		if more := p.peek(); more.is("[") && !more.first {
			p.fail(more, "Indices stand in one pair of brackets: write %s[i,j] in place of %s[i][j].",
				t.text, t.text)
		}
	}
	return n
}

// list parses brackets with items and commas between them.
func (p *parser) list(item func() *Node) (items []*Node) {
	open := p.peek()
	p.i++
	if open.is("(") && p.skip(")") {
		return nil
	}
	for {
		items = append(items, item())
		if !p.skip(",") {
			p.close(open)
			return items
		}
	}
}

// An item of a list is a value, an index or an argument of a distribution.

func (p *parser) value() *Node { return p.expr(0) }

func (p *parser) index() *Node {
	if p.at(",") || p.at("]") {
		return &Node{Kind: All, Pos: p.peek().pos}
	}
	return p.expr(0)
}

func (p *parser) argument() *Node {
	t := p.peek()
	if t.kind == name && p.after(1).is("=") {
		p.i += 2
		return &Node{Kind: Named, Name: t.text, Args: []*Node{p.expr(0)}, Pos: t.pos}
	}
	return p.expr(0)
}

// close moves behind the partner of open.
func (p *parser) close(open token) {
	want, t := partner[open.text], p.peek()
	switch {
	case p.skip(want):
		return
	case t.kind == bad: // has been reported
	case p.ends(t), p.starts(p.i), t.is("{"), open.match < 0 && (t.is("<-") || t.is("~") || t.first):
		if open.match < 0 || p.starts(p.i) {
			p.fail(open, "This %s is never closed: a %s is missing before %s.", open, want, t)
		}
	case t.is(")") || t.is("]"):
		p.fail(t, "The %s in column %d is closed by %s, not by %s.", open, open.pos.Col, want, t)
	case t.is("="):
		p.fail(t, "A single = gives a value to a name. To compare write ==.")
	case t.is("<-"):
		p.fail(t, "<- gives a value and cannot stand in brackets. To compare with a negative number "+
			"write < - with a space.")
	case t.kind == name || t.kind == number || t.is("("):
		p.fail(t, "A comma or an operator is missing before %s.", t)
	case t.is(","):
		p.fail(t, "A %s is missing before the comma: the %s in column %d is still open.", want, open,
			open.pos.Col)
	case t.is("["):
		p.fail(t, "An index follows a name only, as in x[1]. For the number of rows of X give N with "+
			"the data, or write length(X[,1]).")
	}
	p.fail(t, "A comma or %s should follow here; found %s.", want, t)
}
