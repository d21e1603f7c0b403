package notebooktest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A rule looks at one notebook and says what breaks it, or nothing if all is well.
type rule struct {
	name  string
	check func(n *notebook) []string
}

// houseRules apply to every notebook, tutorialRules to all but the solutions.
var houseRules = []rule{
	{"format", format},
	{"links", links},
	{"cell length", cellLength},
	{"plain Go", plainGo},
	{"no computing variables", noComputingVariables},
	{"stored outputs", storedOutputs},
	{"self-contained outputs", selfContained},
	{"images", images},
	{"file size", fileSize},
}

var tutorialRules = []rule{
	{"question", question},
	{"sections", sections},
	{"cell count", cellCount},
	{"short cells", shortCells},
	{"words", words},
	{"rhythm", rhythm},
	{"exercises", exercises},
}

func TestRules(t *testing.T) {
	for _, name := range names(t) {
		n := load(t, name)
		rules := houseRules
		if !n.solution {
			rules = slices.Concat(houseRules, tutorialRules)
		}
		for _, r := range rules {
			for _, finding := range r.check(n) {
				t.Errorf("%s: %s: %s", name, r.name, finding)
			}
		}
	}
}

// want returns one finding unless its condition is true.
func want(holds bool, finding string, args ...any) []string {
	if holds {
		return nil
	}
	return []string{fmt.Sprintf(finding, args...)}
}

func format(n *notebook) []string {
	found := want(n.Format == 4 && n.Minor == 5, "notebook format %d.%d instead of 4.5", n.Format,
		n.Minor)
	found = append(found, want(n.Metadata.Kernel.Name == "gonb",
		"the kernel is %q instead of \"gonb\"", n.Metadata.Kernel.Name)...)
	seen := map[string]bool{}
	for i, c := range n.Cells {
		found = append(found, want(c.ID != "" && !seen[c.ID], "cell %d has no id of its own (%q)",
			i+1, c.ID)...)
		seen[c.ID] = true
	}
	return found
}

func question(n *notebook) []string {
	if len(n.Cells) == 0 || n.Cells[0].Type != "markdown" {
		return []string{"the first cell must be markdown"}
	}
	first, _, _ := strings.Cut(string(n.Cells[0].Source), "\n")
	found := want(strings.HasPrefix(first, "# ") && strings.HasSuffix(strings.TrimSpace(first), "?"),
		"the first line must be a title that asks: %q", first)
	titles := 0
	for _, h := range headings(n) {
		if strings.HasPrefix(h, "# ") {
			titles++
		}
	}
	return append(found, want(titles == 1, "%d titles (lines starting with one #) instead of one",
		titles)...)
}

// headings lists the heading lines of the text, in order.
func headings(n *notebook) []string {
	var all []string
	for _, c := range n.markdown() {
		fenced := false
		for line := range strings.Lines(string(c.Source)) {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if !fenced && strings.HasPrefix(line, "#") {
				all = append(all, strings.TrimSpace(line))
			}
		}
	}
	return all
}

var (
	markdownLink  = regexp.MustCompile(`\[[^\]]*\]\(([^)]*)\)`)
	otherNotebook = regexp.MustCompile(`\b\d\d_[a-z_]+|\w+\.ipynb`)
)

// links checks that the target of each link exists, and that the name of a notebook is always part
// of a link.
func links(n *notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		for _, link := range markdownLink.FindAllStringSubmatch(string(c.Source), -1) {
			target, _, _ := strings.Cut(link[1], "#")
			_, err := os.Stat(path.Join(path.Dir(n.name), target))
			inside := target == "" || strings.Contains(target, "://")
			found = append(found, want(inside || err == nil, "cell %d links to %s, which does not exist", i+1, target)...)
		}
		text := markdownLink.ReplaceAllString(string(c.Source), "")
		for _, name := range otherNotebook.FindAllString(text, -1) {
			found = append(found, want(false, "cell %d names %s without a link to it", i+1, name)...)
		}
	}
	return found
}

func sections(n *notebook) []string {
	required := []string{"## What you will learn", "## Before you start", "## Summary", "## Exercises", "## Sources"}
	if !wantsExercises(n) {
		required = slices.DeleteFunc(required, func(h string) bool { return h == "## Exercises" })
	}
	var found []string
	all, last := headings(n), -1
	for _, h := range required {
		at := slices.Index(all, h)
		found = append(found, want(at >= 0, "no heading %q", h)...)
		found = append(found, want(at < 0 || at > last, "heading %q is out of order", h)...)
		last = max(last, at)
	}
	for _, c := range n.markdown() {
		if s := string(c.Source); strings.Contains(s, "## Before you start") {
			found = append(found, want(strings.Contains(s, "minutes"), "\"Before you start\" must say how many minutes it takes")...)
		}
	}
	return found
}

func cellCount(n *notebook) []string {
	if smallSteps(n) {
		return nil
	}
	all, code := len(n.Cells), len(n.code())
	return append(want(20 <= all && all <= 45, "%d cells; 20 to 45 are wanted", all),
		want(code <= 20, "%d code cells; at most 20 are wanted", code)...)
}

var notProse = regexp.MustCompile("(?s)```.*?```|\\$\\$.*?\\$\\$|\\$[^$\n]+\\$|<[^>]*>|\\]\\([^)]*\\)")

func words(n *notebook) []string {
	count, most := wordsOf(n), 2500
	if smallSteps(n) {
		most = 4500
	}
	return want(1200 <= count && count <= most,
		"%d words of text, formulas not counted; 1200 to %d are wanted", count, most)
}

func rhythm(n *notebook) []string {
	var found []string
	silent := 0
	for i, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		silent++
		if len(c.Outputs) > 0 {
			silent = 0
		}
		most := 2
		if smallSteps(n) { // its declarations have cells of their own
			most = 3
		}
		found = append(found, want(silent < most, "cell %d: %d code cells in a row show nothing",
			i+1, silent)...)
	}
	return found
}

var exerciseCall = regexp.MustCompile(`\bnb\.Exercise\(`)

// wantsExercises reports whether a notebook must have exercises: all but the first, which shows how
// the others work, and those that are for looking things up.
func wantsExercises(n *notebook) bool {
	return !strings.HasPrefix(n.name, "00_") && n.name != gallery && n.name != glossary &&
		n.name != cookbook
}

const (
	gallery  = "90_gallery.ipynb"
	glossary = "91_glossary.ipynb"
	cookbook = "21_which_update.ipynb"
)

func exercises(n *notebook) []string {
	count := 0
	var found []string
	for i, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		for _, at := range exerciseCall.FindAllStringIndex(string(c.Source), -1) {
			count++
			found = append(found, want(hasSealedTarget(string(c.Source[at[0]:])), "cell %d: the "+
				"target of an exercise must be a string literal, made by nb.Seal", i+1)...)
		}
	}
	found = append(found, want(count >= 3 || !wantsExercises(n),
		"%d calls of nb.Exercise; at least 3 are wanted", count)...)
	_, err := os.Stat("solutions/" + n.name)
	return append(found, want(err == nil || count == 0,
		"it has exercises, but there is no solutions/%s", n.name)...)
}

// hasSealedTarget reports whether code begins with a call whose third argument is a string literal.
func hasSealedTarget(code string) bool {
	for i, r := range code {
		if r != ')' {
			continue
		}
		e, err := parser.ParseExpr(code[:i+1])
		if call, ok := e.(*ast.CallExpr); err == nil && ok && len(call.Args) == 4 {
			target, ok := call.Args[2].(*ast.BasicLit)
			return ok && target.Kind == token.STRING
		}
	}
	return false
}
