// Package exercises tests the exercises of the notebooks. Each one must reject the slips that its
// own hint and its notebook warn of, and accept every honest answer. There is a file for each
// notebook, with a row for each exercise:
//
//	n := open(t, "01_why_sample")
//	n.exercise("1", func(e *exercise) {
//		e.right(threeTails)                              // 20 seeds, or 6, for an answer that is drawn
//		e.wrong("the posterior mean, plugged in", 0.187) // at least three
//	})
//
// The tests read the sealed answers and tolerances from the cells of the notebook.
package exercises

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/nb"
	"gibbslab/sampler/diag"
)

const (
	seeds  = 20 // honest studies that a drawn answer is tried with
	leeway = 3  // standard deviations of a drawn answer that the tolerance must cover
	slips  = 3  // wrong answers that each exercise must reject, at least
)

// check is a call of nb.Exercise in a notebook.
type check struct {
	name, seal string
	tol        float64
	rejected   int // wrong answers
	row        bool
}

// notebook holds all checks of one notebook.
type notebook struct {
	t      *testing.T
	checks []*check
}

// exercise is a row: one check, or several that judge one answer together.
type exercise struct {
	t      *testing.T
	checks []*check
	solved bool
	slips  int
}

var call = regexp.MustCompile(`nb\.Exercise\(("(?:[^"\\]|\\.)*"), .+, "([\w-]{19})", ([\d.e+-]+)\)`)

// open reads the checks of a notebook, and sees that each gets a row.
func open(t *testing.T, name string) *notebook {
	t.Helper()
	source := codeOf(t, filepath.Join("../../notebooks", name+".ipynb"))
	n := &notebook{t: t}
	for _, m := range call.FindAllStringSubmatch(source, -1) {
		name, err1 := strconv.Unquote(m[1])
		tol, err2 := strconv.ParseFloat(m[3], 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("cannot read %s: %v, %v", m[0], err1, err2)
		}
		n.checks = append(n.checks, &check{name: name, seal: m[2], tol: tol})
	}
	if calls := strings.Count(source, "nb.Exercise("); calls == 0 || calls != len(n.checks) {
		t.Fatalf("%s: read %d of %d calls of nb.Exercise", name, len(n.checks), calls)
	}
	t.Cleanup(func() {
		for _, c := range n.checks {
			if !c.row {
				t.Errorf("%s: no row for %q", name, c.name)
			}
		}
	})
	return n
}

// codeOf returns the code cells of a notebook.
func codeOf(t *testing.T, file string) string {
	t.Helper()
	var stored struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		} `json:"cells"`
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &stored)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var code strings.Builder
	for _, c := range stored.Cells {
		if c.Type == "code" {
			code.WriteString(strings.Join(c.Source, "") + "\n")
		}
	}
	return code.String()
}

// exercise runs a row. The label is the number before the name of the check: "4a" is one check,
// and "4" is 4, or 4a, 4b and so on together. All of these then judge one answer, in their order.
func (n *notebook) exercise(label string, row func(e *exercise)) {
	e := &exercise{}
	for _, c := range n.checks {
		number, _, _ := strings.Cut(c.name, ".")
		if number != label && strings.TrimRight(number, "abcdef") != label {
			continue
		}
		if c.row {
			n.t.Errorf("two rows for %q", c.name)
		}
		c.row, e.checks = true, append(e.checks, c)
	}
	if len(e.checks) == 0 {
		n.t.Fatalf("there is no check %q", label)
	}
	n.t.Run(label, func(t *testing.T) {
		e.t = t
		row(e)
		if !e.solved || e.slips < slips {
			t.Errorf("right answers: %t; %d wrong answers, wanted %d", e.solved, e.slips, slips)
		}
		for _, c := range e.checks {
			if c.rejected == 0 {
				t.Errorf("no wrong answer is rejected by %q", c.name)
			}
		}
	})
}

