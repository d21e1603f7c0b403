package sampler

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestStanCSV(t *testing.T) {
	tr := smallTrace()
	var files [2]bytes.Buffer
	for k := range files {
		if err := tr.WriteStanCSV(&files[k], k); err != nil {
			t.Fatal(err)
		}
	}
	const want = `# z[0..1] is not in this file: it was not recorded at every draw
lp__,mu,phi.1.1,phi.2.1,phi.1.2,phi.2.2,phi.1.3,phi.2.3
-1,1,0,10,1,11,2,12
-2,2,0.5,10.5,1.5,11.5,2.5,12.5
`
	if files[0].String() != want {
		t.Errorf("got\n%s", files[0].String())
	}
	back, err := ReadStanCSV(&files[0], &files[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"mu", "lp__", "phi[0,0]", "phi[1,0]", "phi[1,2]"} {
		a, _ := tr.Draws(label)
		b, err := back.Draws(label)
		if err != nil {
			t.Fatal(err)
		}
		equalBits(t, label, a, b)
	}
}

// TestReadCmdStan reads a file with warm-up draws, as CmdStan writes it.
func TestReadCmdStan(t *testing.T) {
	tr, err := ReadStanCSV(strings.NewReader(`# stan_version_major = 2
# method = sample (Default)
#   sample
#     num_samples = 2
#     num_warmup = 1
#     save_warmup = 1
lp__,accept_stat__,theta.1,theta.2
# Adaptation terminated
# Step size = 0.9
-9,1,9,9
-7.5,0.98,0.25,nan
-7.6,1e-3,0.5,-inf
#
#  Elapsed Time: 0.005 seconds (Warm-up)
`))
	if err != nil {
		t.Fatal(err)
	}
	theta, err := tr.Chains("theta[0]")
	if err != nil {
		t.Fatal(err)
	}
	equalBits(t, "theta[0]", theta[0], []float64{0.25, 0.5})
}

func TestMalformedStanCSV(t *testing.T) {
	for file, want := range map[string]string{
		"":                           "no line of names",
		"# only comments\n":          "no line of names",
		"mu,nu\n1,2\n3\n":            "line 3 has 1 values and the header 2",
		"mu,nu\n1,x\n":               `line 2 column 2 ("nu"): "x" is not a number`,
		"mu.0\n1\n":                  `"mu.0" is not a name`,
		"mu.a\n1\n":                  `"mu.a" is not a name`,
		"mu.1,mu.3\n1,2\n":           "mu[0..2] has 2 columns",
		"mu.1,mu.1\n1,2\n":           "twice",
		"mu,mu\n1,2\n":               "twice",
		"mu,mu.1\n1,2\n":             "has 1 indices, and an earlier one of that name 0",
		"mu.99999999999\n1\n":        "has 1 columns",
		",\n1,2\n":                   "the name is empty",
		"a.3.1,a.1.3,a.1.1\n1,2,3\n": "a[0..2,0..2] has 3 columns",
	} {
		_, err := ReadStanCSV(strings.NewReader(file))
		if err == nil {
			t.Errorf("%q is accepted", file)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", file, err)
		}
	}
	if _, err := ReadStanCSV(); err == nil {
		t.Error("no files are accepted")
	}
	if _, err := ReadStanCSV(strings.NewReader("a\n1\n"),
		strings.NewReader("b\n1\n")); err == nil ||
		!strings.Contains(err.Error(), "file 2: its parameters differ") {
		t.Errorf("chains of two models: %v", err)
	}
	ragged := smallTrace()
	ragged.columns[0].Draws[0][0] = []float64{1}
	if err := ragged.WriteStanCSV(io.Discard, 0); err == nil ||
		!strings.Contains(err.Error(), "the same number") {
		t.Errorf("ragged columns: %v", err)
	}
	if err := smallTrace().WriteStanCSV(io.Discard, 2); err == nil {
		t.Error("a third chain is written")
	}
}

func FuzzReadStanCSV(f *testing.F) {
	f.Add("lp__,mu.1\n1,2\n")
	f.Add("# num_warmup = 1\n# save_warmup = 1\na.1.2,a.1.1\n1,2\n3,4\n")
	f.Fuzz(func(t *testing.T, file string) {
		tr, err := ReadStanCSV(strings.NewReader(file))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := tr.WriteStanCSV(&b, 0); err != nil {
			t.Fatal(err)
		}
		back, err := ReadStanCSV(&b)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		labels, _ := tr.Labels()
		for _, l := range labels {
			a, _ := tr.Draws(l)
			b, _ := back.Draws(l)
			equalBits(t, l, a, b)
		}
	})
}
