package memo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// program is the package of the memoised function: a notebook's main.go, or the package of a caller
// elsewhere.
type program struct {
	fset   *token.FileSet
	files  []*ast.File
	tokens map[*ast.File][]tok
	pkg    *types.Package
	info   types.Info

	declared map[types.Object]ast.Node        // package-level objects, where they are declared
	methods  map[types.Object][]*ast.FuncDecl // of each type
	// the patterns of //go:embed before the declaration of a variable
	embeds map[ast.Node][]string
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
	src, err := readBuilt(file)
	if err != nil {
		return nil, err
	}
	files := []source{{file, src}}
	paths, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.go"))
	for _, path := range paths {
		if path != file {
			src, err := readBuilt(path)
			if err != nil {
				return nil, err
			}
			files = append(files, source{path, src})
		}
	}
	return parse(files)
}

// readBuilt reads a source file of the running program. If it is younger than the program it is not
// what the program was built from: the reader has edited it, or the kernel has written another
// cell.
func readBuilt(path string) ([]byte, error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, ErrNoSource
	}
	built, err := os.Stat(binary)
	if err != nil {
		return nil, ErrNoSource
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() ||
		info.ModTime().After(built.ModTime()) {
		return nil, ErrNoSource
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, ErrNoSource
	}
	return src, nil
}

// source is a file of a program.
type source struct {
	path string
	text []byte
}

// parse takes those of the files that belong to the package of the first.
func parse(files []source) (*program, error) {
	p := &program{fset: token.NewFileSet(), tokens: map[*ast.File][]tok{}}
	for _, src := range files {
		f, err := parser.ParseFile(p.fset, src.path, src.text,
			parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, ErrNoSource
		}
		if len(p.files) == 0 || f.Name.Name == p.files[0].Name.Name {
			p.files = append(p.files, f)
			p.tokens[f] = scan(src.text)
		}
	}
	p.resolve()
	return p, nil
}

// resolve finds out what each name stands for. Imported packages are not loaded: types from there
// stay unknown, but names and scopes are all that is needed.
func (p *program) resolve() {
	p.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	p.pkg, _ = config.Check(p.files[0].Name.Name, p.fset, p.files, &p.info)
	p.declared, p.methods = map[types.Object]ast.Node{}, map[types.Object][]*ast.FuncDecl{}
	p.embeds = map[ast.Node][]string{}
	for _, f := range p.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					p.declared[p.info.Defs[d.Name]] = d
				} else if t := p.pkg.Scope().Lookup(receiver(d)); t != nil {
					p.methods[t] = append(p.methods[t], d)
				}
			case *ast.GenDecl:
				for name, node := range declaredBy(d) {
					p.declared[p.info.Defs[name]] = node
				}
				p.embedded(d)
			}
		}
	}
}

// declaredBy lists the names of a declaration, each with the part that tells what it is: for
// constants that is the whole group, because of iota.
func declaredBy(d *ast.GenDecl) map[*ast.Ident]ast.Node {
	names := map[*ast.Ident]ast.Node{}
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			names[s.Name] = s
		case *ast.ValueSpec:
			for _, name := range s.Names {
				names[name] = s
				if d.Tok == token.CONST {
					names[name] = d
				}
			}
		}
	}
	return names
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// emptyImporter gives each import an empty package of the right name.
type emptyImporter struct{}

func (emptyImporter) Import(path string) (*types.Package, error) {
	name := path[strings.LastIndex(path, "/")+1:]
	pkg := types.NewPackage(path, name)
	pkg.MarkComplete()
	return pkg, nil
}

// text is the code of a node as tokens.
func (p *program) text(n ast.Node) string {
	for f, tokens := range p.tokens {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			file := p.fset.File(n.Pos())
			return join(tokens, file.Offset(n.Pos()), file.Offset(n.End()))
		}
	}
	return ""
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
