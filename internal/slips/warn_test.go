package slips

import (
	"strings"
	"testing"
)

// TestWarnings gives lines of a cell with what must be said about each, or nothing.
func TestWarnings(t *testing.T) {
	for line, want := range map[string]string{
		"return math.Exp(-1/2*x*x)":                "-1 / 2 is 0 in Go, because both are whole numbers: write -1.0/2",
		"return 2/3*x":                             "2 / 3 is 0 in Go",
		"return x * (7/2)":                         "7 / 2 is 3 in Go",
		"return math.Pow(x, 1/2)":                  "1 / 2 is 0 in Go",
		"return variate.Gamma(r, 1/2, 1)":          "1 / 2 is 0 in Go",
		"return distuv.Normal{Sigma: 1/2}.Rand()":  "1 / 2 is 0 in Go",
		"half := []float64{1 / 2}; return half[0]": "1 / 2 is 0 in Go",
		"var y float64 = 1/3; return y":            "1 / 3 is 0 in Go",
		"return own(1/2)":                          "1 / 2 is 0 in Go",
		"return tr.Mean() * 1/2":                   "", // the product is divided
		"return 1/2*tr.Mean()":                     "1 / 2 is 0 in Go",
		"return 2^3":                               "2 ^ 3 is no power in Go, where ^ compares bits: write math.Pow(2, 3)",
		"return float64(n^2)":                      "n ^ 2 is no power",
		"return float64(n/2)":                      "n / 2 drops what is behind the point",
		"return float64(n)/2":                      "",
		"return float64(len(xs)/n)":                "len(xs) / n drops",
		"return 6/2*x":                             "",
		"return 1.0/2*x":                           "",
		"return 1/2.*x":                            "",
		"i := n/2; return float64(i)":              "",
		"return xs[7/2]":                           "",
		"return xs[n/2]":                           "",
		"xs = make([]float64, 5/2); return 0":      "",
		"h := n ^ 0x5bd1; return float64(h)":       "",
		"return float64(n ^ len(xs))":              "",
		"return float64(4*n/2 + 1)":                "",
	} {
		source := "package main\n\nimport \"math\"\n\nfunc own(x float64) float64 { return x }\n\n" +
			"func f(x float64, n int, xs []float64) float64 {\n\t" + line + "\n}\n\nfunc g() float64 { return 1/2*own(1) }\n"
		p := &Program{File: "/tmp/main.go", Source: source, Cell: 4, Places: make([]Place, 11)}
		p.Places[7], p.Places[10] = Place{4, 2}, Place{3, 1}
		said := strings.Join(p.Warnings(), "\n")
		if want == "" && said != "" || want != "" && (!strings.HasPrefix(said, "Cell[4]: Line 2: "+want) ||
			strings.Contains(said, "\n")) {
			t.Errorf("%s: %q, want %q", line, said, want)
		}
	}
}

// TestShared gives cells in which chains share a variable, and cells that only look so.
func TestShared(t *testing.T) {
	const block = "sampler.Update(\"x\", func(r *rand.Rand, s *state) {"
	for cell, want := range map[string]string{
		"var sum float64\nfunc f(x float64) float64 {\n\tsum = x\n\treturn sum\n}":            "Line 3: sum",
		"var seen = map[int]int{}\nfunc f(k int) { seen[k]++ }":                               "Line 2: seen",
		"func m() any {\n\tn := make([]float64, 3)\n\treturn " + block + " n[0] = 1 })\n}":    "Line 3: n",
		"func m() any {\n\tn := make([]float64, 3)\n\treturn " + block + " clear(n) })\n}":    "Line 3: n",
		"func m() any {\n\tvar k int\n\treturn " + block + " for k = 0; k < 3; k++ { } })\n}": "Line 3: k",
		"func m() any {\n\tvar k int\n\treturn " + block + " g(func() { k++ }) })\n}":         "Line 3: k",
		"func m() any {\n\treturn " + block + " n := 0; n++; s.X = n })\n}":                   "",
		"func m(y []float64) any {\n\treturn " + block + " s.X = y[0] })\n}":                  "",
		"func m() any {\n\tn := 0\n\tn++\n\treturn n\n}":                                      "",
		"func m() any {\n\tn := 0\n\treturn func(x float64, s *state) { n++ }\n}":             "",
		"var n int\nfunc init_n() { n = 3 }":                                                  "",
		"var n int\nfunc main() { n = 3 }":                                                    "",
	} {
		p := &Program{File: "/tmp/main.go", Source: "package main\n" + cell + "\n", Cell: 4}
		for i := range 10 { // line 1 is that of the package
			p.Places = append(p.Places, Place{4, i})
		}
		said := strings.Join(p.Warnings(), "\n")
		if want == "" && said != "" || want != "" &&
			!strings.HasPrefix(said, "Cell[4]: "+want+" is one variable for all chains") {
			t.Errorf("%s: %q, want %q", cell, said, want)
		}
	}
}
