package same

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// program is the package of a function: a notebook's main.go, or a package elsewhere.
type program struct {
	fset  *token.FileSet
	files []*ast.File
	text  map[string][]byte // by file
	pkg   *types.Package
	info  types.Info

	declared map[types.Object]ast.Node        // package-level objects, where they are declared
	methods  map[types.Object][]*ast.FuncDecl // of each type
	embedded map[types.Object]bool            // variables that hold files
}

// sourcePath is where a source file lies. The runtime knows only its name if the program was built
// with -trimpath.
func sourcePath(file string) string {
	if tmp := os.Getenv("GONB_TMP_DIR"); tmp != "" && !filepath.IsAbs(file) {
		return filepath.Join(tmp, filepath.Base(file))
	}
	return file
}

// load reads the package that a source file belongs to.
func load(file string) (*program, error) {
	file = sourcePath(file)
	paths, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.go"))
	text := map[string][]byte{}
	for _, path := range append(paths, file) {
		src, err := readBuilt(path)
		if err != nil {
			return nil, err
		}
		text[path] = src
	}
	return parse(file, text)
}

// readBuilt reads a source file of the running program. If it is younger than the program it is not
// what the program was built from: the reader has edited it, or the kernel has written another
// cell.
func readBuilt(path string) ([]byte, error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSource, err)
	}
	built, err := os.Stat(binary)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSource, err)
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() ||
		info.ModTime().After(built.ModTime()) {
		return nil, fmt.Errorf("%w: %s", ErrNoSource, path)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSource, err)
	}
	return src, nil
}

// parse takes those of the files that belong to the package of the given one, and finds out what
// each name stands for. Imported packages are not loaded: types from there stay unknown, but names
// and scopes are all that is needed.
func parse(file string, text map[string][]byte) (*program, error) {
	p := &program{fset: token.NewFileSet(), text: text,
		declared: map[types.Object]ast.Node{}, methods: map[types.Object][]*ast.FuncDecl{},
		embedded: map[types.Object]bool{}}
	parsed := map[string]*ast.File{}
	for path, src := range text {
		f, err := parser.ParseFile(p.fset, path, src, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoSource, err)
		}
		parsed[path] = f
	}
	name := parsed[file].Name.Name
	for _, f := range parsed {
		if f.Name.Name == name {
			p.files = append(p.files, f)
		}
	}
	p.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	p.pkg, _ = config.Check(name, p.fset, p.files, &p.info)
	for _, f := range p.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					p.declared[p.info.Defs[d.Name]] = d
				} else if t := p.pkg.Scope().Lookup(nameIn(d.Recv.List[0].Type)); t != nil {
					p.methods[t] = append(p.methods[t], d)
				}
			case *ast.GenDecl:
				p.declare(d)
			}
		}
	}
	return p, nil
}

// declare notes the part of a declaration that tells what each name is: for constants that is the
// whole group, because of iota.
func (p *program) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			p.declared[p.info.Defs[s.Name]] = s
		case *ast.ValueSpec:
			for _, name := range s.Names {
				p.declared[p.info.Defs[name]] = s
				p.embedded[p.info.Defs[name]] = embeds(d.Doc) || embeds(s.Doc)
				if d.Tok == token.CONST {
					p.declared[p.info.Defs[name]] = d
				}
			}
		}
	}
}

func embeds(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// emptyImporter gives each import an empty package of the right name.
type emptyImporter struct{}

func (emptyImporter) Import(p string) (*types.Package, error) {
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}

// tokens is the code of a node without comments. Layout leaves no trace: a semicolon and a comma
// before a closing bracket, which stand or fall with line breaks, are left out.
func (p *program) tokens(n ast.Node) string {
	from, to := p.fset.PositionFor(n.Pos(), false), p.fset.PositionFor(n.End(), false)
	src := p.text[from.Filename][from.Offset:to.Offset]
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(src)), src, nil, 0)
	var all []string
	for {
		_, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return strings.TrimSuffix(strings.Join(all, " "), " ;")
		case token.SEMICOLON:
			text = ";"
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if n := len(all); n > 0 && (all[n-1] == ";" || all[n-1] == ",") {
				all = all[:n-1]
			}
		}
		text = cmp.Or(text, kind.String())
		all = append(all, text)
	}
}

// object is what a name in the code stands for, nil if that cannot be told: a field, or a name of
// another package. Keys of a composite literal of unknown type are looked up by name, to be on the
// safe side.
func (p *program) object(id *ast.Ident) types.Object {
	if obj := p.info.Uses[id]; obj != nil {
		return obj
	}
	if _, isDef := p.info.Defs[id]; isDef {
		return nil
	}
	scope := p.pkg.Scope().Innermost(id.Pos())
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(id.Name, id.Pos())
	return obj
}

// names calls f for each name in a node that may stand for an object, leaving out the Sel of x.Sel.
func names(n ast.Node, f func(*ast.Ident)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			names(n.X, f)
			return false
		case *ast.Ident:
			f(n)
		}
		return true
	})
}

func importPath(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}
