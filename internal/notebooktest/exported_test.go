package notebooktest

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packages finds the packages that a notebook or a user's program can import.
func packages(t *testing.T) (dirs []string) {
	t.Helper()
	for _, top := range []string{"datasets", "nb", "sampler"} {
		err := filepath.WalkDir("../"+top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if d.Name() == "internal" || d.Name() == "testdata" {
				return fs.SkipDir
			}
			files, err := filepath.Glob(filepath.Join(path, "*.go"))
			if err == nil && len(files) > 0 {
				dirs = append(dirs, filepath.ToSlash(strings.TrimPrefix(path, "../")))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return dirs
}

// TestExportedNamesAreShown checks the rule for exported names. A function, method or constant must
// be documented, and used in an example that runs or in a notebook; otherwise it should not exist.
// Types and fields are shown by the code that uses them.
func TestExportedNamesAreShown(t *testing.T) {
	shown := shownCode(t)
	for _, dir := range packages(t) {
		for name, documented := range exported(t, "../"+dir) {
			if !documented {
				t.Errorf("%s: %s has no documentation", dir, name)
			}
			if !used(shown, filepath.Base(dir), name) {
				t.Errorf("%s: %s is used in no notebook, and in no example in a file that ends in "+
					"_example_test.go: show it, or unexport it", dir, name)
			}
		}
	}
	if used(shown, "nb", "Shew") || !used(shown, "nb", "Show") ||
		used(shown, "sampler", "Trace.Shew") {
		t.Error("the search for names in examples and notebooks does not work")
	}
}

// budgets are the maximum numbers of names that a package may export: functions, types, constants
// and variables, without methods and fields. Raise a budget in the commit that adds the name, and
// say there who needs it. Lower it in a commit that removes names.
var budgets = map[string]int{
	"datasets":       36, // StateOfTheUnion for 15; ReadJSONLines, ReadDirTable; EncodeInOrder for C_V; Rats for sampler/bugs; ParseFrame for pages
	"datasets/fetch": 4,
	// nb: 85 since the gallery's plots that asked a question twice are gone; and for authors of
	// papers Theme, Along, ByGroup and AddSurvival, which they had to write by hand; ReportTopics
	"nb": 85,
	// sampler: Join, Farm, Job: chains that run elsewhere; ErrReplay for verify; LoadTrace and
	// Provenance for methods
	"sampler":              32, // Opaque: what runs models of all types is compiled once, not in each cell
	"sampler/bugs":         20, // the surface of models in the BUGS language
	"sampler/corpus":       6,  // CheckSeq: lda.ModelSeq and lda.Shard, which hold no corpus
	"sampler/criticism":    34, // LOO, comparison, evidence, sensitivity; Check for nb.Report; Future for series
	"sampler/coupling":     5,
	"sampler/diag":         41, // Columns: draws for pandas and R; NestedRHat for many short chains, LabelTest for labels
	"sampler/diag/relabel": 4,
	"sampler/lda":          19, // covariates, dates, labels, authors; Shard, Shards, Sharded
	// sampler/lda/topics: Effects with its Contrast, Shares beside what was counted; Check of a Case, its
	// Review, Misfit and Validated for nb.ReportTopics
	"sampler/lda/topics":         25,
	"sampler/lda/intrusion":      6, // sheets for people who check topics
	"sampler/lda/browser":        1, // the topics notebook shows the page
	"sampler/farm":               8, // many machines: Map, Farm and its engines, Worker for nb
	"sampler/mixture":            30,
	"sampler/mixture/familytest": 6,
	"sampler/naivebayes":         12,
	"sampler/normal":             4,
	"sampler/regress":            15, // Ordinal, Multinomial; Formula and Poisson, which three readers missed
	"sampler/report":             5,  // Columns of Column: tables of numbers that leave a program
	"sampler/methods":            4,
	"sampler/tempering":          4,
	"sampler/tune":               4, // Look, its Settings, a Plan and its Cures: why is it slow, what helps?
	"sampler/update":             22,
	"sampler/variate":            78, // 13 laws that authors looked for and found in distuv only, draw and density
	"sampler/verify":             25, // Opaque, as in sampler
	"sampler/verify/modeltest":   4,
}

// TestBudgetOfExportedNames makes the growth of a package a decision.
func TestBudgetOfExportedNames(t *testing.T) {
	counts := map[string]int{}
	for _, dir := range packages(t) {
		counts[dir] = topLevel(t, "../"+dir)
	}
	for _, broken := range overBudget(counts, budgets) {
		t.Error(broken)
	}
	control := overBudget(map[string]int{"new": 1, "grown": 4, "right": 3},
		map[string]int{"grown": 3, "right": 3, "gone": 1})
	if len(control) != 3 || counts["nb"] < 10 {
		t.Errorf("the budgets are not kept: %q; nb exports %d names", control, counts["nb"])
	}
}

// overBudget lists the packages that exceed their budgets.
func overBudget(counts, budgets map[string]int) (broken []string) {
	for dir, n := range counts {
		switch budget, ok := budgets[dir]; {
		case !ok:
			broken = append(broken, fmt.Sprintf("%s has no budget of exported names: it has %d", dir, n))
		case n > budget:
			broken = append(broken, fmt.Sprintf("%s exports %d names, and its budget is %d: unexport "+
				"some, or raise the budget and say who needs them", dir, n, budget))
		}
	}
	for dir := range budgets {
		if _, ok := counts[dir]; !ok {
			broken = append(broken, fmt.Sprintf("there is a budget for %s, and no such package", dir))
		}
	}
	slices.Sort(broken)
	return broken
}

// topLevel counts the exported functions, types, constants and variables of a package.
func topLevel(t *testing.T, dir string) (n int) {
	t.Helper()
	for _, f := range parsed(t, dir) {
		for _, d := range f.Decls {
			var names []*ast.Ident
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names = append(names, s.Name)
					case *ast.ValueSpec:
						names = append(names, s.Names...)
					}
				}
			}
			for _, name := range names {
				if name.IsExported() {
					n++
				}
			}
		}
	}
	return n
}

