package sampler

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestArrow holds the direction of dependencies: notebooks → nb → sampler/… → standard library and gonum.
// Nothing below sampler imports plots, notebooks, data or nb, and a model imports no other model.
func TestArrow(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			if why := forbidden(filepath.ToSlash(filepath.Dir(path)), p); why != "" {
				t.Errorf("%s imports %s: %s", path, p, why)
			}
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Fatalf("looked at %d files: %v", files, err)
	}
	for _, c := range [][2]string{{".", "gonum.org/v1/plot"}, {"diag", "github.com/janpfeifer/gonb/gonbui"}, {"normal", "gibbslab/nb"},
		{"normal", "gibbslab/sampler/lda"}, {".", "gibbslab/sampler/diag"}} {
		if forbidden(c[0], c[1]) == "" {
			t.Errorf("%s may import %s", c[0], c[1])
		}
	}
}

// forbidden says why a package below sampler, in dir, may not import path.
func forbidden(dir, path string) string {
	shared := map[string]bool{"gibbslab/sampler": true, "gibbslab/sampler/diag": true, "gibbslab/sampler/verify": true, "gibbslab/sampler/corpus": true, "gibbslab/sampler/variate": true}
	switch {
	case strings.HasPrefix(path, "gonum.org/v1/plot"), strings.HasPrefix(path, "github.com/"):
		return "sampler stands on the standard library and gonum"
	case !strings.HasPrefix(path, "gibbslab/"), strings.HasPrefix(path, "gibbslab/internal/"):
		return "" // what is internal imports nothing of this project
	case !shared[path]:
		return "sampler imports neither nb nor data, and a model no other model"
	case dir == ".":
		return "the engine imports nothing of this project"
	}
	return ""
}
