package bugs_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/block"
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
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"gibbslab/sampler"
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
		if err := m.Blocks[w.Block].Update(rand.New(rand.NewPCG(w.Seed, 3)), s); err != nil {
			wrong = append(wrong, err.Error())
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
	"choices":          "is computed from the unknowns",
	"grades":           "is computed from the unknowns",
	"growth":           "is a vector or a matrix",
	"jaw-linear":       "is a vector or a matrix",
	"mice":             "lies in an interval",
	"small Wishart":    "is a vector or a matrix",
	"small truncated":  "logmass.dnorm",
	"small volatility": "is computed step by step",
	"states":           "logmass.dnorm",
	"truncated":        "logmass.dnorm",
}

// differs are updates that draw from the same law in another way: normal draws in the text, where the plan
// has slices because it looks at all elements of the array at once.
var differs = map[string]string{"birats1": "beta", "small autoregression": "x["}

// The text of a model makes the same updates as the compiled sampler that draws each unknown by itself: from
// equal states to states that agree to 1e-9. In short mode for few models.
func TestGoTexts(t *testing.T) {
	models := map[string]*bugs.Model{}
	some := map[string]bool{"exams": true, "pump": true, "rats": true, "naive Bayes": true}
	for _, c := range suite(t) {
		if some[c.name] || !testing.Short() {
			if m, err := c.compile(); err == nil {
				models[c.name] = m
			}
		}
	}
	for _, c := range small {
		if some[c.name] || !testing.Short() {
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			models["small "+c.name] = m
		}
	}
	dir, err := os.MkdirTemp(".", "testgo")
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
	path := "gibbslab/sampler/bugs/" + filepath.Base(dir)
	imports, calls := "", ""
	sweeps := map[string][]sweep{}
	for name, m := range models {
		text, err := m.Go()
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
		sweeps[name] = sweepsOf(t, m)
		write(pkg+"/model.go", "package "+pkg+"\n\n"+text)
		write(pkg+"/check.go", fmt.Sprintf("package %s\n\nimport \"%s/check\"\n\nfunc Check(sweeps []check.Sweep) []string { return check.All(model(), sweeps) }\n", pkg, path))
		imports += fmt.Sprintf("%q\n", path+"/"+pkg)
		calls += fmt.Sprintf("out[%q] = %s.Check(in[%q])\n", name, pkg, name)
	}
	write("check/check.go", checker)
	write("main.go", fmt.Sprintf("package main\n\nimport (\n\"encoding/json\"\n\"os\"\n%q\n%s)\n\nfunc main() {\nvar in map[string][]check.Sweep\n"+
		"if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {\npanic(err)\n}\nout := map[string][]string{}\n%sjson.NewEncoder(os.Stdout).Encode(out)\n}\n",
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
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var wrong map[string][]string
	if err := json.Unmarshal(out, &wrong); err != nil {
		t.Fatal(err)
	}
	for name := range sweeps {
		for _, line := range wrong[name] {
			if why := differs[name]; why == "" || !strings.HasPrefix(line, why) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
