package slips

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAsked tells questions from code.
func TestAsked(t *testing.T) {
	for cell, want := range map[string]string{
		"nb.Density?":        "nb.Density",
		"?nb.Density":        "nb.Density",
		"%%\n  nb.Density??": "nb.Density",
		"?? update.Slice\n":  "update.Slice",
		"nb.Density":         "",
		"a?\nb?":             "",
		"f(x)?":              "",
		"":                   "",
	} {
		if got, ok := Asked(strings.Split(cell, "\n")); got != want || ok != (want != "") {
			t.Errorf("%q: %q", cell, got)
		}
	}
}

// TestQuoted completes names of parameters between quotes, and nothing elsewhere.
func TestQuoted(t *testing.T) {
	folder := t.TempDir()
	os.WriteFile(filepath.Join(folder, NamesFile), []byte("mu\nsigma2\ntheta[0]\n"), 0o600)
	source := "package main\n\nvar p = sampler.Scalar(\"tau\", f)\nvar q = sampler.Param[s]{Name: \"mix\"}\n"
	for text, want := range map[string]string{
		`nb.Density(tr, "`:       "mu sigma2 theta[0] tau mix",
		`nb.Density(tr, "m`:      "mu mix",
		"nb.Density(tr, `th":     "theta[0]",
		`nb.Density(tr, "mu", "`: "mu sigma2 theta[0] tau mix",
		`nb.Density(tr, "mu"`:    "no",
		`x := 1 // "`:            "no",
		`f("a\"`:                 "",
	} {
		names, n, ok := Quoted(folder, source, []string{"%%", text}, 1, len(text))
		got := strings.Join(names, " ")
		if !ok {
			got = "no"
		}
		if got != want || ok && n > 3 {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	all := Imports{"ast": "go/ast", "fmt": "fmt"}
	for text, want := range map[string]string{
		"distuv.Weibull{":       "K",
		"distuv.Weibull{K: 1, ": "K",
		"f(":                    "K x float64(x)",
		"state{":                "K x float64(x)",
	} {
		got := all.Fitting([]string{"K", "ast", "x", "float64(x)"}, []string{text}, 0, len(text))
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := all.Fitting([]string{"ast"}, []string{"f("}, 0, 2); !slices.Equal(got, []string{"ast"}) {
		t.Error(got)
	}
}
