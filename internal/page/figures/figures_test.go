package figures

import (
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// An entry of figures.json.
type entry struct{ Notebook, Cell, Figure string }

type text string

// UnmarshalJSON reads a string, or a list of lines.
func (s *text) UnmarshalJSON(data []byte) error {
	var lines []string
	if json.Unmarshal(data, &lines) == nil {
		*s = text(strings.Join(lines, ""))
		return nil
	}
	return json.Unmarshal(data, (*string)(s))
}

type cell struct {
	ID      string
	Source  text
	Outputs []struct{ Data map[string]text }
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func cells(t *testing.T, notebook string) []cell {
	t.Helper()
	var n struct{ Cells []cell }
	read(t, filepath.Join("../../../notebooks", notebook+".ipynb"), &n)
	return n.Cells
}

// wrong says what is wrong with an entry: each needs a figure, and a cell with a picture that says
// what the figure says at first.
func wrong(t *testing.T, e entry) string {
	t.Helper()
	i := slices.IndexFunc(All(), func(f Figure) bool { return f.Name == e.Figure })
	if i < 0 {
		return "there is no figure " + e.Figure
	}
	s, err := Draw(e.Figure, starts(All()[i]), 0, 700)
	if err != nil {
		return err.Error()
	}
	first, _, _ := strings.Cut(s.Words, "\n")
	for _, c := range cells(t, e.Notebook) {
		for _, o := range c.Outputs {
			if words := string(o.Data["text/plain"]); c.ID == e.Cell && o.Data["image/png"] != "" {
				if !strings.Contains(words+"\n", first+"\n") {
					return "the stored picture is " + words + ", and the figure begins with " + first
				}
				return ""
			}
		}
	}
	return "there is no picture in cell " + e.Cell
}

func starts(f Figure) (x []float64) {
	for _, s := range f.Sliders {
		x = append(x, s.Start)
	}
	return x
}

// figures.json names pictures of notebooks and figures that begin with them, and each figure.
func TestManifest(t *testing.T) {
	var entries []entry
	read(t, "figures.json", &entries)
	named := map[string]bool{}
	for _, e := range entries {
		if problem := wrong(t, e); problem != "" {
			t.Errorf("%v: %s", e, problem)
		}
		named[e.Figure] = true
	}
	for _, f := range All() {
		if !named[f.Name] {
			t.Errorf("no picture is the figure %s", f.Name)
		}
	}
	for _, e := range []entry{{"01_why_sample", "cell-101", "stairs"}, {"01_why_sample", "cell-999", "staircase"},
		{"01_why_sample", "cell-51", "staircase"}, {"01_why_sample", "cell-103", "staircase"}} {
		if wrong(t, e) == "" {
			t.Errorf("%v is accepted", e)
		}
	}
}

// functions are the functions of Go text, each as gofmt prints it.
func functions(t *testing.T, source string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			code, err := format.Source([]byte(("package p\n" + source)[f.Pos()-1 : f.End()-1]))
			if err != nil {
				t.Fatal(err)
			}
			all[f.Name.Name] = string(code)
		}
	}
	return all
}

// The figures compute with the code that their notebooks show, word for word.
func TestCodeOfTheNotebooks(t *testing.T) {
	var entries []entry
	read(t, "figures.json", &entries)
	shown := map[string][]string{}
	for _, e := range entries {
		for _, c := range cells(t, e.Notebook) {
			code, _, _ := strings.Cut("\n"+string(c.Source), "\n%%")
			if strings.Contains(code, "\nfunc ") {
				for name, f := range functions(t, code) {
					shown[name] = append(shown[name], f)
				}
			}
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var same []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(source), "package figures\n")
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for name, f := range functions(t, code) {
			if all := shown[name]; slices.Contains(all, f) {
				same = append(same, name)
			} else if all != nil {
				t.Errorf("%s: %s is not what the notebook shows:\n%s\n%s", file, name, f, all[0])
			}
		}
	}
	slices.Sort(same)
	if want := strings.Fields("cut given hill staircase worth"); !slices.Equal(same, want) {
		t.Errorf("word for word the notebooks' are %v, and not %v", same, want)
	}
}

// Sliders begin on a step between their ends, and numbers beyond them are errors.
func TestSliders(t *testing.T) {
	for _, f := range All() {
		x := starts(f)
		for i, s := range f.Sliders {
			steps := (s.Start - s.Min) / s.Step
			if s.Min >= s.Max || s.Start < s.Min || s.Start > s.Max || math.Abs(steps-math.Round(steps)) > 1e-9 {
				t.Errorf("%s: the slider %+v", f.Name, s)
			}
			for _, end := range []float64{s.Min, s.Max} {
				y := slices.Clone(x)
				y[i] = end
				shown, err := Draw(f.Name, y, 1, 300)
				if err != nil || !strings.HasPrefix(shown.SVG, "<svg") || shown.Says == "" || shown.Width > 440 ||
					strings.Contains(shown.Says, "NaN") {
					t.Errorf("%s at %v: %v, %s", f.Name, y, err, shown.Says)
				}
			}
			for _, bad := range []float64{s.Min - s.Step, s.Max + s.Step, math.NaN(), math.Inf(1)} {
				y := slices.Clone(x)
				y[i] = bad
				if _, err := Draw(f.Name, y, 0, 700); err == nil || !strings.Contains(err.Error(), s.Label) {
					t.Errorf("%s at %v: %v", f.Name, y, err)
				}
			}
		}
		if _, err := Draw(f.Name, x[1:], 0, 700); err == nil {
			t.Errorf("%s is drawn without its first number", f.Name)
		}
		one, _ := Draw(f.Name, x, 0, 700)
		two, _ := Draw(f.Name, x, 1, 700)
		if (one.SVG == two.SVG) != (f.Again == "") {
			t.Errorf("%s, drawn again: the same picture is %v", f.Name, one.SVG == two.SVG)
		}
	}
	if _, err := Draw("stairs", nil, 0, 700); err == nil {
		t.Error("there is a figure stairs")
	}
}

// The correlation of x and y in a long walk is ρ, and that of x with the next x is ρ². A walk whose
// steps are as wide as the hill is found out.
func TestStaircase(t *testing.T) {
	rest := func(xs, ys []float64, rho float64) (apart float64) {
		var x, products []float64
		for i := 2; i < len(xs); i += 2 {
			x, products = append(x, xs[i]), append(products, xs[i]*ys[i])
		}
		mcse := diag.MCSEMean([][]float64{products})
		return max(math.Abs(diag.Mean(products)-rho)/(5*mcse), math.Abs(diag.Autocorr(x, 1)[1]-rho*rho)/0.02)
	}
	for _, rho := range []float64{-0.9, 0, 0.8} {
		xs, ys := staircase(sampler.Stream("test", 1, 0), rho, 2.8, -2.4, 50_000)
		if off := rest(xs, ys, rho); off > 1 {
			t.Errorf("ρ = %v: %v times the tolerance", rho, off)
		}
		r, x, y := sampler.Stream("test", 1, 0), 2.8, -2.4
		for i := range xs { // the wrong twin
			if i%2 == 1 {
				x = rho*y + r.NormFloat64()
			} else if i > 0 {
				y = rho*x + r.NormFloat64()
			}
			xs[i], ys[i] = x, y
		}
		if off := rest(xs, ys, rho); rho != 0 && off < 1 {
			t.Errorf("ρ = %v: steps that are too wide are not found", rho)
		}
	}
}
