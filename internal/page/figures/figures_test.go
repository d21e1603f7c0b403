package figures

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
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

// wrong says what is wrong with an entry: each needs a figure, and a cell with a picture. The figure
// begins with that picture, which may have other panels beside it.
func wrong(t *testing.T, e entry) string {
	t.Helper()
	i := slices.IndexFunc(All(), func(f Figure) bool { return f.Name == e.Figure })
	if i < 0 {
		return "there is no figure " + e.Figure
	}
	first := nb.Grid{Plots: All()[i].draw(starts(All()[i]), 0).plots[:1]}
	for _, c := range cells(t, e.Notebook) {
		for _, o := range c.Outputs {
			if c.ID != e.Cell || o.Data["image/png"] == "" {
				continue
			}
			if svg := o.Data["image/svg+xml"]; svg != "" && string(svg) != first.SVG(math.MaxInt) {
				return "the figure does not begin with the stored picture"
			}
			words := strings.Split(string(o.Data["text/plain"]), "\n")
			for _, line := range strings.Split(first.String(), "\n") {
				said := func(w string) bool { return strings.HasSuffix(w, line) } // after "last: "
				if !strings.HasPrefix(line, "  y: density") && !slices.ContainsFunc(words, said) {
					return "the stored picture does not say: " + line
				}
			}
			return ""
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
		{"01_why_sample", "cell-51", "staircase"}, {"01_why_sample", "cell-103", "staircase"},
		{"01_why_sample", "cell-104", "rice"}, {"08_mixtures", "cell-74", "tables"}} {
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
	if want := strings.Fields("bag bars believing cut given grain hill law " +
		"outlines restaurant scores staircase worth"); !slices.Equal(same, want) {
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

// The bags of 1000 grains are those of the notebook's table, and a bag errs by as much as it says.
func TestRice(t *testing.T) {
	s, err := Draw("rice", []float64{1000, 400}, 0, 700)
	if err != nil || !strings.Contains(s.Says, "give or take 0.0524; the formula says 1.642/√1000 = 0.0519") {
		t.Errorf("%v: %s", err, s.Says)
	}
	twoSides := func(r *rand.Rand, n int) float64 { return (bag(r, n) + bag(r, n)) / 2 }
	for _, n := range []int{100, 1000} {
		for name, one := range map[string]func(*rand.Rand, int) float64{"a bag": bag, "two bags": twoSides} {
			estimates := make([]float64, 4000)
			for b := range estimates {
				estimates[b] = one(sampler.Stream(name, uint64(n), b), n)
			}
			// The standard deviation of 4000 numbers errs by 1.1 %.
			off := math.Abs(diag.SD(estimates)*math.Sqrt(float64(n))/1.642 - 1)
			if right := off < 0.05; right != (name == "a bag") {
				t.Errorf("%d grains, %s: the standard deviation is %.0f %% off", n, name, 100*off)
			}
		}
	}
}

// The exact mean is that of a sum over the posterior in the notebook: 86.3 with its prior, 71.7 with
// a stubborn one, and nearly that of the scores with a vague one.
func TestBelief(t *testing.T) {
	for _, c := range []struct {
		nu, tau float64
		want    string
	}{{80, 4, "Posterior mean 86.3"}, {70, 1, "Posterior mean 71.7"}, {70, 16, "Posterior mean 87.1"}} {
		s, err := Draw("belief", []float64{c.nu, c.tau}, 0, 700)
		if err != nil || !strings.Contains(s.Says, c.want) || !strings.HasPrefix(s.Words, c.want) {
			t.Errorf("ν = %v, τ = %v: %v: %s", c.nu, c.tau, err, s.Says)
		}
	}
}

// The expected number of tables is Σ α/(i + α), in the exact law, in the evenings, and in what is
// said. A restaurant whose guests forget α is found out.
func TestTables(t *testing.T) {
	for _, alpha := range []float64{0.3, 1, 7.5} {
		want, probability := 0.0, law(50, alpha)
		for i := range 50 {
			want += alpha / (float64(i) + alpha)
		}
		mean := 0.0
		for n, p := range probability {
			mean += float64(n) * p
		}
		if math.Abs(mean-want) > 1e-12 || math.Abs(floats.Sum(probability)-1) > 1e-12 {
			t.Errorf("α = %v: the law has the mean %v, expected %v", alpha, mean, want)
		}
		for _, used := range []float64{alpha, alpha + 0.2} {
			r, n := sampler.Stream("test", 1, 0), make([]float64, 10_000)
			for i := range n {
				n[i] = float64(len(restaurant(r, 50, used)))
			}
			off := math.Abs(diag.Mean(n)-want) / (diag.SD(n) / 100)
			if right := off < 5; right != (used == alpha) {
				t.Errorf("α = %v, seated with %v: %v standard errors", alpha, used, off)
			}
		}
		s, err := Draw("tables", []float64{alpha, 50}, 0, 700)
		if end := fmt.Sprintf("α/(49 + α) = %.2f.", want); err != nil || !strings.HasSuffix(s.Says, end) {
			t.Errorf("α = %v: %v: %s, expected %s", alpha, err, s.Says, end)
		}
	}
	late, _ := Draw("evening", []float64{1, 82}, 0, 700)
	if !strings.HasPrefix(late.Says, "82 guests sit at 5 tables, 36") {
		t.Error(late.Says)
	}
}

// The chain is the notebook's, whatever the reader looked at before, and finds all ten bars. A chain
// with other settings is another one.
func TestTopics(t *testing.T) {
	m := nb.Must(lda.Prior{K: 10, Alpha: []float64{1}, Beta: 0.1}.Model(bars().Docs, 25,
		lda.Settings{RandomStart: true}))
	at := func(sweep, alpha float64) Shown {
		for {
			s, err := Draw("topics", []float64{sweep, alpha, 0.1}, 0, 700)
			if err != nil {
				t.Fatal(err)
			} else if !s.More {
				return s
			}
		}
	}
	at(3, 2)
	last, first := at(121, 1), at(1, 1)
	if !strings.HasSuffix(first.Says, "0 of the ten bars are found.") ||
		!strings.HasSuffix(last.Says, "10 of the ten bars are found.") {
		t.Errorf("%s %s", first.Says, last.Says)
	}
	n, phi := 0, make([]float64, 250)
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("appear", 1, 0)) {
		if n++; err != nil {
			t.Fatal(err)
		} else if n == 121 {
			s.Phi(phi)
			break
		}
	}
	if got := slices.Concat(present.sweeps[120].phi...); !slices.Equal(got, phi) {
		t.Error("after 121 sweeps the topics are not those of the notebook")
	}
	if seen := at(1, 2); seen.SVG == first.SVG {
		t.Error("the concentration changes nothing")
	} else if at(1, 1).SVG != first.SVG {
		t.Error("the chain is another the second time")
	}
}