// used tells whether the code contains a function or constant with its package, or a method with
// its receiver.
func used(code, pkg, name string) bool {
	_, method, ok := strings.Cut(name, ".")
	if ok {
		pkg, name = "", method
	}
	// regexp looks for what begins with letters, and not with \b, in a tenth of the time
	all := regexp.MustCompile(pkg+`\.`+name+`\b`).FindAllStringIndex(code, -1)
	return slices.ContainsFunc(all, func(at []int) bool {
		return ok || at[0] == 0 || !inWord.MatchString(code[at[0]-1:at[0]])
	})
}

var inWord = regexp.MustCompile(`\w`)

// shownCode is the code of all examples and notebooks.
func shownCode(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, name := range names(t) {
		for _, c := range load(t, name).code() {
			b.WriteString(string(c.Source) + "\n")
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_example_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		b.Write(src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// exported lists the exported functions, methods ("Type.Method"), constants and variables of a
// package, and whether each has a doc comment. Methods that satisfy an interface of the standard
// library are left out: others call them.
func exported(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files := parsed(t, dir)
	pkg, err := doc.NewFromFiles(fset, files, "gibbslab/"+strings.TrimPrefix(dir, "../"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			for _, name := range v.Names {
				if ast.IsExported(name) {
					all[name] = v.Doc != ""
				}
			}
		}
	}
	functions := func(prefix string, fs []*doc.Func) {
		for _, f := range fs {
			switch f.Name {
			case "String", "Error", "GobEncode", "GobDecode", "MarshalJSON":
			default:
				all[prefix+f.Name] = f.Doc != ""
			}
		}
	}
	values(pkg.Consts)
	values(pkg.Vars)
	functions("", pkg.Funcs)
	for _, typ := range pkg.Types {
		if typ.Doc == "" {
			t.Errorf("%s: type %s has no documentation", dir, typ.Name)
		}
		values(typ.Consts)
		values(typ.Vars)
		functions("", typ.Funcs)
		functions(typ.Name+".", typ.Methods)
	}
	if pkg.Doc == "" {
		t.Errorf("%s: the package has no documentation", dir)
	}
	if len(all) == 0 {
		t.Fatalf("%s exports nothing", dir)
	}
	return all
}

var fset = token.NewFileSet()

// parsed are the files of a package, without its tests.
func parsed(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
