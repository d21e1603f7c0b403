package memo

import (
	"go/scanner"
	"go/token"
	"strings"
)

// tok is a token of a source file, at a byte offset.
type tok struct {
	offset int
	text   string
}

// scan returns the tokens of a Go file without comments, but with //go:embed. Layout leaves no trace: a semicolon before a
// closing bracket and a comma before one, which stand or fall with line breaks, are left out.
func scan(src []byte) []tok {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	var tokens []tok
	for {
		pos, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return tokens
		case token.COMMENT:
			if !strings.HasPrefix(text, directive) {
				continue
			}
		case token.SEMICOLON:
			text = ";"
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if n := len(tokens); n > 0 && (tokens[n-1].text == ";" || tokens[n-1].text == ",") {
				tokens = tokens[:n-1]
			}
		}
		if text == "" {
			text = kind.String()
		}
		tokens = append(tokens, tok{file.Offset(pos), text})
	}
}

// join writes the tokens from one offset up to another.
func join(tokens []tok, from, to int) string {
	var b strings.Builder
	for _, t := range tokens {
		if from <= t.offset && t.offset < to {
			b.WriteString(t.text)
			b.WriteByte(' ')
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(b.String()), " ;")
}
