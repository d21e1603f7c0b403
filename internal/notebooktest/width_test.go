package notebooktest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// wide are the files whose lines may be longer: a list of words, in a raw string.
var wide = []string{"datasets/stopwords.go"}

// literals are string literals, and comments, which end with the line.
var literals = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`|//.*")

// A line of code has at most 100 columns, where a tab is one. In tests it has 120, and their texts
// do not count: tables of messages and outputs of examples are as wide as they are.
func TestLineWidth(t *testing.T) {
	if n := width("a_test.go", "\tf(`äöü`, \"\\\"\") // ä"); n != 7 {
		t.Errorf("the width of code without texts is %d, expected 7", n)
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && len(d.Name()) > 2 && d.Name()[0] == '.' {
			return fs.SkipDir // such as .venv
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		file := strings.TrimPrefix(filepath.ToSlash(path), "../")
		if slices.Contains(wide, file) {
			return nil
		}
		source, err := os.ReadFile(path)
		most := 100
		if strings.HasSuffix(file, "_test.go") {
			most = 120
		}
		for i, line := range strings.Split(string(source), "\n") {
			if n := width(file, line); n > most {
				t.Errorf("%s:%d: %d columns, and the limit is %d: break the line", file, i+1, n, most)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func width(file, line string) int {
	if strings.HasSuffix(file, "_test.go") {
		line = literals.ReplaceAllString(line, "")
	}
	return utf8.RuneCountInString(line)
}
