package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

func exampleColumns() Columns {
	return Columns{
		{"party", []string{"a", "b, \"c\"", ""}},
		{"day", []time.Time{time.Date(1983, 7, 2, 0, 0, 0, 0, time.UTC), time.UnixMicro(-5).UTC(),
			time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)}},
		{"tokens", []int{3, -4, 1 << 40}}, {"θ 0", []float64{0.1, math.NaN(), math.Inf(-1)}},
	}
}

// TestParquet reads the pages again, and lets pandas read the file, if there is one.
func TestParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	if err := exampleColumns().Save(path); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	foot := int(binary.LittleEndian.Uint32(data[len(data)-8:]))
	if !bytes.HasPrefix(data, []byte("PAR1")) || !bytes.HasSuffix(data, []byte("PAR1")) ||
		foot > len(data) || data[len(data)-9] != 0 {
		t.Fatalf("no Parquet file: %q", data)
	}
	if !bytes.Contains(data, binary.LittleEndian.AppendUint64(nil, math.Float64bits(0.1))) {
		t.Error("0.1 is not there")
	}
	python(t, `import pandas
x = pandas.read_parquet(`+quote(path)+`)
assert list(x.columns) == ["party", "day", "tokens", "θ 0"], x
assert x.party.tolist() == ["a", 'b, "c"', ""], x
assert str(x.day[0]).startswith("1983-07-02 00:00:00"), x
assert x.tokens.tolist() == [3, -4, 1 << 40], x
assert x["θ 0"][0] == 0.1 and x["θ 0"].isna().tolist() == [False, True, False], x
assert x["θ 0"][2] == float("-inf"), x
`)
	many := Columns{}
	for i := range 40 {
		many = append(many, Column{strings.Repeat("n", i+1), make([]float64, 2000)})
	}
	wide := filepath.Join(t.TempDir(), "wide.parquet")
	if err := many.Save(wide); err != nil {
		t.Fatal(err)
	}
	python(t, `import pandas
x = pandas.read_parquet(`+quote(wide)+`)
assert x.shape == (2000, 40) and x.to_numpy().sum() == 0, x
`)
}

func quote(path string) string { return `"` + path + `"` }

// python runs a program with the pandas that GIBBSLAB_PYTHON has.
func python(t *testing.T, program string) {
	t.Helper()
	python := os.Getenv("GIBBSLAB_PYTHON")
	if python == "" || turns.Short(t) {
		t.Log("not read by pandas: set GIBBSLAB_PYTHON to a Python that has it, without -short")
		return
	}
	if out, err := exec.Command(python, "-c", program).CombinedOutput(); err != nil {
		t.Errorf("pandas: %v\n%s", err, out)
	}
}

func TestColumnsCSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := exampleColumns().Save(path); err != nil {
		t.Fatal(err)
	}
	want := "party,day,tokens,θ 0\na,1983-07-02T00:00:00Z,3,0.1\n" +
		"\"b, \"\"c\"\"\",1969-12-31T23:59:59Z,-4,\n,2026-01-01T12:00:00Z,1099511627776,-Inf\n"
	if data, _ := os.ReadFile(path); string(data) != want {
		t.Errorf("CSV\n%s", data)
	}
	for want, err := range map[string]error{
		"no columns":               Columns{}.Save(path),
		`"b" has 1 values`:         Columns{{"a", []int{1, 2}}, {"b", []int{1}}}.Save(path),
		"expected []string":        Columns{{"a", []bool{true}}}.Save(path),
		"a name of its own":        Columns{{"a", []int{1}}, {"a", []int{1}}}.Save(path),
		"end the name in .csv or ": Columns{{"a", []int{1}}}.Save("x.xlsx"),
		"end the name in .csv, ":   Table{}.Save("x.doc"),
		"no such file":             Table{}.Save(filepath.Join(path+"none", "x.md")),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestTableFiles: what LaTeX and Markdown would take for commands is escaped, and pdflatex compiles
// the table, if there is one.
func TestTableFiles(t *testing.T) {
	table := Table{Align: "lr", Head: []string{"θ_d & x", "R-hat"},
		Rows: [][]string{{`a\b {c} 50% #1 $ ~^ <i> | "é"`, "−1.5 ± 0.2"}, {"[x] λ ≥ 3 × 10²"}, {"ζηιξυχΓΔΘΛΞΠΦΨΩ ≠ x₁³"}}}
	dir := t.TempDir()
	for _, name := range []string{"t.tex", "t.md", "t.csv"} {
		if err := table.Save(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	md, _ := os.ReadFile(filepath.Join(dir, "t.md"))
	if want := "| θ\\_d & x | R-hat |\n|:---|---:|\n| a\\\\b {c} 50% #1 $ ~^ &lt;i> \\| \"é\" | " +
		"−1.5 ± 0.2 |\n| [x] λ ≥ 3 × 10² |  |\n| ζηιξυχΓΔΘΛΞΠΦΨΩ ≠ x₁³ |  |\n"; string(md) != want {
		t.Errorf("Markdown\n%s", md)
	}
	tex, _ := os.ReadFile(filepath.Join(dir, "t.tex"))
	for _, want := range []string{`\begin{tabular}{lr}`, `$\theta$\_d \& x & R-hat \\`,
		`a\textbackslash{}b \{c\} 50\% \#1 \$`, `$-$1.5 $\pm$ 0.2 \\`, `{[}x] $\lambda$ $\ge$ 3`} {
		if !strings.Contains(string(tex), want) {
			t.Errorf("LaTeX has no %s:\n%s", want, tex)
		}
	}
	compile(t, dir)
}

// compile lets pdflatex compile the table t.tex in a folder, which must be no wider than the text.
func compile(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("pdflatex"); err != nil || turns.Short(t) {
		t.Log("not compiled: there is no pdflatex, or the test is short")
		return
	}
	doc := "\\documentclass{article}\\begin{document}\\noindent\\input{t.tex}\\end{document}"
	if err := os.WriteFile(filepath.Join(dir, "doc.tex"), []byte(doc), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "doc.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("Overfull")) {
		t.Errorf("pdflatex: %v\n%s", err, out)
	}
}

// A table that is wider than an article becomes parts below each other. Each begins with the texts
// that say what a row is, and each other column is in one part.
func TestWideTable(t *testing.T) {
	table := Table{Align: "lll", Head: []string{"", "topic", "contrast"},
		Rows: [][]string{{"*", "3", "party: left − right"}}}
	for c := range 8 {
		table.Head = append(table.Head, fmt.Sprint("chain ", c))
		table.Rows[0] = append(table.Rows[0], "−1.2 to 13.4")
	}
	table.Head, table.Align = append(table.Head, "words"), "lllrrrrrrrrl"
	table.Rows[0] = append(table.Rows[0], strings.Repeat("government ", 12))
	dir := t.TempDir()
	if err := table.Save(filepath.Join(dir, "t.tex")); err != nil {
		t.Fatal(err)
	}
	compile(t, dir)
	parts := strings.Split(table.LaTeX(), "\\medskip")
	for name, want := range map[string]int{"contrast": len(parts), "chain 0": 1, "chain 7": 1,
		"words": 1, "*": 1} {
		if n := strings.Count(table.LaTeX(), name); len(parts) < 3 || n != want {
			t.Errorf("%d parts have %q %d times, expected %d", len(parts), name, n, want)
		}
	}

	// Long texts are broken into lines if that is enough.
	few := Table{Align: "ll", Head: []string{"a", "b"}, Rows: [][]string{{"x", table.Rows[0][11]}}}
	if err := few.Save(filepath.Join(dir, "t.tex")); err != nil {
		t.Fatal(err)
	}
	compile(t, dir)
	if tex := few.LaTeX(); strings.Contains(tex, "medskip") || !strings.Contains(tex, "{lp{") {
		t.Error(tex)
	}
}
