package slips

import (
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// most is the maximum number of slips that are listed for a cell.
const most = 5

var (
	message  = regexp.MustCompile(`^(?:\./|/.*/)?main(?:_test)?\.go:(\d+)(?::\d+)?: (.*)$`)
	andMore  = regexp.MustCompile(` \(and \d+ more errors\)$`)
	noPlace  = regexp.MustCompile(`^(#.*|too many errors|exit status \d+|)$`)
	imported = regexp.MustCompile(
		`^package (\S+) is not in std.*$|^module .* does not contain package (\S+)$`)
)

// Compile says in one line each what the Go tools found wrong with the program, and where the user
// wrote it. folder is where `go list` knows the packages that the program imports.
func (p *Program) Compile(output, folder string) *Slip {
	var lines []string
	seen := map[string]bool{}
	for _, text := range joined(output) {
		if noPlace.MatchString(strings.TrimSpace(text)) {
			continue
		}
		if m := message.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			text = p.explain(andMore.ReplaceAllString(m[2], ""), n, folder)
			if place, ok := p.at(n); ok {
				text = place.String() + ": " + text
			}
		}
		if !seen[text] {
			lines = append(lines, text)
		}
		seen[text] = true
	}
	said := strings.Join(lines, "\n") + "\n"
	lines = slices.DeleteFunc(lines, func(text string) bool { // unused because misspelt elsewhere
		_, name, ok := strings.Cut(text, "declared and not used: ")
		if !ok {
			_, name, ok = strings.Cut(text, ": undefined: ")
			name, _, _ = strings.Cut(strings.ReplaceAll(name, ":", ";"), ";")
			declared := strings.Contains(said, ": undefined: "+name+": to declare it")
			return ok && declared && !strings.Contains(text, ": to declare it")
		}
		return strings.Contains(said, "; did you mean "+name+"?\n")
	})
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("... and %d more", len(lines)-most))
	}
	if len(lines) == 0 {
		lines = []string{strings.TrimSpace(output)}
	}
	return &Slip{lines}
}

// joined appends the indented continuation of a message to the line of the message.
func joined(output string) []string {
	var lines []string
	for _, text := range strings.Split(output, "\n") {
		if strings.HasPrefix(text, "\t") && len(lines) > 0 {
			sep := ", "
			if strings.HasPrefix(text, "\thave") {
				sep = ": "
			}
			lines[len(lines)-1] += sep + strings.TrimSpace(text)
			continue
		}
		lines = append(lines, text)
	}
	return lines
}

var (
	undefined = regexp.MustCompile(`^undefined: (\w+)$`)
	unknown   = regexp.MustCompile(`^undefined: (\w+)\.(\w+)$`)
	member    = regexp.MustCompile(`^\S+ undefined \(type (\S+) has no field or method (\w+).*\)$`)
	assigned  = regexp.MustCompile(`^\s*(\w+(?:\s*,\s*\w+)*)\s*=[^=]`)
	commas    = regexp.MustCompile(`\s*,\s*`)
	notCalled = regexp.MustCompile(
		`^cannot use (\S+) \((?:variable|value) of type func\(\) (.+)\) as (.+) value in `)
	redeclared = regexp.MustCompile(
		`^(\w+) redeclared in this block, .*\.go:(\d+):\d+: other declaration of \w+$`)
	hidden = regexp.MustCompile(
		`^(\w+)\.\w+ undefined \(type .* has no field or method \w+.*\)$`)
	field = regexp.MustCompile(`^unknown field (\w+) in struct literal of type (\S+)$`)
)

