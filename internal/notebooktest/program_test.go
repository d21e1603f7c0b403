//go:build unix

package notebooktest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"gibbslab/internal/slips"
)

// program is a notebook as one Go program: all declarations of the notebook, and a function for each
// cell that computes. It builds in a second, where the kernel takes as long for each cell.
type program struct {
	lines   []string
	places  []slips.Place
	imports []string
	cells   []int // the code cells that compute, counted from 1
}

// newProgram takes the code cells of a notebook. Each name is declared once: a later cell may
// repeat a declaration, but not change it.
func newProgram(n *notebook) (*program, error) {
	p, declared := &program{}, map[string]string{}
	for i, c := range n.code() {
		declarations, body, computes := strings.Cut("\n"+string(c.Source)+"\n", "\n%%\n")
		first := strings.Count(declarations, "\n") + 2 // line of the cell where the body begins
		if err := p.declare(i+1, strings.TrimPrefix(declarations, "\n")+"\n", declared); err != nil {
			return nil, fmt.Errorf("code cell %d: %w", i+1, err)
		}
		if computes {
			p.cells = append(p.cells, i+1)
			p.add(slips.Place{}, fmt.Sprintf("func gibbslabCell%d() {", i+1))
			p.add(slips.Place{Cell: i + 1, Line: first}, body)
			p.add(slips.Place{}, "}")
		}
	}
	p.add(slips.Place{}, "func main() {\nswitch os.Args[1] {")
	for _, k := range p.cells {
		p.add(slips.Place{}, fmt.Sprintf("case \"%d\":\ngibbslabCell%d()", k, k))
	}
	p.add(slips.Place{}, "}\n}")
	return p, nil
}

// add adds text. The place is the one of its first line, and zero where no user wrote it.
func (p *program) add(at slips.Place, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		p.lines, p.places = append(p.lines, line), append(p.places, at)
		if at != (slips.Place{}) {
			at.Line++
		}
	}
}

// declare adds the declarations of a cell that are not there yet.
func (p *program) declare(cell int, text string, declared map[string]string) error {
	const head = "package main\n"
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", head+text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		from, to := files.Position(d.Pos()), files.Position(d.End())
		source, name := (head + text)[from.Offset:to.Offset], declaredName(d)
		switch old, ok := declared[name]; {
		case ok && old != source:
			return fmt.Errorf("%q is declared in two ways: give the second another name", name)
		case ok:
		case strings.HasPrefix(name, "import "):
			for _, spec := range d.(*ast.GenDecl).Specs {
				from, to := files.Position(spec.Pos()), files.Position(spec.End())
				p.imports = append(p.imports, (head + text)[from.Offset:to.Offset])
			}
		default:
			p.add(slips.Place{Cell: cell, Line: from.Line - 1}, source)
		}
		declared[name] = source
	}
	return nil
}

// declaredName is what a declaration declares.
func declaredName(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv == nil {
			return f.Name.Name
		}
		t := f.Recv.List[0].Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		return fmt.Sprint(t, ".", f.Name.Name)
	}
	var names []string
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, id := range s.Names {
				names = append(names, id.Name)
			}
		case *ast.ImportSpec:
			names = append(names, "import "+s.Path.Value)
		}
	}
	return strings.Join(names, ", ")
}

// source is the Go file, without the imports that the kernel would add.
func (p *program) source() string {
	head := "package main; import \"os\"" // on one line, as the places count from the second
	for _, spec := range p.imports {
		head += "; import " + spec
	}
	return head + "\n" + strings.Join(p.lines, "\n") + "\n"
}

// naming says how the program's places are called in the notebook, for a cell that runs.
func (p *program) naming(file string, cell int) *slips.Program {
	return &slips.Program{File: file, Source: "\n" + strings.Join(p.lines, "\n"),
		Places: append([]slips.Place{{}}, p.places...), Cell: cell}
}

// build makes the programs of notebooks in a folder, each as bin in a folder with the notebook's
// stem; all with one call of the go command, which compiles side by side.
func build(folder string, programs map[string]*program) error {
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	version := strings.TrimPrefix(runtime.Version(), "go")
	work := fmt.Sprintf("go %s\n\nuse (\n\t%s\n\t%s\n)\n", version, folder, root)
	args := []string{"build", "-ldflags=-s -w -B none", "-gcflags=-dwarf=false", "-o", "bin/"}
	if err := os.MkdirAll(filepath.Join(folder, "bin"), 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{"go.work": work,
		"go.mod": "module cells\n\ngo " + version + "\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	imports := slips.AllImports(folder)
	for name, p := range programs {
		// beside go.work, which tells slips where to look
		file := filepath.Join(folder, "main.go")
		err := errors.Join(os.MkdirAll(filepath.Join(folder, name), 0o755),
			os.WriteFile(file, []byte(p.source()), 0o644), imports.AddMissing(file),
			os.Rename(file, filepath.Join(folder, name, "main.go")))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		args = append(args, "./"+name)
	}
	// An executable that is up to date is not linked again.
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK="+filepath.Join(folder, "go.work"))
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the cells do not compile: %w\n%s", err, said)
	}
	return nil
}

// contents is a digest of an executable without its build ID, which depends on more than what is
// linked. It is another one only if a cell can do something else.
func contents(file string) ([]byte, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	id, err := exec.Command("go", "tool", "buildid", file).Output()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(bytes.ReplaceAll(b, bytes.TrimSpace(id), nil))
	return sum[:], nil
}
