package notebooktest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// These are the rules for the content of the cells: code and stored outputs.

// printed tells whether a cell is what the code cell before it has printed, such as the sampler that
// bugs.Model.Go writes. The author did not choose its length.
func (n *notebook) printed(i int) bool {
	for _, c := range slices.Backward(n.Cells[:i]) {
		if c.Type == "code" {
			return slices.ContainsFunc(c.Outputs, func(o output) bool {
				return strings.TrimSpace(string(o.Text)) == strings.TrimSpace(string(n.Cells[i].Source))
			})
		}
	}
	return false
}

func shortCells(n *notebook) []string {
	if smallSteps(n) {
		return steps(n)
	}
	var lengths []int
	for _, c := range n.code() {
		lengths = append(lengths, c.lines())
	}
	if len(lengths) == 0 {
		return []string{"no code cell"}
	}
	slices.Sort(lengths)
	middle := lengths[(len(lengths)-1)/2] + lengths[len(lengths)/2] // twice the median
	return want(middle <= 16, "the median code cell has %.1f lines; at most 8 are wanted",
		float64(middle)/2)
}

func cellLength(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "code" || n.printed(i) {
			continue
		}
		found = append(found, want(c.lines() <= 25,
			"cell %d has %d lines of code; at most 25 are wanted", i+1, c.lines())...)
		for line := range strings.Lines(string(c.Source)) {
			width := utf8.RuneCountInString(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    "))
			found = append(found, want(width <= 100,
				"cell %d has a line of %d characters; at most 100 are seen without scrolling", i+1, width)...)
		}
	}
	return found
}

var notPlain = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`^\s*!`), "a shell line (a failing one does not stop the run)"},
	{regexp.MustCompile(`^\s*%([^%]|$)|^\s*%%.`), "a magic other than %%"},
	{regexp.MustCompile(`\bgo get\b`), "go get (the checkout pins all there is)"},
	{regexp.MustCompile("[\"`](/[A-Za-z0-9_.-]+){2,}|[\"`](~|[A-Z]:)[/\\\\]"), "an absolute path"},
	{regexp.MustCompile(`\btime\.(Now|Since|Until)\b`), "the clock (a run must repeat byte for byte)"},
	{regexp.MustCompile(`\bif\b.*\berr != nil`),
		"error handling (package nb's helpers panic with a sentence)"},
}

func plainGo(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		for line := range strings.Lines(string(c.Source)) {
			for _, p := range notPlain {
				found = append(found, want(!p.pattern.MatchString(line), "cell %d: %s: %s", i+1,
					p.why, strings.TrimSpace(line))...)
			}
		}
	}
	return found
}

// noComputingVariables refuses `var x = f()` outside a function: GoNB runs it again in every later
// cell.
func noComputingVariables(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "code" || n.printed(i) {
			continue
		}
		declarations, _, _ := strings.Cut("\n"+string(c.Source), "\n%%")
		file, err := parser.ParseFile(token.NewFileSet(), "", "package cell\n"+declarations,
			parser.SkipObjectResolution)
		if err != nil {
			found = append(found, fmt.Sprintf("cell %d: the declarations before %%%% are not Go: "+
				"%v", i+1, err))
			continue
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR && calls(g) {
				found = append(found, fmt.Sprintf("cell %d: a variable outside a function calls "+
					"one, and does so again in every later cell; make it a function", i+1))
			}
		}
	}
	return found
}

// calls reports whether a declaration calls a function when it is initialised. Conversions to basic
// types are not calls, and the body of a function literal runs later.
func calls(g *ast.GenDecl) bool {
	found := false
	ast.Inspect(g, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			switch f := node.Fun.(type) {
			case *ast.Ident:
				found = found || !slices.Contains([]string{"float64", "int", "int64", "uint64",
					"string", "byte", "len"}, f.Name)
			case *ast.FuncLit: // called immediately
				found = true
			case *ast.ArrayType, *ast.MapType:
			default:
				found = true
			}
		}
		return true
	})
	return found
}

func storedOutputs(n *notebook) []string {
	var found []string
	any := false
	for i, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		found = append(found, want(c.Count != nil,
			"cell %d was not run: `make notebooks` stores outputs", i+1)...)
		found = append(found, want(len(c.Outputs) == 0 || strings.Contains("\n"+string(c.Source), "\n%%\n"),
			"cell %d computes nothing, and an output is stored: remove it", i+1)...)
		for _, o := range c.Outputs {
			any = true
			found = append(found, want(o.Type != "error", "cell %d: the stored output is an error", i+1)...)
		}
	}
	return append(found, want(any, "no output is stored")...)
}

var (
	// names a format, fetches nothing
	namespace = regexp.MustCompile(`xmlns(:\w+)?=["']http://www\.w3\.org/[^"']*["']`)
	remote    = regexp.MustCompile(`(?i)<script|http://|\bsrc\s*=\s*["']?\s*(https?:)?//|url\(\s*["']?\s*(https?:)?//`)
)

func selfContained(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		for _, o := range c.Outputs {
			all := string(o.Text)
			for _, data := range o.Data {
				all += "\n" + string(data)
			}
			bad := remote.FindString(namespace.ReplaceAllString(all, ""))
			found = append(found, want(bad == "",
				"cell %d: an output has %q: it must show without scripts and without the network", i+1, bad)...)
		}
	}
	return found
}

func images(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		for _, o := range c.Outputs {
			for kind := range o.Data {
				if strings.HasPrefix(kind, "image/") {
					ok := o.Data["image/png"] != "" && strings.TrimSpace(string(o.Data["text/plain"])) != ""
					found = append(found, want(ok,
						"cell %d: an image needs image/png and, for those who cannot see it, text/plain", i+1)...)
				}
			}
		}
	}
	return found
}

// fileSize limits a notebook for the sake of the repository, and of previews.
func fileSize(n *notebook) []string {
	const limit = 1464 // 1.5 MB
	return want(n.size <= limit<<10, "the file has %d KiB; at most %d are wanted", n.size>>10, limit)
}
