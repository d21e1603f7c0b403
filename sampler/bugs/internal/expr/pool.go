package expr

import (
	"math"
	"strconv"
)

// A Pool makes expressions unique.
type Pool struct {
	Programs int // how many were compiled from its expressions

	exprs map[string]*Expr
	key   []byte
}

// NewPool returns an empty pool.
func NewPool() *Pool { return &Pool{exprs: map[string]*Expr{}} }

// Intern returns the expression of the pool that equals e. The arguments of e are in the pool.
func (p *Pool) Intern(e Expr) *Expr {
	k := append(p.key[:0], byte(e.Op))
	switch e.Op {
	case Num:
		k = strconv.AppendUint(k, math.Float64bits(e.Value), 36)
	case Counter:
		k = strconv.AppendInt(k, int64(e.Depth), 36)
	case Call, Elem, Slice:
		k = append(k, e.Name...)
		if e.Array != nil && e.Array.Computed { // another array may have its name
			k = append(k, '<')
		}
	}
	for _, a := range e.Args {
		k = append(k, ',')
		k = strconv.AppendInt(k, int64(a.ID), 36)
		e.Unknown = e.Unknown || a.Unknown
		e.Counts = e.Counts || a.Counts
	}
	p.key = k
	if x, ok := p.exprs[string(k)]; ok {
		return x
	}
	for _, a := range e.Args {
		e.include(a.arrays...)
	}
	if e.Array != nil {
		e.include(e.Array)
	}
	e.Counts = e.Counts || e.Op == Counter
	e.Unknown = e.Unknown || e.Array != nil && e.Array.State
	e.vector = e.isVector()
	e.ID = len(p.exprs)
	p.exprs[string(k)] = &e
	return &e
}

// Num returns a number.
func (p *Pool) Num(v float64) *Expr { return p.Intern(Expr{Op: Num, Value: v}) }

// Call returns a function of expressions; what has only numbers in it is computed.
func (p *Pool) Call(name string, args ...*Expr) *Expr {
	if of, by := (&Expr{Op: Call, Name: name, Args: args}).Shift(); by != 0 {
		if counter, more := of.Shift(); counter.Op == Counter && more != 0 { // i + 1 − 1 is i
			switch by += more; {
			case by == 0:
				return counter
			case by < 0:
				return p.Sub(counter, p.Num(-by))
			}
			return p.Add(counter, p.Num(by))
		}
	}
	numbers := len(args) > 0
	for _, a := range args {
		numbers = numbers && a.Op == Num
	}
	if f, ok := Functions[name]; numbers && ok && f.Scalar != nil {
		var v Args
		for i, a := range args {
			v[i] = a.Value
		}
		return p.Num(f.Scalar(v))
	}
	switch { // what a reader would not write
	case name == "+" && isNum(args[0], 0), name == "*" && isNum(args[0], 1):
		return args[1]
	case (name == "+" || name == "-") && isNum(args[1], 0),
		(name == "*" || name == "/" || name == "^") && isNum(args[1], 1):
		return args[0]
	case name == "neg" && isCall(args[0], "neg"):
		return args[0].Args[0]
	case name == "^" && isCall(args[0], "exp") && args[1].Op == Num:
		return p.Call("exp", p.times(args[1].Value, args[0].Args[0])) // so that η is the same everywhere
	case name == "/" && isCall(args[1], "+"):
		for k, e := range args[1].Args {
			switch {
			case !isNum(args[1].Args[1-k], 1) || !isCall(e, "exp"):
			case isNum(args[0], 1):
				return p.Call("ilogit", p.Neg(e.Args[0]))
			case args[0] == e:
				return p.Call("ilogit", e.Args[0])
			}
		}
	case name == "/" && isCall(args[1], "exp"):
		return p.Call("*", args[0], p.Call("exp", p.times(-1, args[1].Args[0])))
	case name == "==" && args[0].Name == "+" && isNum(args[0].Args[0], 1) && args[1].Op == Num:
		is := args[0].Args[1]
		if not, ok := opposite[is.Name]; ok && isNum(args[1], 1) { // 1 + (a > b) == 1
			return p.Call(not, is.Args...)
		} else if ok && isNum(args[1], 2) {
			return is
		}
	}
	return p.Intern(Expr{Op: Call, Name: name, Args: args})
}

// IsComparison tells whether a function compares two numbers.
func IsComparison(name string) bool { return opposite[name] != "" }

