package bugs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/diag"
)

// suiteModel is a model of testdata/suite with what other programs, or exact sums, say about it.
type suiteModel struct {
	name, text string
	data       bugs.Data
	Monitors   []string
	Reference  map[string][3]float64 // mean, standard deviation, error of the mean
}

// suite reads the models.
func suite(t *testing.T) (all []suiteModel) {
	t.Helper()
	files, _ := filepath.Glob("testdata/suite/*.bug")
	if len(files) < 30 {
		t.Fatalf("testdata/suite has %d models, expected at least 30", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		about, err := os.ReadFile(strings.TrimSuffix(file, ".bug") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		m := suiteModel{name: strings.TrimSuffix(filepath.Base(file), ".bug"), text: string(text)}
		var raw struct{ Data json.RawMessage }
		if err := json.Unmarshal(about, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := json.Unmarshal(about, &raw); err != nil {
			t.Fatal(err)
		}
		arrays, err := data.ReadJSON(bytes.NewReader(raw.Data))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		m.data = bugs.Data{}
		for k, v := range arrays {
			m.data[k] = v
		}
		all = append(all, m)
	}
	return all
}

// compile compiles the model, recording what the reference has.
func (c suiteModel) compile() (*bugs.Model, error) {
	m, err := bugs.Compile(c.text, c.data)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range c.Monitors {
		name, _, _ = strings.Cut(name, "[")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return m.Monitor(names...)
}

// element writes the label of a trace as the language writes an element: y[3,4] for y[3.4] and
// y[3, 4].
func element(label string) string {
	array, index, found := strings.Cut(label, "[")
	if !found {
		return label
	}
	return array + "[" + strings.NewReplacer(".", ",", ", ", ",").Replace(index)
}

// slow are models that mix too badly for a comparison of their means in every run, and why.
var slow = map[string]string{
	"cervix":     "the regression waits for 1929 classes, which are drawn one by one",
	"stagnant-1": "alpha is the height of the line at x[k]: alpha and k hold each other",
}

// Each model of the suite compiles, runs, and, in a long run at one of four commits, has the posterior means of its
// reference.
func TestSuite(t *testing.T) {
	for _, c := range suite(t) {
		t.Run(c.name, func(t *testing.T) {
			m, err := c.compile()
			if err != nil {
				t.Fatal(err)
			}
			set := sampler.Settings{Chains: 1, Warmup: 50, Draws: 100, Seed: 1}
			long := !testing.Short() && turns.Of(c.name, 4)
			if long {
				set.Chains, set.Warmup, set.Draws = 4, 1000, min(8000, max(1000, 100_000_000/cost(m)))
			}
			tr, err := sampler.Run(context.Background(), m.Sampler(), set)
			if err != nil {
				t.Fatalf("%v\n%v", err, m.Plan())
			}
			if !long {
				lp, err := tr.Chains("lp__")
				infinite := func(v float64) bool { return !(math.Abs(v) < 1e100) }
				if err != nil || slices.ContainsFunc(lp[0], infinite) {
					t.Errorf("the log joint is not finite (%v)", err)
				}
				return
			}
			compare(t, c, m, tr)
		})
	}
}

// cost is how many products a sweep takes.
func cost(m *bugs.Model) (n int) {
	for _, u := range m.Plan() {
		n += u.Cost
	}
	return n
}

// compare compares posterior means with the reference.
func compare(t *testing.T, c suiteModel, m *bugs.Model, tr *sampler.Trace) {
	s, err := diag.Summarize(tr)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]diag.Row{}
	for _, row := range s.Rows {
		told[element(row.Label)] = row
	}
	weak := 0
	for name, ref := range c.Reference {
		row, ok := told[name]
		if !ok {
			t.Errorf("%s is not in the trace", name)
			continue
		}
		if row.ESSBulk < 100 {
			weak++
			t.Logf("%s has %.0f effective draws", name, row.ESSBulk)
			continue
		}
		z := (row.Mean - ref[0]) / math.Hypot(row.SD/math.Sqrt(row.ESSBulk), ref[2])
		if math.Abs(z) > 4 {
			t.Errorf("%s: mean %.5g, and %.5g in the reference (sd %.3g): z = %.1f", name, row.Mean,
				ref[0], ref[1], z)
		}
		if r := row.SD / ref[1]; ref[1] > 0 && row.ESSBulk > 1000 && (r < 0.85 || r > 1.15) {
			t.Errorf("%s: sd %.4g, and %.4g in the reference", name, row.SD, ref[1])
		}
	}
	if weak > 0 && slow[c.name] == "" {
		t.Errorf("%d of %d quantities have less than 100 effective draws: mend it, or add the model "+
			"to slow with the reason", weak, len(c.Reference))
	}
	if t.Failed() {
		t.Log(m.Plan())
	}
}
