package notebooktest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// lineBudgets are the most lines of Go that each part may have, without tests. A package that imports
// testing (modeltest, familytest) is a test. Raise a budget in the commit that needs it, and say there
// for whom; lower it in a commit that removes lines. All but sampler/bugs shall come down to 60 000.
var lineBudgets = map[string]int{
	"sampler":      49_707, // models, diagnostics, topics, farm; formulas, regressions of many rows
	"sampler/bugs": 26_653, // a budget of its own; arrays drawn in part and computed in part, unknown lags
	"nb":           11_463, // plots, pages, what a browser has in place of a kernel; long names in circles
	"datasets":     3_455,  // addresses of 43 presidents for 15; texts that only who asks for them loads
	"internal":     7_224,  // slips of cells; the page that runs models (2.5 MB), figures to move; cells with many Memos
	"bench":        2_385,  // declared models beside those by hand; 07's messages for scikit-learn
	"notebooks":    124,    // the program of notebook 20
}

// mostFiles of a folder, without tests: more are no longer one room.
const mostFiles = 45

// mostWords of all lessons, as the rule of each counts them, and mostCells with code: 10 has rates,
// radon three ways and a survey.
const (
	mostWords = 58_000
	mostCells = 1057
)

// TestBudgetOfLines makes the growth of a part a decision, as TestBudgetOfExportedNames does for
// names.
func TestBudgetOfLines(t *testing.T) {
	lines, files := sizes(t, os.DirFS(".."))
	for _, broken := range overSize(lines, files, lineBudgets) {
		t.Error(broken)
	}
	t.Logf("lines: %v", lines)
	broken := overSize(map[string]int{"new": 1, "grown": 4, "right": 3}, map[string]int{"full": mostFiles + 1},
		map[string]int{"grown": 3, "right": 3})
	if len(broken) != 3 || lines["nb"] < 1000 || files["nb"] < 10 {
		t.Errorf("the budgets are not kept: %q; nb has %d lines", broken, lines["nb"])
	}
}

// overSize lists the parts and folders that are too large.
func overSize(lines, files, budgets map[string]int) (broken []string) {
	for part, n := range lines {
		if budget := budgets[part]; n > budget {
			broken = append(broken, fmt.Sprintf("%s has %d lines of Go without tests, and its budget is %d: "+
				"remove some, or raise the budget and say for whom", part, n, budget))
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(files)) {
		if n := files[folder]; n > mostFiles {
			broken = append(broken, fmt.Sprintf("%s has %d Go files without tests, and the limit is %d: put "+
				"together what belongs together, or divide the package", folder, n, mostFiles))
		}
	}
	return broken
}

// sizes counts the lines of each part, and the files of each folder.
func sizes(t *testing.T, house fs.FS) (lines, files map[string]int) {
	t.Helper()
	lines, files = map[string]int{}, map[string]int{}
	tests := map[string]bool{} // packages
	inFolder := map[string]int{}
	err := fs.WalkDir(house, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != "." &&
			(strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "export") {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(house, name)
		folder := path.Dir(name)
		tests[folder] = tests[folder] || strings.Contains(string(source), "\t\"testing\"\n")
		inFolder[folder] += strings.Count(string(source), "\n")
		files[folder]++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, n := range inFolder {
		part, _, _ := strings.Cut(folder, "/")
		if folder == "sampler/bugs" || strings.HasPrefix(folder, "sampler/bugs/") {
			part = "sampler/bugs"
		}
		if !tests[folder] {
			lines[part] += n
		}
	}
	return lines, files
}

// TestBudgetOfWords keeps the course short enough to be finished.
func TestBudgetOfWords(t *testing.T) {
	all, cells := 0, 0
	for _, name := range names(t) {
		if n := load(t, name); !n.solution {
			all, cells = all+wordsOf(n), cells+len(n.code())
		}
	}
	if t.Logf("%d code cells", cells); cells > mostCells {
		t.Errorf("the lessons have %d code cells, and the limit is %d: show less", cells, mostCells)
	}
	if t.Logf("%d words", all); all > mostWords || all < mostWords/2 {
		t.Errorf("the lessons have %d words, and the limit is %d: say it in fewer", all, mostWords)
	}
}

// wordsOf counts the words of the text, without formulas.
func wordsOf(n *notebook) (count int) {
	for _, c := range n.markdown() {
		for _, field := range strings.Fields(notProse.ReplaceAllString(string(c.Source), " ")) {
			if strings.ContainsFunc(field, unicode.IsLetter) {
				count++
			}
		}
	}
	return count
}
