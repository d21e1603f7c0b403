package syntax

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind byte

const (
	end      kind = iota
	bad           // reported by the scanner; the parser says nothing more about it
	number        // 1.0E-3
	name          // tau.c
	operator      // anything else; text says which
)

type token struct {
	kind  kind
	first bool // the first of its line
	text  string
	pos   Pos
	match int // of a bracket: the index of its partner, or -1
}

// A scanner cuts a text into tokens.
type scanner struct {
	rest   string
	pos    Pos
	tokens []token
	report func(pos Pos, format string, args ...any)

	unended bool // a comment
}

// scan adds all tokens of the text, and one of kind end.
func (s *scanner) scan() {
	for line := 0; ; {
		s.space()
		t := token{pos: s.pos, first: s.pos.Line > line, match: -1}
		if s.rest != "" {
			var n int
			t.kind, n = s.next()
			t.text = s.take(n)
		}
		s.tokens = append(s.tokens, t)
		if t.kind == end {
			pair(s.tokens)
			return
		}
		line = s.pos.Line
	}
}

// take moves behind the next n bytes.
func (s *scanner) take(n int) string {
	taken := s.rest[:n]
	s.rest = s.rest[n:]
	if lines := strings.Count(taken, "\n"); lines > 0 {
		s.pos = Pos{s.pos.Line + lines, 1}
		s.pos.Col += utf8.RuneCountInString(taken[strings.LastIndexByte(taken, '\n')+1:])
		return taken
	}
	s.pos.Col += utf8.RuneCountInString(taken)
	return taken
}

// space moves behind white space and comments.
func (s *scanner) space() {
	for {
		trimmed := strings.TrimLeftFunc(s.rest, func(r rune) bool {
			return unicode.IsSpace(r) || r == '\ufeff' // what some editors put first
		})
		s.take(len(s.rest) - len(trimmed))
		switch {
		case strings.HasPrefix(s.rest, "#"), strings.HasPrefix(s.rest, "//"):
			if s.rest[0] == '/' {
				s.report(s.pos, "A comment begins with #, and not with //.")
			}
			n := strings.IndexByte(s.rest, '\n')
			if n < 0 {
				n = len(s.rest)
			}
			s.take(n)
		case strings.HasPrefix(s.rest, "/*"):
			n := strings.Index(s.rest, "*/")
			if n < 0 {
				s.report(s.pos, "This comment has no end. Write */ where it ends.")
				s.unended = true
				n = len(s.rest) - 2
			}
			s.take(n + 2)
		default:
			return
		}
	}
}

// longer are the operators of more than one character, the longest first.
var longer = []string{"<<-", "->", "<-", "<=", ">=", "==", "!=", "&&", "||", "**"}

// next is the kind and the length of the next token. It reports what is no token.
func (s *scanner) next() (kind, int) {
	c := s.rest[0]
	switch {
	case isDigit(c), c == '.' && len(s.rest) > 1 && isDigit(s.rest[1]):
		return s.number()
	case isLetter(c):
		return name, leading(s.rest, func(c byte) bool {
			return isLetter(c) || isDigit(c) || c == '.' || c == '_'
		})
	case c == '"' || c == '\'' || c == '`':
		return s.quoted(c)
	case c == '%':
		return s.percent()
	}
	for _, text := range longer {
		if strings.HasPrefix(s.rest, text) {
			return operator, len(text)
		}
	}
	if strings.IndexByte("()[]{}~,;:+-*/^<>=!", c) >= 0 {
		return operator, 1
	}
	return s.unknown()
}

func (s *scanner) number() (kind, int) {
	n := leading(s.rest, isDigit)
	if strings.HasPrefix(s.rest[n:], ".") {
		n++
		n += leading(s.rest[n:], isDigit)
	}
	if e := s.rest[n:]; e != "" && (e[0] == 'e' || e[0] == 'E') {
		sign := 1 + leading(e[1:min(2, len(e))], func(c byte) bool { return c == '+' || c == '-' })
		if digits := leading(e[sign:], isDigit); digits > 0 {
			n += sign + digits
		}
	}
	if _, err := strconv.ParseFloat(s.rest[:n], 64); err != nil {
		s.report(s.pos, "This number is too large; the largest is 1.797E308.")
		return bad, n
	}
	return number, n
}

