package notebooktest

import (
	"bytes"
	"encoding/base64"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "store what notebooks show now, and README's figure")

// TestReadme checks README against the project: its code is the body of an example that runs, its
// figure the first one of 02_exam_scores, its table lists each notebook with the question in its
// title, and its commands exist.
func TestReadme(t *testing.T) {
	readme := read(t, "../README.md")
	for _, problem := range readmeProblems(t, readme) {
		t.Error(problem)
	}
	// Negative controls: a README that has become outdated in each way.
	for what, stale := range map[string]string{
		"code":     strings.Replace(readme, "0.8*s.Y", "0.7*s.Y", 1),
		"question": strings.Replace(readme, "How well did the class do", "How did the class do", 1),
		"command":  strings.ReplaceAll(readme, "make bench", "make benchmarks"),
		"package":  strings.ReplaceAll(readme, "`sampler/lda`", "`sampler/topics`"),
		"figure":   strings.Replace(readme, "next_score.png", "next.png", 1),
	} {
		if len(readmeProblems(t, stale)) == 0 {
			t.Errorf("a README with a wrong %s passes", what)
		}
	}
}

func readmeProblems(t *testing.T, readme string) (problems []string) {
	example := read(t, "../sampler/engine_example_test.go")
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(readme)
	if code == nil || !strings.Contains(example,
		"\t"+strings.ReplaceAll(strings.TrimSpace(code[1]), "\n", "\n\t")+"\n") {
		problems = append(problems, "the code is not that of Example in sampler/engine_example_test.go")
	}
	makefile := read(t, "../Makefile")
	for _, command := range regexp.MustCompile(`\bmake ([a-z]+)`).FindAllStringSubmatch(readme, -1) {
		if !strings.Contains(makefile, "\n"+command[1]+":") {
			problems = append(problems, "there is no `make "+command[1]+"`")
		}
	}
	for _, name := range names(t) {
		if strings.HasPrefix(name, "solutions/") {
			continue
		}
		notebook, err := parse(name, []byte(read(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(notebook.Cells[0].Source), "# "), "\n")
		row := "| [" + strings.TrimSuffix(name, ".ipynb") + "](notebooks/" + name + ") | " + title + " |"
		if !strings.Contains(readme, row) {
			problems = append(problems, "the table of notebooks lacks the line "+row)
		}
	}
	for _, dir := range packages(t) {
		if !strings.Contains(readme, "`"+dir+"`") {
			problems = append(problems, "the table of packages lacks `"+dir+"`")
		}
	}
	if !strings.Contains(readme, "(internal/pictures/"+figure+")") {
		problems = append(problems, "the figure internal/pictures/"+figure+" is not shown")
	}
	return problems
}

const figure = "next_score.png" // in internal/pictures

// TestReadmeFigure compares the figure beside README with the stored notebook it comes from.
func TestReadmeFigure(t *testing.T) {
	const source = "02_exam_scores.ipynb"
	notebook, err := parse(source, []byte(read(t, source)))
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for _, c := range notebook.Cells {
		for _, o := range c.Outputs {
			if data, ok := o.Data["image/png"]; ok && want == nil {
				if want, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(string(data),
					"\n", "")); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if want == nil {
		t.Fatal(source + " has no figure")
	}
	if *update {
		if err := os.WriteFile("../internal/pictures/"+figure, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, "../internal/pictures/"+figure); !bytes.Equal([]byte(got), want) {
		t.Errorf("%s is not the first figure of %s: run go test ./internal/notebooktest -run "+
			"ReadmeFigure -update", figure, source)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
