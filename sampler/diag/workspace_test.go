package diag

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// rowsAgree compares all numbers of two rows, including those that are NaN.
func rowsAgree(t *testing.T, about any, got, want Row) {
	t.Helper()
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if g.Field(i).Kind() != reflect.Float64 {
			continue
		}
		if a, b := g.Field(i).Float(), w.Field(i).Float(); !diagtest.Near(a, b, 1e-12) {
			t.Errorf("%v: %s is %.17g, plainly %.17g", about, g.Type().Field(i).Name, a, b)
		}
	}
}

// The workspace must give the same numbers as the plain functions, and remember nothing from one
// scalar to the next.
func TestWorkspaceAgreesWithPlainFunctions(t *testing.T) {
	w := fast.Workspace{Interval: Options{}.interval}
	for _, c := range loadReference(t) {
		x := c.Make()
		rowsAgree(t, c.ChainSpec, Options{}.row(&w, "x", x), Options{}.plainRow("x", x))
	}
	for name, x := range diagtest.AwkwardChains() {
		rowsAgree(t, name, Options{}.row(&w, "x", x), Options{}.plainRow("x", x))
	}
	r := rand.New(rand.NewPCG(5, 1))
	for i := range 400 {
		x := randomChains(r)
		rowsAgree(t, fmt.Sprintf("random chains %d of %d × %d", i, len(x), len(x[0])),
			Options{}.row(&w, "x", x), Options{}.plainRow("x", x))
	}
}

// randomChains are ragged chains of awkward numbers: few values, heavy tails, clusters, steps,
// large offsets.
func randomChains(r *rand.Rand) [][]float64 {
	n := 10 + r.IntN(300)
	phi := []float64{-0.9, 0, 0.7, 0.99}[r.IntN(4)]
	x := diagtest.AR1(r, phi, 1+r.IntN(5), n)
	kind, scale := r.IntN(9), math.Ldexp(1, r.IntN(801)-400)
	for c := range x {
		for i, v := range x[c] {
			switch kind {
			case 0:
				v = math.Floor(v)
			case 1:
				v = math.Copysign(math.Exp(20*math.Abs(v)), v)
			case 2:
				v = 1e9 + v*1e-6
			case 3: // two tight clusters
				v = math.Copysign(1, v) + v*1e-15
			case 4:
				v = math.Round(math.Tanh(3 * v)) // −1, 0, 1
			case 5:
				v = float64(c) + math.Floor(v/3)
			case 6:
				v = max(v, x[c][max(i-1, 0)]) // steps
			case 7:
				v *= scale
			}
			x[c][i] = v
		}
		x[c] = x[c][:len(x[c])-r.IntN(2)*r.IntN(5)*min(1, len(x[c])/20)]
	}
	return x
}

// A scalar of ordinary size must not use the plain functions, or the tests above tested nothing.
func TestWorkspaceServesOrdinaryChains(t *testing.T) {
	for _, c := range []struct {
		x    [][]float64
		want bool
	}{
		{invarianceChains(), true}, {[][]float64{make([]float64, 10)}, true},
		{[][]float64{make([]float64, 9)}, false},
		{diagtest.Mapped(invarianceChains(), func(v float64) float64 { return 1e130 * v }),
			false},
		{diagtest.Mapped(invarianceChains(), func(v float64) float64 { return 1e119 * v }),
			true},
		{diagtest.Mapped(invarianceChains(),
			func(v float64) float64 { return 1e-200 * v }), false}, {nil, false},
		{diagtest.AwkwardChains()["NaN"], false}, {diagtest.AwkwardChains()["-Inf"], false},
	} {
		if got := fast.Ordinary(series.Rectangle(c.x)); got != c.want {
			t.Errorf("%.3v: ordinary is %v", c.x, got)
		}
	}
}

func TestWorkspaceTakesNoMemoryAgain(t *testing.T) {
	w := fast.Workspace{Interval: Options{}.interval}
	for _, phi := range []float64{0, 0.95} { // without and with Fourier transforms
		for _, n := range []int{500, 501} {
			x := ChainSpec{Kind: "normal", Phi: phi, Chains: 4, Draws: n, Seed: 1}.Make()
			y := ChainSpec{Kind: "rounded", Phi: phi, Chains: 4, Draws: n, Seed: 2}.Make()
			if allocs := testing.AllocsPerRun(5,
				func() { Options{}.row(&w, "x", x); Options{}.row(&w, "y", y) }); allocs != 0 {
				t.Errorf("φ = %v, %d draws: %v allocations for two rows", phi, n, allocs)
			}
		}
	}
	if testing.AllocsPerRun(5, func() { Options{}.plainRow("x", invarianceChains()) }) == 0 {
		t.Error("the plain functions seem to take no memory either: the count is wrong")
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	tr := &sampler.Trace{}
	for k, kind := range []string{"normal", "rounded", "binary", "heavy", "apart", "one stuck",
		"constant", "counts"} {
		for _, phi := range []float64{0, 0.97} {
			x := ChainSpec{Kind: kind, Phi: phi, Chains: 3, Draws: 200, Seed: uint64(k)}.Make()
			if err := tr.Add(fmt.Sprintf("%s_%d_%v", strings.ReplaceAll(kind, " ", ""), k, phi > 0),
				x); err != nil {
				t.Fatal(err)
			}
		}
	}
	var first []string
	for _, procs := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(procs)
		s, err := Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		var bits []string
		for _, row := range s.Rows {
			bits = append(bits, fmt.Sprintf("%x", row))
		}
		if first == nil {
			first = bits
		}
		if !slices.Equal(bits, first) {
			t.Errorf("%d workers give other rows than one", procs)
		}
	}
	if fmt.Sprintf("%x", 1.0) == fmt.Sprintf("%x", 1+1e-15) {
		t.Error("the last bit is not seen")
	}
}

func BenchmarkWorkspace(b *testing.B) {
	for _, phi := range []float64{0, 0.5, 0.95} {
		b.Run(fmt.Sprint("phi=", phi), func(b *testing.B) {
			x := ChainSpec{Kind: "normal", Phi: phi, Chains: 4, Draws: 1000, Seed: 1}.Make()
			w := fast.Workspace{Interval: Options{}.interval}
			b.ReportAllocs()
			for b.Loop() {
				Options{}.row(&w, "x", x)
			}
		})
	}
}

// BenchmarkSummarize10k is the table of 10 000 scalars, 4 × 1000 draws each.
func BenchmarkSummarize10k(b *testing.B) {
	const scalars, different = 10000, 50
	var x [different][][]float64
	for k := range x {
		x[k] = ChainSpec{Kind: "normal", Phi: 0.5, Chains: 4, Draws: 1000,
			Seed: uint64(k)}.Make()
	}
	tr := &sampler.Trace{}
	for k := range scalars {
		if err := tr.Add(fmt.Sprint("x", k), x[k%different]); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := Summarize(tr); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*scalars), "µs/scalar")
}

// Very many draws are ranked by the workspace. The result agrees with Geyer's sum.
func TestVeryManyDraws(t *testing.T) {
	for _, n := range []int{veryMany / 4, veryMany/4 + 1} {
		x := diagtest.AR1(rand.New(rand.NewPCG(11, 3)), 0.6, 4, n)
		if got, want := ESSBulk(x), fast.Geyer(rankNormal(series.Split(x))); !diagtest.Near(got,
			want, 1e-9) {
			t.Errorf("%d draws: bulk ESS %v, want %v", n, got, want)
		}
	}
}
