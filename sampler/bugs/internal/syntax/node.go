package syntax

// A Kind says what a [Node] is.
type Kind int

const (
	Number Kind = iota // Value
	Ref                // Name, and one of Args for each index; no Args: a scalar or all of an array
	Call               // Name is a function or an operator; "neg" is the minus before a value
	Range              // Args[0]:Args[1]
	All                // an empty index, as in x[,1]
	Named              // an argument with a name, sd = e: Name and Args[0]
)

// A Node is an expression.
type Node struct {
	Kind  Kind
	Name  string
	Value float64
	Args  []*Node
	Pos   Pos
}

// A Loop is for (Var in Lo:Hi). for (i in x) is for (i in 1:length(x)) with x[i] in place of i.
type Loop struct {
	Var    string
	Lo, Hi *Node
	Pos    Pos   // of Var
	Over   *Node // x, or nil
}

// visit puts x[i] where i stands.
func (l Loop) visit(n *Node) {
	switch {
	case n == nil || l.Over == nil:
	case n.Kind == Ref && n.Name == l.Var && n.Args == nil:
		i := *n
		n.Name, n.Args = l.Over.Name, []*Node{&i}
	default:
		for _, a := range n.Args {
			l.visit(a)
		}
	}
}

// A Relation is a statement with the loops around it, outermost first.
type Relation struct {
	Loops []Loop
	Left  *Node // a Ref
	// Link is "log", "logit", "probit" or "cloglog" if the left side of <- is such a function of
	// Left, and "" otherwise.
	Link string
	// Dist is the distribution after ~, and "" after <- or =.
	Dist    string
	DistPos Pos
	Args    []*Node // the parameters of Dist; or Args[0], the right side of <-
	// Truncated tells that T(Lower, Upper) follows; nil is an open end.
	Truncated    bool
	Lower, Upper *Node
	Pos          Pos
}

// A Program is a text after parsing.
type Program struct {
	Source      string
	Dims        []*Node // the var block: x[N, 2] as a Ref
	Data, Model []*Relation
	Used        map[string]bool // by the data block, once it has been run
}

// Find returns the first place where a relation has a name; nil if it has not.
func (r *Relation) Find(name string) *Node {
	nodes := append([]*Node{r.Left, r.Lower, r.Upper}, r.Args...)
	for _, l := range r.Loops {
		nodes = append(nodes, l.Lo, l.Hi)
	}
	for _, n := range nodes {
		if m := n.find(name); m != nil {
			return m
		}
	}
	return nil
}

func (n *Node) find(name string) *Node {
	if n == nil || n.Kind == Ref && n.Name == name {
		return n
	}
	for _, a := range n.Args {
		if m := a.find(name); m != nil {
			return m
		}
	}
	return nil
}
