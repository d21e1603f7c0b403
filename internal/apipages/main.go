// Command apipages writes a page of Markdown for each package that users import, with its
// documentation, declarations and examples: what `go doc` shows, for the site.
//
//	go run ./internal/apipages FOLDER
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	goprinter "go/printer"
	"go/token"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("apipages: say into which folder the pages go, as in: " +
			"go run ./internal/apipages FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal("apipages: ", err)
	}
}

// write makes the pages of the module in the present folder, and a page that lists them.
func write(folder string) error {
	module, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(module), "\n") // a workspace has several
	dirs, err := packages()
	if err != nil {
		return err
	}
	index := []string{"# Packages\n"}
	contents := []string{"```{toctree}", ":hidden:", ""}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, dir := range dirs {
		p, err := load(dir, first+"/"+dir)
		if err != nil {
			return err
		}
		name := strings.ReplaceAll(dir, "/", "-")
		if err := os.WriteFile(filepath.Join(folder, name+".md"), p.page(), 0o666); err != nil {
			return err
		}
		index = append(index, fmt.Sprintf("- [`%s`](%s.md): %s", dir, name, p.Synopsis(p.Doc)))
		contents = append(contents, name)
	}
	index = append(index, "", strings.Join(append(contents, "```"), "\n"), "")
	return os.WriteFile(filepath.Join(folder, "index.md"), []byte(strings.Join(index, "\n")), 0o666)
}

// packages lists the folders of packages that a program outside the module can import.
func packages() (dirs []string, err error) {
	for _, top := range []string{"nb", "sampler", "datasets"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if d.Name() == "internal" || d.Name() == "testdata" {
				return fs.SkipDir
			}
			if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
				dirs = append(dirs, filepath.ToSlash(path))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

// A pack is a package, with what it takes to write its page.
type pack struct {
	*doc.Package
	files *token.FileSet
	out   bytes.Buffer
}

func load(dir, path string) (*pack, error) {
	p := &pack{files: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(p.files, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_example_test.go") {
			continue // its examples need more than the page shows
		}
		files = append(files, file)
	}
	p.Package, err = doc.NewFromFiles(p.files, files, path)
	return p, err
}

// page is the Markdown of the package.
func (p *pack) page() []byte {
	fmt.Fprintf(&p.out, "# %s\n\n```go\nimport %q\n```\n\n", p.Name, p.ImportPath)
	p.text(p.Doc)
	p.examples(p.Examples)
	p.values("Constants", p.Consts)
	p.values("Variables", p.Vars)
	for _, f := range p.Funcs {
		p.function("##", f)
	}
	for _, t := range p.Types {
		p.declaration("##", "type "+t.Name, t.Decl, t.Doc)
		p.examples(t.Examples)
		p.values("", slices.Concat(t.Consts, t.Vars))
		for _, f := range slices.Concat(t.Funcs, t.Methods) {
			p.function("###", f)
		}
	}
	return p.out.Bytes()
}

func (p *pack) values(title string, all []*doc.Value) {
	if title != "" && len(all) > 0 {
		fmt.Fprintf(&p.out, "## %s\n\n", title)
	}
	for _, v := range all {
		p.code(v.Decl)
		p.text(v.Doc)
	}
}

func (p *pack) function(level string, f *doc.Func) {
	title := "func " + f.Name
	if f.Recv != "" {
		title = fmt.Sprintf("func (%s) %s", f.Recv, f.Name)
	}
	p.declaration(level, title, f.Decl, f.Doc)
	p.examples(f.Examples)
}

func (p *pack) declaration(level, title string, decl ast.Decl, text string) {
	escaped := strings.NewReplacer("*", `\*`, "[", `\[`, "]", `\]`).Replace(title)
	fmt.Fprintf(&p.out, "%s %s\n\n", level, escaped)
	p.code(decl)
	p.text(text)
}

func (p *pack) code(node any) {
	p.out.WriteString("```go\n")
	if err := format.Node(&p.out, p.files, node); err != nil {
		fmt.Fprint(&p.out, err)
	}
	p.out.WriteString("\n```\n\n")
}

// text writes a doc comment. Names of other declarations are not links: the search finds them.
func (p *pack) text(text string) {
	printer := p.Printer()
	printer.HeadingLevel = 4
	printer.HeadingID = func(*comment.Heading) string { return "" }
	printer.DocLinkURL = func(link *comment.DocLink) string { return "" }
	parsed := p.Parser().Parse(text)
	p.out.Write(printer.Markdown(parsed))
	p.out.WriteString("\n")
}

func (p *pack) examples(all []*doc.Example) {
	for _, e := range all {
		title := "Example"
		if e.Suffix != "" {
			title += " (" + e.Suffix + ")"
		}
		fmt.Fprintf(&p.out, ":::{dropdown} %s\n", title)
		p.text(e.Doc)
		p.body(e)
		if e.Output != "" {
			fmt.Fprintf(&p.out, "Output:\n\n```text\n%s\n```\n", strings.TrimSpace(e.Output))
		}
		p.out.WriteString(":::\n\n")
	}
}

// body writes the code of an example, without the braces of its function and the comment that says
// its output.
func (p *pack) body(e *doc.Example) {
	var source bytes.Buffer
	comments := slices.DeleteFunc(slices.Clone(e.Comments), func(c *ast.CommentGroup) bool {
		return strings.Contains(strings.ToLower(c.Text()), "output:")
	})
	err := format.Node(&source, p.files, &goprinter.CommentedNode{Node: e.Code, Comments: comments})
	lines := strings.Split(strings.TrimSpace(source.String()), "\n")
	if _, ok := e.Code.(*ast.BlockStmt); ok && len(lines) > 2 {
		lines = lines[1 : len(lines)-1]
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], "\t")
		}
	}
	if err != nil {
		lines = []string{err.Error()}
	}
	fmt.Fprintf(&p.out, "```go\n%s\n```\n\n", strings.TrimRight(strings.Join(lines, "\n"), "\n"))
}
