package page

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
)

var short = Settings{Warmup: 50, Draws: 60, Seed: 7}

const chains = 2

// drawn runs the chains of a model one by one, as the workers of the page do.
func drawn(t *testing.T, m *Model, set Settings) *Draws {
	t.Helper()
	d := m.NewDraws(chains)
	for c := range chains {
		set.Chain = c
		err := m.Run(set, runtime.Gosched, func(sweeps int, draws []float64) {
			if _, err := d.Add(c, draws); err != nil || sweeps > set.Warmup+set.Draws {
				t.Errorf("after %d sweeps: %v", sweeps, err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func example(t *testing.T, name string) *Model {
	t.Helper()
	examples, err := Examples()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		if e.Name == name {
			m, err := Compile(e.Text, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	t.Fatalf("there is no example %q", name)
	return nil
}

// Each example compiles, has all pictures, and its chains draw one by one what they draw in
// sampler.Run together, bit for bit.
func TestExamples(t *testing.T) {
	examples, err := Examples()
	if err != nil || len(examples) < 12 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	for _, e := range examples {
		t.Run(e.Name, func(t *testing.T) {
			m := example(t, e.Name)
			d := drawn(t, m, short)
			got, err := d.Trace(all)
			if err != nil {
				t.Fatal(err)
			}
			want, err := sampler.Run(context.Background(), m.model.Sampler(), sampler.Settings{Chains: chains,
				Warmup: short.Warmup, Draws: short.Draws, Seed: short.Seed})
			if err != nil {
				t.Fatal(err)
			}
			if where := differ(t, got, want); where != "" {
				t.Error(where)
			}
			about := m.About()
			if about.Plates == nil || len(about.Plan.Rows) == 0 || len(about.Unknowns) == 0 {
				t.Errorf("%+v", about)
			}
			for _, u := range about.Unknowns {
				if text, err := m.Derivation(u.Name); (err == nil) != u.Drawn || u.Drawn && !strings.Contains(text, "$$") {
					t.Errorf("%+v: %v %q", u, err, text)
				}
			}
			for _, kind := range []string{"traces", "densities", "intervals", "pairs"} {
				for _, room := range []int{340, 900} {
					p, err := d.Picture(kind, "", room, false)
					if err != nil || !strings.HasPrefix(p.SVG, "<svg") || p.Words == "" || p.Width > max(room, 640) {
						t.Errorf("%s in %d: %v, %d wide, %q", kind, room, err, p.Width, p.Words)
					}
				}
			}
			if s, err := d.Summary(false); err != nil || s.Verdict == "" || len(s.Rows) == 0 ||
				strings.Contains(strings.Join(s.Warnings, " "), "far outside") {
				t.Errorf("%v: %+v", err, s)
			}
		})
	}
}

// differ says where two traces differ. Another seed must.
func differ(t *testing.T, got, want *sampler.Trace) string {
	t.Helper()
	labels, err := want.Labels()
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range labels {
		a, err := got.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := want.Chains(label)
		if !slices.EqualFunc(a, b, slices.Equal) {
			return label + " was drawn differently"
		}
	}
	return ""
}

func TestOtherSeedDiffers(t *testing.T) {
	m := example(t, "exams")
	other := short
	other.Seed++
	a, _ := drawn(t, m, short).Trace(all)
	b, _ := drawn(t, m, other).Trace(all)
	if differ(t, a, b) == "" {
		t.Error("another seed has the same draws")
	}
}

func TestReadData(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"y\n1\n2.5\n":                  "The data have 2 rows. Variables: y, N.",
		"y;Group A\n1,5;b\nNA;a\n3;b":  `The data have 3 rows. Variables: y, Group.A, N.|The column "Group A" is Group.A in the model.|Group.A holds names, which are numbers now: 1 b, 2 a.`,
		`{"N": 2, "y": [1, null]}`:     "Variables: N, y.",
		"y <- c(1, 2)\nN <- 2":         "Variables: N, y.",
		"list(y = c(1, 2), N = 2)":     "Variables: N, y.",
		"\ufeffN\ty\n3\t1\n3\t2\n3\t1": "The data have 3 rows. Variables: N, y.",
	} {
		notes, err := Notes(text)
		if got := strings.Join(notes, "|"); err != nil || got != want {
			t.Errorf("%q: %v %q, expected %q", text, err, got, want)
		}
	}
	for text, want := range map[string]string{
		"y\n1\ntwo\n3\n":  `line 3`,
		"a b,a.b\n1,2\n":  "two columns",
		"y\n":             "no data",
		`{"y": [1, "x"]}`: "line 1",
		"y,z\n1\n":        "line 2",
		"1,y\n1,2\n":      "column 1",
	} {
		if _, err := Notes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	values, _, err := readData("g,y\nb,1\na,2\nb,NA\n")
	if of, ok := values["g"].([]int); err != nil || !ok || !slices.Equal(of, []int{1, 2, 1}) {
		t.Errorf("%v %v", values, err)
	}
}

// Reaction times, pasted over the scores of a class, whose prior says 80 give or take 4.
func TestSurprises(t *testing.T) {
	m := example(t, "exams")
	m, err := Compile(m.text, "score\n312\n288\n345\n301\n299\n")
	if err != nil {
		t.Fatal(err)
	}
	s, err := drawn(t, m, short).Summary(false)
	if err != nil || !strings.Contains(strings.Join(s.Warnings, " "), "sigma2 is far outside its prior") {
		t.Errorf("%v %q", err, s.Warnings)
	}
}

// A look at a run takes as many draws of each chain, and none complains that others have more.
func TestGlance(t *testing.T) {
	d := drawn(t, example(t, "exams"), short)
	for i := range d.chains[0] {
		d.chains[0][i] = d.chains[0][i][:40]
	}
	if s, err := d.Summary(true); err != nil || strings.Contains(strings.Join(s.Warnings, " "), "the chains have") {
		t.Errorf("%v %q", err, s.Warnings)
	}
}

func TestMistake(t *testing.T) {
	_, err := Compile("model {\n  y ~ Normall(0, 1)\n}", "")
	m := MistakeOf(err)
	if m.Line != 2 || m.Col != 7 || !strings.Contains(m.Text, "line 2, column 7") || !strings.Contains(m.Text, "^") {
		t.Errorf("%+v", m)
	}
}

// The notebook's data and text make the same model.
func TestNotebook(t *testing.T) {
	for _, c := range []struct{ text, data string }{
		{"model { for (i in 1:N) { y[i] ~ dnorm(mu[g[i]], 1) }\n for (k in 1:2) { mu[k] ~ dnorm(0, 1) } # `\n}", "g,y\nb,1\na,2\nb,NA\n"},
		{"model { y ~ dnorm(mu, 1)\n mu ~ dnorm(0, 1) }", `{"y": 1}`},
		{"model { mu ~ dnorm(0, 1) }", " "},
	} {
		m, err := Compile(c.text, c.data)
		if err != nil {
			t.Fatal(err)
		}
		text, err := m.Notebook(short, 4)
		if err != nil {
			t.Fatal(err)
		}
		var book struct {
			Cells []struct{ Source, Type string }
		}
		if err := json.Unmarshal([]byte(text), &book); err != nil {
			t.Fatal(err)
		}
		model, data := constant(t, book.Cells[1].Source), constant(t, book.Cells[2].Source)
		values, err := bugs.ReadData(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		again, err := bugs.Compile(model, values)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := drawn(t, m, short).Trace(all)
		b, err := sampler.Run(context.Background(), again.Sampler(), sampler.Settings{Chains: chains,
			Warmup: short.Warmup, Draws: short.Draws, Seed: short.Seed})
		if err != nil || differ(t, a, b) != "" {
			t.Errorf("%q: %v %s", c.text, err, differ(t, a, b))
		}
	}
}

// constant is the text of a Go declaration of a constant.
func constant(t *testing.T, source string) (text string) {
	_, value, _ := strings.Cut(source, "=")
	for i, part := range strings.Split(value, " + ") {
		s, err := strconv.Unquote(strings.TrimSpace(part))
		if err != nil {
			t.Fatalf("part %d of %q: %v", i, source, err)
		}
		text += s
	}
	return text
}

// The programs compile.
func TestProgram(t *testing.T) {
	for _, name := range []string{"numbers", "exams", "rats"} {
		text, err := example(t, name).Program()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
}

func TestCSV(t *testing.T) {
	d := drawn(t, example(t, "exams"), short)
	text, err := d.CSV()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 1+chains*short.Draws || !slices.Equal(rows[0][:3], []string{"chain", "draw", "mu"}) {
		t.Fatalf("%v, %d rows, %v", err, len(rows), rows[0])
	}
	if x, err := strconv.ParseFloat(rows[short.Draws+1][2], 64); err != nil || x != d.chains[1][0][0] {
		t.Errorf("%v, expected %v", rows[short.Draws+1], d.chains[1][0][0])
	}
}

func TestAddRefuses(t *testing.T) {
	d := example(t, "exams").NewDraws(1)
	for _, c := range []int{-1, 1} {
		if _, err := d.Add(c, nil); err == nil {
			t.Errorf("chain %d was taken", c)
		}
	}
	if _, err := d.Add(0, make([]float64, d.scalars+1)); err == nil {
		t.Error("half a draw was taken")
	}
	if _, err := d.Picture("maps", "", 500, false); err == nil {
		t.Error("a picture of an unknown kind was drawn")
	}
	if _, err := d.Picture("densities", "mu", 500, false); err == nil {
		t.Error("no draws have a density")
	}
}