// opposite has the comparisons, each with the one that is true where it is not.
var opposite = map[string]string{"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}

// Elem returns an element of an array.
func (p *Pool) Elem(a *Array, index ...*Expr) *Expr {
	return p.Intern(Expr{Op: Elem, Name: a.Name, Array: a, Args: index})
}

// times is c·e.
func (p *Pool) times(c float64, e *Expr) *Expr {
	if e.Op == Call {
		switch {
		case e.Name == "neg":
			return p.times(-c, e.Args[0])
		case e.Name == "/" && e.Args[1].Op == Num:
			return p.times(c/e.Args[1].Value, e.Args[0])
		case e.Name == "*" && e.Args[0].Op == Num:
			return p.times(c*e.Args[0].Value, e.Args[1])
		}
	}
	if c == -1 {
		return p.Neg(e)
	}
	return p.Mul(p.Num(c), e)
}

func isNum(e *Expr, v float64) bool { return e.Op == Num && e.Value == v }

func isCall(e *Expr, name string) bool { return e.Op == Call && e.Name == name }

// Add is the sum of expressions.
func (p *Pool) Add(a ...*Expr) *Expr { return p.fold("+", a) }

// Mul is the product of expressions.
func (p *Pool) Mul(a ...*Expr) *Expr { return p.fold("*", a) }

func (p *Pool) fold(op string, a []*Expr) *Expr {
	e := a[0]
	for _, b := range a[1:] {
		e = p.Call(op, e, b)
	}
	return e
}

// Sub is a − b.
func (p *Pool) Sub(a, b *Expr) *Expr { return p.Call("-", a, b) }

// Div is a / b.
func (p *Pool) Div(a, b *Expr) *Expr { return p.Call("/", a, b) }

// Pow is a to the power of a number.
func (p *Pool) Pow(a *Expr, v float64) *Expr { return p.Call("^", a, p.Num(v)) }

// Log is the natural logarithm of a.
func (p *Pool) Log(a *Expr) *Expr { return p.Call("log", a) }

// Neg is −a.
func (p *Pool) Neg(a *Expr) *Expr { return p.Call("neg", a) }

// With returns e with other arguments.
func (p *Pool) With(e *Expr, args []*Expr) *Expr {
	if e.Op == Call {
		return p.Call(e.Name, args...)
	}
	return p.Intern(Expr{Op: e.Op, Name: e.Name, Value: e.Value, Depth: e.Depth, Array: e.Array,
		Args: args, Pos: e.Pos})
}

// Replace returns e, in this pool, with f(x) in place of each part x of it, unless f(x) is nil.
func (p *Pool) Replace(e *Expr, f func(x *Expr) *Expr) *Expr {
	done := map[*Expr]*Expr{nil: nil}
	var walk func(e *Expr) *Expr
	walk = func(e *Expr) *Expr {
		out, ok := done[e]
		if ok {
			return out
		}
		if out = f(e); out == nil {
			args := make([]*Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = walk(a)
			}
			out = p.With(e, args)
		}
		done[e] = out
		return out
	}
	return walk(e)
}

// PutCounters returns e, in this pool, with f(x) in place of each counter x.
func (p *Pool) PutCounters(e *Expr, f func(x *Expr) *Expr) *Expr {
	return p.Replace(e, func(x *Expr) *Expr {
		if x.Op == Counter {
			return f(x)
		}
		return nil
	})
}

// Put returns e, in this pool, with by in the place of old.
func (p *Pool) Put(e, old, by *Expr) *Expr {
	return p.Replace(e, func(x *Expr) *Expr {
		if x == old {
			return by
		}
		return nil
	})
}

// Elements returns the elements of a vector, by rows. ok is false if their number depends on the
// row.
func (p *Pool) Elements(e *Expr) (out []*Expr, ok bool) {
	if e.Op == Call && e.Name == "c" {
		return e.Args, true
	}
	if e.Op != Slice {
		return []*Expr{e}, true
	}
	lo, hi := make([]int, len(e.Args)), make([]int, len(e.Args))
	from := make([]*Expr, len(e.Args)) // what lo and hi are added to, or nil
	for k, a := range e.Args {
		switch a.Op {
		case All:
			lo[k], hi[k] = 1, e.Array.Dims[k]
		case Range:
			if a.Counts { // y[(t - 5):(t - 1)]
				of, by := a.Args[0].Shift()
				same, last := a.Args[1].Shift()
				if of != same {
					return nil, false
				}
				from[k], lo[k], hi[k] = of, int(by), int(last)
				continue
			}
			l, ok1 := a.Args[0].Eval(nil)
			h, ok2 := a.Args[1].Eval(nil)
			if !ok1 || !ok2 {
				return nil, false
			}
			lo[k], hi[k] = int(l), int(h)
		default:
			continue
		}
	}
	idx := make([]*Expr, len(e.Args))
	var walk func(k int)
	walk = func(k int) {
		if k == len(idx) {
			out = append(out, p.Elem(e.Array, append([]*Expr(nil), idx...)...))
			return
		}
		if a := e.Args[k]; a.Op != All && a.Op != Range {
			idx[k] = e.Args[k]
			walk(k + 1)
			return
		}
		for v := lo[k]; v <= hi[k]; v++ {
			switch idx[k] = p.Num(math.Abs(float64(v))); {
			case from[k] == nil:
			case v < 0:
				idx[k] = p.Sub(from[k], idx[k])
			case v == 0:
				idx[k] = from[k]
			default:
				idx[k] = p.Add(from[k], idx[k])
			}
			walk(k + 1)
		}
	}
	walk(0)
	return out, true
}
