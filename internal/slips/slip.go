// Package slips turns the output of the Go tools and of a crashed program into one sentence for
// each slip, with the cell and line where the user wrote it. The Go kernel is built with this
// package (see internal/tools/kernel), so it needs only the standard library.
package slips

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Place is a line of a cell, counted from 1. The zero Place is a line that no user wrote.
type Place struct{ Cell, Line int }

func (p Place) String() string { return fmt.Sprintf("Cell[%d]: Line %d", p.Cell, p.Line) }

// Program is the source that the kernel made from the cells.
type Program struct {
	File   string  // main.go or main_test.go, with its folder
	Source string  // what is in the file
	Places []Place // of each line of the file
	Cell   int     // the cell that runs, 0 if not known
}

// at is the place of a line of the file, counted from 1. A line that no user wrote, such as the
// brace that the kernel adds at the end, counts as the nearest line above.
func (p *Program) at(line int) (Place, bool) {
	for i := min(line, len(p.Places)) - 1; i >= 0; i-- {
		if p.Places[i] != (Place{}) {
			return p.Places[i], true
		}
	}
	return Place{}, false
}

// line is the text of a line of the file, counted from 1.
func (p *Program) line(n int) string {
	lines := strings.Split(p.Source, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// Name rewrites the places in a text as the user knows them: "line 17 of main.go", as package
// sampler writes it, and the full path of the file with a line.
func (p *Program) Name(text string) string {
	base := filepath.Base(p.File)
	if !strings.Contains(text, base) {
		return text
	}
	mentions := regexp.MustCompile(
		`\bline (\d+) of ` + regexp.QuoteMeta(base) + `\b|` + regexp.QuoteMeta(p.File) + `:(\d+)`)
	return mentions.ReplaceAllStringFunc(text, func(mention string) string {
		found := mentions.FindStringSubmatch(mention)
		line, _ := strconv.Atoi(found[1] + found[2])
		if place, ok := p.at(line); ok {
			return place.String()
		}
		return mention
	})
}

// Writer passes on the output of a program, with places rewritten as the user knows them.
func (p *Program) Writer(out io.Writer) io.Writer { return naming{p, out} }

type naming struct {
	program *Program
	out     io.Writer
}

func (n naming) Write(b []byte) (int, error) {
	if _, err := io.WriteString(n.out, n.program.Name(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Slip is an error of a cell: one sentence per line, each with its place.
type Slip struct{ Lines []string }

func (s *Slip) Error() string { return strings.Join(s.Lines, "\n") }