// explain says what a message of the compiler means, and what may have been meant instead.
func (p *Program) explain(text string, line int, folder string) string {
	if m := unknown.FindStringSubmatch(text); m != nil {
		return m[1] + " has no " + m[2] + meant(m[2], p.exported(m[1], folder))
	}
	if m := undefined.FindStringSubmatch(text); m != nil {
		set := assigned.FindStringSubmatch(p.line(line))
		if set != nil && slices.Contains(commas.Split(set[1], -1), m[1]) {
			return text + ": to declare it, write := in place of ="
		}
		if near := meant(m[1], p.names(folder)); near != "" {
			return text + near
		}
		if at, ok := p.at(line); ok && at.Cell == p.Cell {
			return text + p.elsewhere()
		}
		return text
	}
	if m := redeclared.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[2])
		if other, ok := p.at(n); ok {
			return fmt.Sprintf("%s is declared twice, also in %v: give one of them another name, or "+
				"forget the other with %%rm %[1]s", m[1], other)
		}
	}
	if m := hidden.FindStringSubmatch(text); m != nil && p.hides(m[1], folder) {
		if at, ok := p.declaredAt(m[1]); ok {
			return fmt.Sprintf("%s is declared in %v, and hides the package %[1]s: give it another name "+
				"there and run that cell, or forget it with %%rm %[1]s", m[1], at)
		}
		return fmt.Sprintf("%s is a variable here, and hides the package %[1]s: give it another name",
			m[1])
	}
	if m := member.FindStringSubmatch(text); m != nil {
		return m[1] + " has no field or method " + m[2] + meant(m[2], p.members(m[1], folder))
	}
	if m := field.FindStringSubmatch(text); m != nil {
		return m[2] + " has no field " + m[1] + meant(m[1], p.members(m[2], folder))
	}
	if m := imported.FindStringSubmatch(text); m != nil {
		paths := slices.Collect(maps.Values(modulePackages(workFolders(folder))))
		return "there is no package " + m[1] + m[2] + meant(m[1]+m[2], paths)
	}
	text = plain(p.syntax(text, line))
	if m := notCalled.FindStringSubmatch(text); m != nil && m[2] == m[3] {
		text += ": did you mean " + m[1] + "()?"
	}
	return text
}

// elsewhere says where a name may be declared that the program does not know.
func (p *Program) elsewhere() string {
	for _, at := range p.Places {
		if at != (Place{}) && at.Cell != p.Cell {
			return ": if another cell declares it, run that cell first"
		}
	}
	return ": no other cell has run since the kernel started, so run the cells above first"
}

var funcName = regexp.MustCompile(`^func (\w+)`)

// syntax says what an error of the parser means in a cell.
func (p *Program) syntax(text string, line int) string {
	const main = "func main() {"
	start := strings.Index(p.Source, main+"\n\tflag.Parse()\n")
	source := strings.TrimSpace(p.line(line))
	for _, f := range foreign {
		if f.line.MatchString(source) {
			return f.says
		}
	}
	mainLine := 1 + strings.Count(p.Source[:max(start, 0)], "\n")
	switch {
	case strings.HasPrefix(text, "expected declaration, found '}'"):
		return "there is one } too many"
	case strings.HasPrefix(text, "expected declaration") && start < 0:
		return "statements belong below a line with %%: put %% on a line of its own above this one"
	case strings.HasPrefix(text, "expected declaration") && line < mainLine:
		return "above %% stand only declarations (func, type, var, const, import): move this below %%, " +
			"or look for one } too many above it"
	case strings.HasPrefix(text, "expected declaration"):
		return "this does not belong to what is above: there is one } too many, " +
			"or a declaration has a typo"
	case strings.HasPrefix(text, "expected '}', found 'EOF'"):
		if open, ok := p.at(unclosed(p.Source)); ok {
			return fmt.Sprintf("a { has no }: the { of line %d is not closed", open.Line)
		}
		return "a { has no }"
	case start >= 0 && line == mainLine:
		if open, ok := p.at(unclosed(p.Source[:start])); ok {
			return fmt.Sprintf("the { of line %d above %%%% is not closed", open.Line)
		}
		return "something above %% is not closed: a {, a ( or a quote"
	case start >= 0 && strings.HasPrefix(source, "func ") && strings.HasPrefix(text, "expected '('"):
		name := funcName.FindStringSubmatch(source)
		if name == nil {
			return "a function with a name belongs above %%: move it there"
		}
		return fmt.Sprintf("move func %s above %%%%, or write %[1]s := func(...) {...} below it", name[1])
	}
	return text
}

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
