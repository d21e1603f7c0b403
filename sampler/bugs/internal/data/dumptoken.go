package data

import (
	"fmt"
	"slices"
	"strings"
)

type dumpError struct{ error }

type dumpReader struct {
	rest   string
	line   int
	token  string // the next one; "" at the end
	at     int    // its line
	arrays map[string]Array
	depth  int
	values int // that ranges such as 1:10 have given
}

func (d *dumpReader) fail(format string, args ...any) {
	panic(dumpError{fmt.Errorf("line %d: %s", d.at, fmt.Sprintf(format, args...))})
}

// next reads the next token: a word, a number, text in quotation marks, <- or one character.
func (d *dumpReader) next() string {
	was := d.token
	for d.rest != "" && strings.IndexByte(" \t\r\n\f#", d.rest[0]) >= 0 {
		n := 1
		if d.rest[0] == '#' {
			n = length(d.rest, func(c byte) bool { return c != '\n' })
		}
		d.take(n)
	}
	d.at = d.line
	n := min(1, len(d.rest))
	switch {
	case n == 0:
	case word(d.rest[0]):
		n = length(d.rest, word)
		if digits := strings.TrimLeft(d.rest[:n], "."); digits != "" && digits[0] <= '9' {
			if e := d.rest[n-1] | 0x20; e == 'e' && n < len(d.rest) &&
				(d.rest[n] == '-' || d.rest[n] == '+') {
				n++
				n += length(d.rest[n:], word)
			}
		}
	case strings.IndexByte("\"'`", d.rest[0]) >= 0:
		n = 1 + strings.IndexByte(d.rest[1:], d.rest[0]) + 1
		if n == 1 {
			d.fail("this quotation mark %c has no partner", d.rest[0])
		}
	case strings.HasPrefix(d.rest, "<-"):
		n = 2
	}
	d.token = d.take(n)
	return was
}

func (d *dumpReader) take(n int) string {
	taken := d.rest[:n]
	d.line += strings.Count(taken, "\n")
	d.rest = d.rest[n:]
	return taken
}

func word(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '.' || c == '_' || c >= 0x80
}

func length(text string, ok func(byte) bool) int {
	n := 0
	for n < len(text) && ok(text[n]) {
		n++
	}
	return n
}

func (d *dumpReader) skip(token string) bool {
	if d.token == token && token != "" {
		d.next()
		return true
	}
	return false
}

func (d *dumpReader) want(tokens ...string) {
	if !slices.ContainsFunc(tokens, d.skip) {
		d.fail("%s found; %s was expected", d.shown(), strings.Join(tokens, " or "))
	}
}

func (d *dumpReader) shown() string {
	if d.token == "" {
		return "the end of the file"
	}
	return fmt.Sprintf("%.40q", d.token)
}
