package slips

import (
	"go/scanner"
	"go/token"
	"strings"
)

// unclosed is the line of the { that has no }, 0 if there is none. Indentation tells which one it
// is: a } at the start of a line closes no { of a line that is indented further. The last } of a
// cell is the kernel's own, for main. If it closes a { of the cell, that one has no }.
func unclosed(source string) int {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), nil, 0)
	lines := strings.Split(source, "\n")
	indent := func(line int) int {
		text := lines[line-1]
		return len(text) - len(strings.TrimLeft(text, " \t"))
	}
	var open []int // the lines of what is not closed yet
	closed := 0    // the line of what was closed last
	for {
		pos, tok, _ := s.Scan()
		line := file.Line(pos)
		switch tok {
		case token.LBRACE:
			open = append(open, line)
		case token.RBRACE:
			if len(open) == 0 {
				return 0
			}
			last := open[len(open)-1]
			starts := strings.HasPrefix(strings.TrimSpace(lines[line-1]), "}")
			if starts && indent(line) < indent(last) {
				return last
			}
			open, closed = open[:len(open)-1], last
		case token.EOF:
			if len(open) == 0 {
				return 0
			}
			last := open[len(open)-1]
			if closed > last && strings.HasPrefix(lines[last-1], "func main() {") {
				return closed
			}
			return last
		}
	}
}
