package syntax

var links = map[string]bool{"log": true, "logit": true, "probit": true, "cloglog": true}

// refused are words of other languages. Before a bracket they are no names.
var refused = map[string]string{
	"if": "if is not part of the language. A value that depends on a condition is written " +
		"x <- ifelse(a > 0, b, c).",
	"else":   "else is not part of the language. Write x <- ifelse(a > 0, b, c).",
	"while":  "while is not part of the language. Write for (i in 1:N) { }.",
	"repeat": "repeat is not part of the language. Write for (i in 1:N) { }.",
	"function": "A model cannot define a function. Write the formula where it is needed, or in a " +
		"loop.",
}

const backwards = "The name comes first and the arrow points to it, as in x <- 3."

// statement parses a loop or a relation.
func (p *parser) statement() {
	t, next := p.peek(), p.after(1)
	switch _, no := refused[t.text]; {
	case t.kind != name:
		p.noStatement(t)
	case t.text == "for" && (next.is("(") || next.kind == name || next.kind == number):
		p.loop()
	case no && (next.is("(") || next.is("{") || t.text == "else" && next.kind == name):
		p.refuse(t)
	default:
		*p.into = append(*p.into, p.relation())
	}
}

// refuse reports if, while and the like, and skips what belongs to it.
func (p *parser) refuse(t token) {
	if t.text != "else" || len(p.errors) == 0 { // if has been reported
		p.report(t.pos, "%s", refused[t.text])
	}
	p.i++
	for _, open := range []string{"(", "{"} {
		if t := p.peek(); t.is(open) && t.match > 0 {
			p.i = t.match + 1
		}
	}
}

func (p *parser) noStatement(t token) {
	switch {
	case p.after(1).is("->"):
		p.fail(p.after(1), backwards)
	case t.is(")") || t.is("]"):
		p.fail(t, "This %s closes nothing: there is no %s before it.", t, partner[t.text])
	case t.is("{"):
		p.i = max(p.i, t.match+1)
		p.fail(t, "A { stands after model, data or for (i in 1:N) only.")
	}
	p.fail(t, "A statement begins with the name of a variable, as in y[i] ~ dnorm(mu, tau); found "+
		"%s.", t)
}

// relation parses left ~ distribution or left <- value.
func (p *parser) relation() *Relation {
	start := p.peek()
	r := &Relation{Loops: p.loops, Pos: start.pos}
	if open := p.after(1); open.is("(") {
		if !links[start.text] {
			p.fail(start, "%s(...) cannot stand at the beginning of a statement. The functions that can "+
				"are log, logit, probit and cloglog, as in logit(p[i]) <- a + b * x[i].", start)
		}
		p.i += 2
		if t := p.peek(); t.kind != name {
			p.fail(t, "In %s(...) on the left stands the name of a variable; found %s.", start, t)
		}
		r.Link, r.Left = start.text, p.ref()
		p.close(open)
	} else {
		r.Left = p.ref()
	}
	t := p.peek()
	switch {
	case t.is("~") && r.Link != "":
		p.fail(t, "%s(...) on the left needs <-. What has a distribution stands alone on the left of "+
			"~. Functions of data are computed before: data { z <- %s(y) } model { z ~ ... }.", r.Link,
			r.Link)
	case p.skip("~"):
		p.distribution(r)
	case p.skip("<-"), p.skip("="):
		r.Args = []*Node{p.expr(0)}
	default:
		p.noRelation(r.Left, t)
	}
	p.finish(r)
	for _, l := range r.Loops {
		for _, n := range append([]*Node{r.Left, r.Lower, r.Upper}, r.Args...) {
			l.visit(n)
		}
	}
	return r
}

// noRelation reports what follows a left side in place of ~ or <-.
func (p *parser) noRelation(left *Node, t token) {
	next := p.after(1)
	switch {
	case t.is("<") && next.is("-"):
		p.fail(t, "Write <- without a space inside.")
	case t.is("<<-"):
		p.fail(t, "Write <-; the arrow <<- of R is not part of the language.")
	case t.is("->"):
		p.fail(t, backwards)
	case t.is("=="):
		p.fail(t, "== compares. To give %.60s a value write <-.", left)
	case t.kind == name && next.is("(") && !t.first:
		p.fail(t, "A ~ or <- is missing between %.60s and %s.", left, t)
	}
	p.fail(t, "After %.60s comes ~ and a distribution, or <- and a value; found %s.", left, t)
}

// distribution parses what follows ~.
func (p *parser) distribution(r *Relation) {
	t, open := p.peek(), p.after(1)
	switch {
	case t.kind != name || p.starts(p.i):
		p.fail(t, "After ~ comes a distribution, such as dnorm(mu, tau); found %s.", t)
	case !open.is("("):
		p.fail(t, "%s has no parameters. A distribution has them in brackets, as in dnorm(mu, tau); a "+
			"value is given with <-.", t)
	}
	r.Dist, r.DistPos = t.text, t.pos
	p.i++
	r.Args = p.list(p.argument)
	switch t, open := p.peek(), p.after(1); {
	case t.kind != name || !open.is("("):
		return
	case t.text == "I" || t.text == "C":
		p.report(t.pos, "%s(,) is not part of the language. For a distribution that has no values "+
			"beyond its limits write T(,). For a value of which only limits are known (censoring) use "+
			"dinterval.", t)
	case t.text != "T":
		return
	}
	p.i += 2
	p.bounds(r, open)
}

// bounds parses what follows T(.
func (p *parser) bounds(r *Relation, open token) {
	r.Truncated = true
	if !p.at(",") && !p.at(")") {
		r.Lower = p.expr(0)
	}
	if p.at(")") {
		p.fail(p.peek(), "T has two limits with a comma between them: T(0,) is above 0, T(,1) is below "+
			"1, T(0,1) is between.")
	}
	if !p.skip(",") {
		p.close(open)
	}
	if !p.at(")") {
		r.Upper = p.expr(0)
	}
	p.close(open)
}

// finish checks that the statement ends here.
func (p *parser) finish(r *Relation) {
	t := p.peek()
	word := t.kind == name
	switch {
	case p.ends(t), word && (t.first || p.starts(p.i)):
		return
	case word && (t.text == "for" || refused[t.text] != "") && p.after(1).is("("), t.text == "else":
		return
	case t.is(")") || t.is("]") || t.is("{"):
		p.noStatement(t)
	case t.is("="):
		p.fail(t, "A single = gives a value to a name. To compare write ==.")
	case t.is("<-") || t.is("~"):
		p.fail(t, "A statement has one ~ or <- only; this is the second.")
	case t.is(","):
		p.fail(t, "A comma stands inside brackets only. Between statements write ; or a new line.")
	case r.Dist != "":
		p.fail(t, "A distribution stands alone on the right of ~; found %s after it.", t)
	case word || t.kind == number || t.is("("):
		p.fail(t, "An operator is missing before %s; or a ; if a new statement begins.", t)
	}
	p.fail(t, "The statement should end here; found %s.", t)
}
