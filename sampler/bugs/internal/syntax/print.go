package syntax

import (
	"strconv"
	"strings"
)

// The operators by how they bind, from those that bind least.
const (
	orLevel = iota + 1
	andLevel
	notLevel
	compareLevel
	sumLevel
	productLevel
	matrixLevel
	rangeLevel
	negLevel
	powerLevel
	operandLevel
)

var levels = map[string]int{
	"||": orLevel, "&&": andLevel,
	"<": compareLevel, "<=": compareLevel, ">": compareLevel, ">=": compareLevel,
	"==": compareLevel, "!=": compareLevel,
	"+": sumLevel, "-": sumLevel, "*": productLevel, "/": productLevel, "%*%": matrixLevel,
	":": rangeLevel, "^": powerLevel,
}

// sides are the levels that the operands of a binary operator must have to stand without brackets.
func sides(level int) (left, right int) {
	switch level {
	case compareLevel:
		return level + 1, level + 1 // a < b < c is refused
	case powerLevel:
		return level + 1, negLevel // a^b^c is a^(b^c), and a^-b needs no brackets
	}
	return level, level + 1
}

// String is the expression as BUGS text, with the brackets it needs and no more.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b, 0)
	return b.String()
}

// level is how the text of n binds.
func (n *Node) level() int {
	switch {
	case n.Kind == Range:
		return rangeLevel
	case n.Kind == Number && n.Value < 0, n.is("neg", 1):
		return negLevel
	case n.is("!", 1):
		return notLevel
	case n.Kind == Call && len(n.Args) == 2 && levels[n.Name] > 0:
		return levels[n.Name]
	}
	return operandLevel
}

func (n *Node) is(name string, args int) bool {
	return n.Kind == Call && n.Name == name && len(n.Args) == args
}

// write writes n where an operand of this level, or one that binds more, may stand.
func (n *Node) write(b *strings.Builder, least int) {
	level := n.level()
	if level < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch {
	case n.Kind == All:
	case n.Kind == Number:
		b.WriteString(strconv.FormatFloat(n.Value, 'g', -1, 64))
	case n.Kind == Named:
		b.WriteString(n.Name + " = ")
		n.Args[0].write(b, 0)
	case n.Kind == Range:
		n.binary(b, ":", rangeLevel)
	case level == negLevel:
		b.WriteByte('-')
		n.Args[0].write(b, negLevel)
	case level == notLevel:
		b.WriteByte('!')
		n.Args[0].write(b, notLevel)
	case level == powerLevel:
		n.binary(b, "^", level)
	case level < operandLevel:
		n.binary(b, " "+n.Name+" ", level)
	case n.Kind == Ref && len(n.Args) > 0:
		n.list(b, "[", ",", "]")
	case n.Kind == Ref:
		b.WriteString(n.Name)
	default:
		n.list(b, "(", ", ", ")")
	}
}

func (n *Node) binary(b *strings.Builder, operator string, level int) {
	left, right := sides(level)
	n.Args[0].write(b, left)
	b.WriteString(operator)
	n.Args[1].write(b, right)
}

func (n *Node) list(b *strings.Builder, open, comma, closing string) {
	b.WriteString(n.Name + open)
	for i, arg := range n.Args {
		if i > 0 {
			b.WriteString(comma)
		}
		arg.write(b, 0)
	}
	b.WriteString(closing)
}
