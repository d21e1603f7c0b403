package notebooktest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A term of the glossary: its names, and where its entry says that it is explained.
type term struct {
	names             []string
	notebook, heading string
}

var (
	entryLine = regexp.MustCompile(`^- (\*\*.+\*\*.*): .*` +
		`→ \[[^\]]*\]\((\d\d_\w+\.ipynb)#([^)]+)\)$`)
	boldName = regexp.MustCompile(`\*\*([^*]+)\*\*`)
)

// terms reads the entries of a glossary: lines "- **name** (also **name**): … → [where](link)".
func terms(n *notebook) (all []term) {
	for _, c := range n.markdown() {
		for line := range strings.Lines(string(c.Source)) {
			m := entryLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
			if m == nil {
				continue
			}
			t := term{notebook: m[2], heading: m[3]}
			for _, name := range boldName.FindAllStringSubmatch(m[1], -1) {
				t.names = append(t.names, name[1])
			}
			all = append(all, t)
		}
	}
	return all
}

// notTaught are the sections of a notebook that name terms and explain none: they look ahead, or
// list what others wrote.
var notTaught = []string{"## What you will learn", "## Before you start",
	"## The way through the course", "## When Gibbs, and when not", "## Sources"}

// prose lists the lines of text that a reader comes across, in order, without headings, code,
// formulas, the targets of links, and quotations of what a program says: *"..."*.
func prose(n *notebook) (all []string) {
	skipped, code := false, regexp.MustCompile("`[^`]*`|\\*\"[^\"\n]*\"\\*")
	for _, c := range n.markdown() {
		plain := notProse.ReplaceAllString(string(c.Source), " ")
		for line := range strings.Lines(code.ReplaceAllString(plain, " ")) {
			if strings.HasPrefix(line, "#") {
				skipped = slices.Contains(notTaught, strings.TrimSpace(line)) ||
					skipped && strings.HasPrefix(line, "###")
				continue
			}
			if !skipped {
				all = append(all, line)
			}
		}
	}
	return all
}

// uses finds the term in any of its names, in singular or plural. Capital letters count in a name
// that consists of them: MAP is no map.
func (t term) uses() *regexp.Regexp {
	var names []string
	for _, name := range t.names {
		if name == strings.ToUpper(name) {
			names = append(names, regexp.QuoteMeta(name))
		} else {
			names = append(names, "(?i:"+regexp.QuoteMeta(name)+")")
		}
	}
	one := strings.Join(names, "|")
	return regexp.MustCompile(`(^|[^\pL\pN_-])(` + one + `)(s|es)?($|[^\pL\pN_])`)
}

// firstUse tells where the course first uses a term, and whether in bold.
func firstUse(course []*notebook, text [][]string, t term) (where *notebook, line string, bold bool) {
	uses := t.uses()
	for i, n := range course {
		for _, line := range text[i] {
			at := uses.FindStringSubmatchIndex(line)
			if at == nil {
				continue
			}
			for _, b := range boldName.FindAllStringIndex(line, -1) {
				bold = bold || b[0] < at[4] && at[5] < b[1]
			}
			return n, strings.TrimSpace(line), bold
		}
	}
	return nil, "", false
}

// misplaced says which terms the course uses before it explains them, and which entries of the
// glossary do not link to the explanation.
func misplaced(course []*notebook, all []term) (found []string) {
	var text [][]string
	for _, n := range course {
		text = append(text, prose(n))
	}
	for _, t := range all {
		n, line, bold := firstUse(course, text, t)
		switch {
		case n == nil:
			found = append(found, fmt.Sprintf("no notebook uses %q", t.names[0]))
			continue
		case !bold:
			found = append(found, fmt.Sprintf("%s: the first use of %q is not in bold: %.120s",
				n.name, t.names[0], line))
		case n.name != t.notebook:
			found = append(found, fmt.Sprintf("%q is explained in %s, and the glossary links to %s",
				t.names[0], n.name, t.notebook))
		}
		for _, linked := range course {
			if linked.name == t.notebook && !slices.ContainsFunc(headings(linked), t.at) {
				found = append(found, fmt.Sprintf("%s has no heading #%s, to which the glossary "+
					"links for %q", linked.name, t.heading, t.names[0]))
			}
		}
	}
	return found
}

// at tells whether this heading is the one that the entry links to. Jupyter makes the anchor of a
// heading from its text, with hyphens for spaces.
func (t term) at(heading string) bool {
	return strings.ReplaceAll(strings.TrimLeft(heading, "# "), " ", "-") == t.heading
}

// TestGlossary holds the promise that a reader meets each term of the glossary first where it is
// explained: there it is in bold, and the glossary links to the place.
func TestGlossary(t *testing.T) {
	var course []*notebook
	for _, name := range names(t) {
		if !strings.HasPrefix(name, "solutions/") && name < gallery {
			course = append(course, load(t, name))
		}
	}
	all := terms(load(t, glossary))
	if len(all) < 50 {
		t.Errorf("%d terms were read from the glossary; at least 50 are wanted", len(all))
	}
	for _, finding := range misplaced(course, all) {
		t.Error(finding)
	}
}

// TestGlossaryCatches explains two terms well, and then in each wrong way.
func TestGlossaryCatches(t *testing.T) {
	const first = "# Why?\n\n## What you will learn\n\n- what a prior is\n\n## Bayes\n\n" +
		"A **prior** says what you believe. `sweep` and $sweep$ are code, and ps no name. " +
		"*\"A sweep.\"*\n"
	const second = "## The table\n\nEach **sweep** takes a prior.\n\n## Later\n\nSweeps repeat.\n"
	const list = "- **prior**: what you believed. → [Bayes](01_a.ipynb#Bayes)\n" +
		"- **sweep** (also **PS**): one round. $x$ → [table](02_b.ipynb#The-table)\n"
	for name, c := range map[string]struct {
		first, second, list string
		want                string // part of the finding
	}{
		"right":    {first, second, list, ""},
		"not bold": {strings.ReplaceAll(first, "**", ""), second, list, "is not in bold"},
		"too early": {first + "A PS is a round.\n", second, list,
			"01_a.ipynb: the first use of \"sweep\""},
		"plural": {first + "Many sweeps.\n", second, list, "the first use of \"sweep\""},
		"wrong link": {first, second, strings.Replace(list, "02_b.ipynb#The-table",
			"01_a.ipynb#Bayes", 1), "is explained in 02_b"},
		"wrong heading": {first, second, strings.Replace(list, "#Bayes", "#Base", 1),
			"no heading #Base"},
		"unused": {first, "Nothing.\n", list, "no notebook uses \"sweep\""},
	} {
		book := func(name, s string) *notebook {
			return &notebook{name: name, Cells: []cell{{Type: "markdown", Source: text(s)}}}
		}
		course := []*notebook{book("01_a.ipynb", c.first), book("02_b.ipynb", c.second)}
		all := terms(book(glossary, c.list))
		if len(all) != 2 || len(all[1].names) != 2 {
			t.Fatalf("%s: the terms are %+v", name, all)
		}
		got := misplaced(course, all)
		if c.want == "" && len(got) > 0 || c.want != "" &&
			(len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}
