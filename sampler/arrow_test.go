package sampler

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestArrow holds the direction of imports: notebooks → nb → sampler/… → standard library and
// gonum. It finds the packages and the models among them by itself. A model is a package that
// exports a function which returns a sampler.Model of a state of its own.
func TestArrow(t *testing.T) {
	imports, models := map[string][]string{}, map[string]bool{}
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			return err
		}
		dir := path.Join("gibbslab/sampler", filepath.ToSlash(filepath.Dir(file)))
		for _, imp := range f.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			imports[dir] = append(imports[dir], p)
		}
		models[dir] = models[dir] || returnsModel(f)
		return nil
	})
	if err != nil || len(imports) < 9 {
		t.Fatalf("looked at %d packages: %v", len(imports), err)
	}
	for dir, paths := range imports {
		for _, p := range paths {
			if why := forbidden(dir, p, models); why != "" {
				t.Errorf("%s imports %s: %s", dir, p, why)
			}
		}
	}
	if !models["gibbslab/sampler/normal"] || models["gibbslab/sampler/verify"] ||
		models["gibbslab/sampler"] {
		t.Errorf("the search for models does not work: %v", models)
	}
	for _, c := range [][2]string{
		{"gibbslab/sampler", "gonum.org/v1/plot"},
		{"gibbslab/sampler", "gibbslab/sampler/diag"},
		{"gibbslab/sampler/diag", "github.com/janpfeifer/gonb/gonbui"},
		{"gibbslab/sampler/diag", "gibbslab/sampler/lda"},
		{"gibbslab/sampler/normal", "gibbslab/nb"},
		{"gibbslab/sampler/normal", "gibbslab/sampler/lda"},
	} {
		if forbidden(c[0], c[1], models) == "" {
			t.Errorf("%s may import %s", c[0], c[1])
		}
	}
	if why := forbidden("gibbslab/sampler/lda/topics", "gibbslab/sampler/lda", models); why != "" {
		t.Errorf("a package below a model may not import it: %s", why)
	}
}

// forbidden says why the package dir may not import the package p; "" if it may.
func forbidden(dir, p string, models map[string]bool) string {
	switch {
	case strings.HasPrefix(p, "gonum.org/v1/plot"), strings.HasPrefix(p, "github.com/"):
		return "sampler stands on the standard library and gonum"
	case !strings.HasPrefix(p, "gibbslab/"), strings.HasPrefix(p, "gibbslab/internal/"),
		strings.HasPrefix(p, "gibbslab/sampler/internal/"):
		return "" // internal packages are tools that import nothing of the engine
	case p != "gibbslab/sampler" && !strings.HasPrefix(p, "gibbslab/sampler/"):
		return "sampler imports neither notebooks nor data"
	case dir == "gibbslab/sampler":
		return "the engine imports nothing of this project but internal tools"
	case models[p] && !strings.HasPrefix(dir, p+"/"):
		return "only a package below a model's folder may import that model"
	}
	return ""
}

// returnsModel tells whether the file exports a function that returns sampler.Model[State], for a
// concrete State.
func returnsModel(f *ast.File) bool {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !fn.Name.IsExported() || fn.Type.TypeParams != nil || fn.Type.Results == nil {
			continue
		}
		for _, r := range fn.Type.Results.List {
			x, ok := r.Type.(*ast.IndexExpr)
			if !ok {
				continue
			}
			if s, ok := x.X.(*ast.SelectorExpr); ok && s.Sel.Name == "Model" {
				return true
			}
		}
	}
	return false
}
