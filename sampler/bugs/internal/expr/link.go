package expr

// LogOfLink writes log p or log(1−p) without p, where p is the inverse of a link function: log(1−p)
// loses all digits where p is nearly one. It is nil if e is something else.
func (p *Pool) LogOfLink(e *Expr) *Expr {
	if e.Op != Call || e.Name != "log" || e.Args[0].Op != Call {
		return nil
	}
	b, one := e.Args[0], false
	if b.Name == "-" && isNum(b.Args[0], 1) && b.Args[1].Op == Call {
		b, one = b.Args[1], true
	}
	if len(b.Args) == 0 {
		return nil
	}
	switch a := b.Args[0]; {
	case b.Name == "ilogit" && one:
		return p.Neg(p.Call("softplus", a))
	case b.Name == "ilogit":
		return p.Sub(a, p.Call("softplus", a))
	case b.Name == "phi" && one:
		return p.Call("logphi", p.Neg(a))
	case b.Name == "phi":
		return p.Call("logphi", a)
	case b.Name == "icloglog" && one:
		return p.Neg(p.Call("exp", a))
	case b.Name == "icloglog":
		return p.Call("logicloglog", a)
	}
	return nil
}
