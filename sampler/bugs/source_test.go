package bugs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/diag"
)

// sweepsToCompare is how many sweeps a text and the compiled sampler make from equal states.
const sweepsToCompare = 5

// A sweep is a state before an update and after it. The names of variables are without dots and capitals.
type sweep struct {
	Block         int
	Name          string
	Seed          uint64
	Before, After map[string][]float64
}

func plainName(s string) string {
	return strings.ToLower(strings.NewReplacer(".", "", "_", "").Replace(s))
}

// sweepsOf makes updates of a model's unknowns one by one, as the text does.
func sweepsOf(t *testing.T, m *bugs.Model) (all []sweep) {
	t.Helper()
	g, _, _ := m.Inside()
	plan, err := block.New(g, block.Options{Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	begin, err := m.Sampler().Init(rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	s := plan.NewState()
	copy(s.X[:g.N], begin.X)
	read := func() map[string][]float64 {
		out := map[string][]float64{}
		for _, a := range g.Order {
			if a.State && a.Unknowns {
				out[plainName(a.Name)] = append([]float64(nil), s.X[a.Base:a.Base+a.Size()]...)
				for i, v := range out[plainName(a.Name)] {
					if v != v {
						out[plainName(a.Name)][i] = 0
					}
				}
			}
		}
		return out
	}
	for k := range uint64(sweepsToCompare) {
		for i, b := range plan.Blocks {
			for j := range s.Width {
				s.Width[j] = 1
			}
			w := sweep{Block: i, Name: b.Name + " (" + b.Kind + ")", Seed: k, Before: read()}
			b.Run(rand.New(rand.NewPCG(k, 3)), s)
			w.After = read()
			all = append(all, w)
		}
	}
	return all
}

// checker is the program's part that no text has: it makes the same updates from the same states.
const checker = `package check

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

type Sweep struct {
	Block         int
	Name          string
	Seed          uint64
	Before, After map[string][]float64
}

// each calls f with each number of a field.
func each(v reflect.Value, f func(v reflect.Value)) {
	if v.Kind() == reflect.Array {
		for i := range v.Len() {
			each(v.Index(i), f)
		}
		return
	}
	f(v)
}

// update makes one update; a panic is an error.
func update[S any](m sampler.Model[S], w Sweep, s *S) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return m.Blocks[w.Block].Update(rand.New(rand.NewPCG(w.Seed, 3)), s)
}

// Run returns the mean of each number of the trace, and its error. Without a trace it says why.
func Run[S any](m sampler.Model[S], said *[]string) (means [][2]float64) {
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 5000, Seed: 2})
	if err != nil {
		*said = append(*said, err.Error())
		return nil
	}
	s, err := diag.Summarize(tr)
	if err != nil {
		panic(err)
	}
	for _, row := range s.Rows {
		mcse := row.SD / math.Sqrt(row.ESSBulk)
		if mcse != mcse { // a constant
			mcse = 0
		}
		means = append(means, [2]float64{row.Mean, mcse})
	}
	return means
}

// All returns the updates after which the states differ, with the difference.
func All[S any](m sampler.Model[S], sweeps []Sweep) (wrong []string) {
	for _, w := range sweeps {
		s, err := m.Init(rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			return []string{err.Error()}
		}
		v := reflect.ValueOf(s).Elem()
		fields := 0
		for i := range v.NumField() {
			if x, ok := w.Before[strings.ToLower(v.Type().Field(i).Name)]; ok {
				fields++
				k := 0
				each(v.Field(i), func(e reflect.Value) {
					if e.CanInt() {
						e.SetInt(int64(x[k]))
					} else {
						e.SetFloat(x[k])
					}
					k++
				})
			}
		}
		if fields != len(w.Before) {
			return []string{fmt.Sprintf("the state has %d of %d variables", fields, len(w.Before))}
		}
		if err := update(m, w, s); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", w.Name, err))
			continue
		}
		worst := 0.0
		for i := range v.NumField() {
			if x, ok := w.After[strings.ToLower(v.Type().Field(i).Name)]; ok {
				k := 0
				each(v.Field(i), func(e reflect.Value) {
					y := 0.0
					if e.CanInt() {
						y = float64(e.Int())
					} else {
						y = e.Float()
					}
					if d := math.Abs(y-x[k]) / (1 + math.Abs(x[k])); !(d <= worst) {
						worst = d
					}
					k++
				})
			}
		}
		if !(worst <= 1e-9) {
			wrong = append(wrong, fmt.Sprintf("%s: differs by %.2g", w.Name, worst))
		}
	}
	return wrong
}
`

// cannot are the models whose text is refused, and a part of the sentence.
var cannot = map[string]string{
	"grades":           "have different numbers of values",
	"mice":             "lies in an interval",
	"small known rest": "is a vector or a matrix",
	"small noncentral": "logdensity.dnchisqr",
	"small odds ratio": "logdensity.dhyper",

	"small probabilities in part": "is a part of a row",
}

// cannotRandom are the sentences with which random models may be refused.
var cannotRandom = []string{"logmass.dgamma", "a part of its distribution dpar",
	"no initial values"}

// differs are updates that draw from the same law in another way: normal draws in the text, where the plan
// has slices because it looks at all elements of the array at once.
var differs = map[string]string{"birats1": "beta", "small autoregression": "x[",
	"small observed autoregression": "y (slice)", "small lags": "b (slice",
	"growth": "mean.line (slice)|line (slice)", "small censored": "t (its", "small three arms": "d (slice)|e (slice)",
	"small Wishart": "mu (slice)", "small relations": "u (slice)|v (slice)",
	"small varying slopes": "B (slice)|xi (slice)", "small covariance": "mu (slice)"}

const eightSchools = `model {
  for (j in 1:J) {
    y[j] ~ dnorm(theta[j], 1/(sigma[j]*sigma[j]))
    theta[j] ~ dnorm(mu, pow(tau, -2))
  }
  mu ~ dnorm(0, sd = 5)
  tau ~ dt(0, 0.04, 1) T(0, )
  theta.new ~ dnorm(mu, pow(tau, -2))
}`

// The text of a model makes the same updates as the compiled sampler that draws each unknown by itself: from
// equal states to states that agree to 1e-9. In short mode for few models.
func TestGoTexts(t *testing.T) {
	models := map[string]*bugs.Model{}
	some := map[string]bool{"exams": true, "pump": true, "rats": true, "naive Bayes": true,
		"autoregression": true}
	for _, c := range suite(t) {
		if some[c.name] || !turns.Short(t) {
			if m, err := c.compile(); err == nil {
				models[c.name] = m
			}
		}
	}
	for _, c := range small {
		if some[c.name] || !turns.Short(t) {
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			models["small "+c.name] = m
		}
	}
	schools, err := bugs.Compile(eightSchools, bugs.Data{"J": 8, "y": []float64{28, 8, -3, 7, -1, 1, 18, 12},
		"sigma": []float64{15, 10, 16, 11, 9, 11, 10, 18}})
	if err != nil {
		t.Fatal(err)
	}
	models["small eight schools"] = schools
	number := uint64(60)
	if turns.Short(t) {
		number = 5
	}
	for seed := range number {
		text, data := newModel(seed)
		models[fmt.Sprint("random ", seed)] = compiled(t, text, data)
	}
	if !turns.Short(t) {
		for name, m := range everyForm(t) {
			if turns.Of(name, 4) {
				models["form "+name] = m
			}
		}
	}
	dir, err := os.MkdirTemp("testdata", "go") // where no other test counts lines
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	write := func(file, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path := "gibbslab/sampler/bugs/" + filepath.ToSlash(dir)
	imports, calls := "", ""
	sweeps, texts, refused := map[string][]sweep{}, map[string]string{}, 0
	for name, m := range models {
		text, err := m.Go()
		random := strings.HasPrefix(name, "random ")
		form := strings.HasPrefix(name, "form ")
		if form && err != nil {
			t.Log(name, err)
			continue
		}
		if random && err != nil && slices.ContainsFunc(cannotRandom, func(why string) bool {
			return strings.Contains(err.Error(), why)
		}) {
			refused++
			continue
		}
		if why := cannot[name]; why != "" {
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v, expected: %s", name, err, why)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		pkg := fmt.Sprintf("m%d", len(sweeps))
		sweeps[name], texts[name] = sweepsOf(t, m), text
		write(pkg+"/model.go", "package "+pkg+"\n\n"+text)
		write(pkg+"/check.go", fmt.Sprintf("package %s\n\nimport \"%s/check\"\n\nfunc Check(sweeps []check.Sweep) "+
			"[]string { return check.All(model(), sweeps) }\n\nfunc Run(said *[]string) [][2]float64 { return check.Run(model(), said) }\n", pkg,
			path))
		imports += fmt.Sprintf("%q\n", path+"/"+pkg)
		if form {
			calls += fmt.Sprintf("wrong = nil\nout.Means[%q] = %s.Run(&wrong)\nout.Wrong[%[1]q] = wrong\n", name, pkg)
			continue
		}
		calls += fmt.Sprintf("out.Wrong[%q] = %s.Check(in[%q])\n", name, pkg, name)
		if differs[name] != "" || strings.HasPrefix(name, "small ") || name == "exams" {
			calls += fmt.Sprintf("wrong = out.Wrong[%q]\nout.Means[%[1]q] = %s.Run(&wrong)\nout.Wrong[%[1]q] = wrong\n", name, pkg)
		}
	}
	write("check/check.go", checker)
	write("main.go", fmt.Sprintf("package main\n\nimport (\n\"encoding/json\"\n\"os\"\n%q\n%s)\n\nfunc main() {\nvar "+
		"in map[string][]check.Sweep\n"+
		"if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {\npanic(err)\n}\nvar out struct {\nWrong "+
		"map[string][]string\nMeans map[string][][2]float64\n}\n"+
		"out.Wrong, out.Means = map[string][]string{}, map[string][][2]float64{}\nvar wrong []string\n%s_ = wrong\nif err := "+
		"json.NewEncoder(os.Stdout).Encode(out); err != nil {\npanic(err)\n}\n}\n",
		path+"/check", imports, calls))
	exe := filepath.Join(t.TempDir(), "texts")
	if out, err := exec.Command("go", "build", "-o", exe, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	in, err := json.Marshal(sweeps)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(exe)
	run.Stdin = strings.NewReader(string(in))
	var complaint strings.Builder
	run.Stderr = &complaint
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.String())
	}
	var said struct {
		Wrong map[string][]string
		Means map[string][][2]float64
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	for name := range sweeps {
		for _, line := range said.Wrong[name] {
			if strings.HasPrefix(name, "random ") && drawnAsNormal(texts[name], sweeps[name], line) {
				continue
			}
			if why := differs[name]; why == "" || !slices.ContainsFunc(strings.Split(why, "|"),
				func(w string) bool { return strings.HasPrefix(line, w) }) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	if refused > len(models)/8 {
		t.Errorf("%d of %d models are refused", refused, len(models))
	}
	for name, means := range said.Means {
		sameLaw(t, name, models[name], means)
	}
}

// drawnAsNormal tells whether the text has a normal draw where the plan has a slice, as in [differs].
func drawnAsNormal(text string, sweeps []sweep, line string) bool {
	name, _, _ := strings.Cut(line, ": differs")
	k := slices.IndexFunc(sweeps, func(s sweep) bool { return s.Name == name })
	return strings.HasSuffix(name, "(slice)") &&
		strings.Contains(strings.Split(text, "\nfunc update")[1+sweeps[k].Block], "NormalPrecision(")
}

// sameLaw compares means of the text's chains with those of the compiled sampler.
func sameLaw(t *testing.T, name string, m *bugs.Model, means [][2]float64) {
	tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Draws: 5000, Seed: 3})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s, err := diag.Summarize(tr)
	if err != nil {
		t.Fatal(err)
	}
	var rows []diag.Row
	for _, row := range s.Rows {
		if row.Label != "lp__" {
			rows = append(rows, row)
		}
	}
	if len(rows) != len(means) {
		t.Errorf("%s: the text's trace has %d numbers, expected %d", name, len(means), len(rows))
		return
	}
	for i, row := range rows {
		z := (row.Mean - means[i][0]) / math.Hypot(row.SD/math.Sqrt(row.ESSBulk), means[i][1])
		if means[i][0] == row.Mean {
			continue
		}
		if !(math.Abs(z) <= 4.5) {
			t.Errorf("%s: %s: mean %.4g, compiled %.4g (z = %.1f)", name, row.Label, means[i][0], row.Mean, z)
		}
	}
}

// What a teacher would write, up to the intervals of the starts, which come from the compiled sampler's. To
// write the files anew: UPDATE=1 go test -run TestGoGolden ./sampler/bugs
func TestGoGolden(t *testing.T) {
	for _, c := range suite(t) {
		if c.name != "exams" && c.name != "pump" && c.name != "rats" {
			continue
		}
		m, err := c.compile()
		if err != nil {
			t.Fatal(err)
		}
		text, err := m.Go()
		if err != nil {
			t.Fatal(err)
		}
		before, rest, _ := strings.Cut(text, "// start makes")
		_, after, found := strings.Cut(rest, "\n}\n")
		if !found {
			t.Fatalf("%s: no start in\n%s", c.name, text)
		}
		file := filepath.Join("testdata", "go", c.name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(before+after), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		expected, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := before + after; got != string(expected) {
			t.Errorf("%s: the text differs from %s:\n%s", c.name, file, got)
		}
	}
}

// The text of a model with chosen updates says that it lacks them.
func TestGoOfChoices(t *testing.T) {
	m, err := bugs.Compile("model { y ~ dpois(l); l ~ dgamma(1, 1) }", bugs.Data{"y": 3})
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := m.Choose("slice", "l")
	if err != nil {
		t.Fatal(err)
	}
	const remark = "chosen updates are not printed"
	plain, err1 := m.Go()
	other, err2 := chosen.Go()
	if err1 != nil || err2 != nil || strings.Contains(plain, remark) || !strings.Contains(other, remark) {
		t.Error(plain, other, err1, err2)
	}
}

// A vector may be drawn and computed in parts, or given in part: then the labels say which elements
// are drawn, counted from zero. All three at once cannot be printed.
func TestGoOfVectorsInParts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`l[1] ~ dgamma(1, 0.5)
		d ~ dgamma(1, 0.2)
		l[2] <- l[1] + d`, "dst[0] = s.L[0]\n\t\t\t\tdst[1] = s.L[0] + s.D\n"},
		{`l[1] ~ dgamma(1, 0.5)
		for (k in 2:2) { l[k] <- 2*l[k-1] }`, "start"},
		{`l[1] <- 1
		for (k in 2:2) { l[k] ~ dgamma(1, 0.1) }`, `Coords: [][]string{{"2"}}`},
		{`l[1] <- 1
		l[2] ~ dgamma(1, 0.5)
		l[3] <- 2*l[2]`, "elements of l are drawn, given, and computed"},
	} {
		m, err := bugs.Compile("model { for (i in 1:3) { z[i] ~ dcat(p[]); y[i] ~ dpois(l[z[i]]) }\n"+c.text+" }",
			bugs.Data{"p": []float64{0.5, 0.5}, "y": []int{1, 4, 2}})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := m.Go(); !strings.Contains(text+fmt.Sprint(err), c.want) || strings.Contains(text, "r, math.NaN") {
			t.Errorf("%s, and starts: expected in\n%s%v", c.want, text, err)
		}
	}
}
