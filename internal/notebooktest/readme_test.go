package notebooktest

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "store what notebooks show now, and README's figure")

// TestReadme checks README against the project: its code is the body of an example that runs, its
// figure the film of 01_why_sample, its commands and links exist, and it is short. The table of
// notebooks has each with the question in its title.
func TestReadme(t *testing.T) {
	readme, table := read(t, "../README.md"), read(t, "README.md")
	for _, problem := range slices.Concat(readmeProblems(t, readme), tableProblems(t, table)) {
		t.Error(problem)
	}
	// Negative controls: a README that has become outdated in each way.
	for what, stale := range map[string]string{
		"code":    strings.Replace(readme, "0.8*s.Y", "0.7*s.Y", 1),
		"command": strings.ReplaceAll(readme, "make site", "make sites"),
		"link":    strings.Replace(readme, "(bench/README.md)", "(bench/SPEED.md)", 1),
		"length":  readme + strings.Repeat("More. ", 300),
		"figure":  strings.Replace(readme, "gibbs.svg", "gibs.svg", 1),
	} {
		if len(readmeProblems(t, stale)) == 0 {
			t.Errorf("a README with a wrong %s passes", what)
		}
	}
	stale := strings.Replace(table, "How well did the class do", "How did the class do", 1)
	if len(tableProblems(t, stale)) != 1 {
		t.Error("a table with a wrong question passes")
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
	for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(readme, -1) {
		if _, err := os.Stat("../" + link[1]); err != nil {
			problems = append(problems, "a link leads nowhere: "+err.Error())
		}
	}
	if n := utf8.RuneCountInString(readme); n > 6000 {
		problems = append(problems, fmt.Sprintf("it has %d characters; 6000 fit a front page", n))
	}
	if !strings.Contains(readme, `"internal/pictures/`+figure+`"`) {
		problems = append(problems, "the figure internal/pictures/"+figure+" is not shown")
	}
	return problems
}

// tableProblems checks the table of notebooks.
func tableProblems(t *testing.T, table string) (problems []string) {
	for _, name := range names(t) {
		if strings.HasPrefix(name, "solutions/") {
			continue
		}
		notebook := load(t, name)
		title, _, _ := strings.Cut(strings.TrimPrefix(string(notebook.Cells[0].Source), "# "), "\n")
		row := "| [" + strings.TrimSuffix(name, ".ipynb") + "](" + name + ") | " + title + " |"
		if !strings.Contains(table, row) {
			problems = append(problems, "the table of notebooks lacks the line "+row)
		}
	}
	return problems
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