func (s *scanner) quoted(quote byte) (kind, int) {
	s.report(s.pos, "A model has no text in quotation marks. Names stand without them, and groups "+
		"are numbered 1, 2, and so on.")
	n := leading(s.rest[1:], func(c byte) bool { return c != quote && c != '\n' }) + 1
	if n < len(s.rest) && s.rest[n] == quote {
		n++
	}
	return bad, n
}

func (s *scanner) percent() (kind, int) {
	n := leading(s.rest[1:], func(c byte) bool { return c > ' ' && c != '%' }) + 1
	if n >= len(s.rest) || s.rest[n] != '%' {
		s.report(s.pos, "%% alone is not an operator. The product of matrices is %%*%%.")
		return bad, 1
	}
	switch text := s.rest[:n+1]; text {
	case "%*%":
		return operator, n + 1
	case "%in%":
		s.report(s.pos, "%%in%% is not part of the language. Write a sum of comparisons, such as (a == "+
			"1) + (a == 3).")
	case "%%":
		s.report(s.pos, "%%%% is not part of the language. The remainder of a/b is a - b * trunc(a/b).")
	default:
		s.report(s.pos, "%s is not an operator. The only one between percent signs is %%*%%, the "+
			"product of matrices.", text)
	}
	return bad, n + 1
}

// unknown reports characters that mean nothing, those of one kind that stand together at once.
func (s *scanner) unknown() (kind, int) {
	r, n := utf8.DecodeRuneInString(s.rest)
	switch {
	case r == '&' || r == '|':
		s.report(s.pos, "%c alone is not an operator. Write %c%c.", r, r, r)
	case r == '$' || r == '@':
		s.report(s.pos, "%c is not part of the language. Give each array a name of its own.", r)
	case r == '_':
		s.report(s.pos, "A name begins with a letter, not with _.")
		n = leading(s.rest, func(c byte) bool {
			return isLetter(c) || isDigit(c) || c == '.' || c == '_'
		})
	case r == '.':
		s.report(s.pos, "A name begins with a letter, and a number has digits beside its point.")
	case strings.ContainsRune("−–—", r):
		s.report(s.pos, "This is a dash, perhaps from a word processor. Write the minus sign -.")
	case strings.ContainsRune("“”‘’", r):
		s.report(s.pos, "A model has no text in quotation marks.")
	case unicode.IsLetter(r):
		n = strings.IndexFunc(s.rest, func(r rune) bool { return !unicode.IsLetter(r) })
		if n < 0 {
			n = len(s.rest)
		}
		s.report(s.pos, "Names are written with the letters a to z and A to Z, not with %.40q.",
			s.rest[:n])
	default:
		s.report(s.pos, "The character %q means nothing in a model.", r)
	}
	return bad, n
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// leading counts the bytes at the beginning of text that are ok.
func leading(text string, ok func(byte) bool) int {
	for i := range len(text) {
		if !ok(text[i]) {
			return i
		}
	}
	return len(text)
}

// pair finds the partner of each bracket. A brace closes what is open inside it.
func pair(tokens []token) {
	var open []int
	for i, t := range tokens {
		if t.kind != operator {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			top := len(open) - 1
			for t.text == "}" && top >= 0 && tokens[open[top]].text != "{" {
				top--
			}
			if top >= 0 && tokens[open[top]].text == partner[t.text] {
				tokens[i].match, tokens[open[top]].match = open[top], i
				top--
			}
			open = open[:top+1]
		}
	}
}

var partner = map[string]string{")": "(", "]": "[", "}": "{", "(": ")", "[": "]", "{": "}"}