// slow skips the row in a short test, and in a long one leaves two of three to other commits. Call
// it first.
func (e *exercise) slow() {
	if testing.Short() || !turns.Of(e.t.Name(), 3) {
		e.t.Skip("long")
	}
}

// exact tries an answer to which no draw belongs, as computed and as a reader may round it.
func (e *exercise) exact(answer ...float64) {
	e.t.Helper()
	rounded := make([]float64, len(answer))
	for i, c := range e.checks {
		digit := math.Pow(10, math.Floor(math.Log10(c.tol)))
		rounded[i] = math.Round(answer[i]/digit) * digit
	}
	if !e.accepts(answer) || !e.accepts(rounded) {
		e.t.Errorf("the right answer %v is rejected, or %v is", answer, rounded)
	}
	e.solved = true
}

// right tries what an honest study answers, with 20 seeds, and 6 in a short test.
func (e *exercise) right(study func(seed uint64) float64) {
	e.rights(func(seed uint64) []float64 { return []float64{study(seed)} })
}

// rights is right for an answer that several checks judge.
func (e *exercise) rights(study func(seed uint64) []float64) {
	e.t.Helper()
	all := make([][]float64, len(e.checks))
	tries := uint64(seeds)
	if turns.Short(e.t) {
		tries = 6
	}
	for seed := range tries {
		answer := study(1000 + seed)
		if !e.accepts(answer) {
			e.t.Errorf("seed %d: the honest answer %v is rejected", 1000+seed, answer)
		}
		for i := range all {
			all[i] = append(all[i], answer[i])
		}
	}
	for i, c := range e.checks {
		mean, sd := diag.Mean(all[i]), diag.SD(all[i])
		e.t.Logf("%s: mean %.6g, sd %.2g, tolerance %.2g", c.name, mean, sd, c.tol)
		if tries == seeds && leeway*sd > c.tol {
			e.t.Errorf("%s: tolerance %v, but honest answers have the sd %.3g", c.name, c.tol, sd)
		}
	}
	e.solved = true
}

// wrong tries the answer of a reader who made a slip. One check that rejects it is enough.
func (e *exercise) wrong(slip string, answer ...float64) {
	e.t.Helper()
	if e.accepts(answer) {
		e.t.Errorf("%s: the wrong answer %v is accepted", slip, answer)
	}
	e.slips++
}

// accepts reports whether all checks of the row accept the answer.
func (e *exercise) accepts(answer []float64) bool {
	e.t.Helper()
	if len(answer) != len(e.checks) {
		e.t.Fatalf("%d numbers for %d checks", len(answer), len(e.checks))
	}
	ok := true
	for i, c := range e.checks {
		if math.IsNaN(answer[i]) || math.IsInf(answer[i], 0) {
			e.t.Fatalf("%s: %v is no answer", c.name, answer[i])
		}
		if !c.accepts(answer[i]) {
			c.rejected++
			ok = false
		}
	}
	return ok
}

// accepts asks nb.Exercise itself, without showing what it says.
func (c *check) accepts(got float64) (ok bool) {
	shown := os.Stdout
	os.Stdout = nil
	defer func() {
		os.Stdout = shown
		r := recover()
		if ok = r == nil; !ok && !strings.Contains(fmt.Sprint(r), "is not right") {
			panic(r)
		}
	}()
	nb.Exercise(c.name, got, c.seal, c.tol)
	return true
}

// Every notebook with exercises has a file here.
func TestEveryNotebookIsTested(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/[0-9][0-9]_*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, file := range files {
		if !strings.Contains(codeOf(t, file), "nb.Exercise(") {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".ipynb")
		rows, err := os.ReadFile("nb" + name[:2] + "_test.go")
		if err != nil || !strings.Contains(string(rows), `open(t, "`+name+`")`) {
			t.Errorf("nb%s_test.go does not open %s: %v", name[:2], name, err)
		}
	}
}
