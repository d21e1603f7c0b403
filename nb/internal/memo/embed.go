package memo

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const directive = "//go:embed "

// embedded notes which variables of a declaration hold files.
func (p *program) embedded(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for _, doc := range []*ast.CommentGroup{d.Doc, v.Doc} {
			if doc == nil {
				continue
			}
			for _, c := range doc.List {
				if rest, ok := strings.CutPrefix(c.Text, directive); ok {
					p.embeds[v] = append(p.embeds[v], patterns(rest)...)
				}
			}
		}
	}
}

// patterns takes a directive apart. Patterns with blanks are quoted.
func patterns(rest string) (all []string) {
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		word, err := strconv.QuotedPrefix(rest)
		if err != nil {
			word, _, _ = strings.Cut(rest, " ")
		}
		rest = rest[len(word):]
		if plain, err := strconv.Unquote(word); err == nil {
			word = plain
		}
		all = append(all, word)
	}
	return all
}

// embeddedFiles are the patterns and the files that they stand for.
func embeddedFiles(dir string, patterns []string) (string, error) {
	var b strings.Builder
	for _, pattern := range patterns {
		fmt.Fprintf(&b, "%q", pattern)
		paths, err := filepath.Glob(filepath.Join(dir, strings.TrimPrefix(pattern, "all:")))
		if err != nil {
			return "", ErrNoSource
		}
		slices.Sort(paths)
		for _, path := range paths {
			if err := writeTree(&b, dir, path, func(string) bool { return true }); err != nil {
				return "", ErrNoSource
			}
		}
	}
	return b.String(), nil
}

// writeTree writes the wanted files below a path, each with its name. Only regular files can be
// embedded.
func writeTree(b *strings.Builder, dir, path string, wanted func(string) bool) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !wanted(path) {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintln(b, strings.TrimPrefix(path, dir), len(data))
		b.Write(data)
		return err
	})
}
