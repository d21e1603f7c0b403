package relabel

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// eachPairing calls f with the cost of every way of pairing the rows of cost, at most as many as
// columns.
func eachPairing(cost [][]float64, f func(sum float64)) {
	used := make([]bool, len(cost[0]))
	var next func(i int, sum float64)
	next = func(i int, sum float64) {
		if i == len(cost) {
			f(sum)
			return
		}
		for j, c := range cost[i] {
			if !used[j] {
				used[j] = true
				next(i+1, sum+c)
				used[j] = false
			}
		}
	}
	next(0, 0)
}

// bruteForce returns the smallest cost, and how much larger the second smallest is.
func bruteForce(cost [][]float64) (least, margin float64) {
	if len(cost) > len(cost[0]) {
		cost = transposed(cost)
	}
	least, second := math.Inf(1), math.Inf(1)
	eachPairing(cost, func(sum float64) {
		if sum < least {
			least, sum = sum, least
		}
		second = min(second, sum)
	})
	return least, second - least
}

func randomCosts(r *rand.Rand, rows, cols int, draw func() float64) [][]float64 {
	c := make([][]float64, rows)
	for i := range c {
		c[i] = make([]float64, cols)
		for j := range c[i] {
			c[i][j] = draw()
		}
	}
	return c
}

// checkPairs checks that an assignment is valid and that its cost is the sum, and returns this sum.
func checkPairs(t *testing.T, cost [][]float64, a assignment) float64 {
	t.Helper()
	used := map[int]bool{}
	sum, pairs := 0.0, 0
	for i, j := range a.To {
		if j < 0 {
			continue
		}
		if used[j] {
			t.Fatalf("column %d is used twice in %v", j, a.To)
		}
		used[j] = true
		sum += cost[i][j]
		pairs++
	}
	if len(a.To) != len(cost) || pairs != min(len(cost), len(cost[0])) || !(a.Margin >= 0) {
		t.Fatalf("%d × %d costs are assigned as %+v", len(cost), len(cost[0]), a)
	}
	return sum
}

// Whole numbers make ties occur and sums exact: all must be equal.
func TestAssignAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for rows := 1; rows <= 7; rows++ {
		for cols := 1; cols <= 7; cols++ {
			for _, top := range []int{1, 3, 1000} {
				for range 8 {
					cost := randomCosts(r, rows, cols, func() float64 { return float64(r.IntN(2*top) - top) })
					least, margin := bruteForce(cost)
					a, err := assign(cost)
					if err != nil || checkPairs(t, cost, a) != least || a.Cost != least || a.Margin != margin {
						t.Fatalf("%v: %+v, %v; want cost %v, margin %v", cost, a, err, least, margin)
					}
				}
			}
		}
	}
}

// A hidden pairing has cost u + v, and everything else costs more: duality proves it cheapest. The
// cheapest single row that steals makes the greedy choice wrong, so the test can fail.
func TestAssignKnownOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{50, 100, 200} {
		hidden := r.Perm(n)
		u, v := randomCosts(r, 1, n, r.NormFloat64)[0], randomCosts(r, 1, n, r.NormFloat64)[0]
		cost := randomCosts(r, n, n, func() float64 { return 1e-3 + r.Float64() })
		want, greedyDiffers := 0.0, false
		for i := range cost {
			for j := range cost[i] {
				cost[i][j] += u[i] + v[j]
			}
			cost[i][hidden[i]] = u[i] + v[hidden[i]]
			want += cost[i][hidden[i]]
		}
		for i := range cost {
			for j := range cost[i] {
				greedyDiffers = greedyDiffers || cost[i][j] < cost[i][hidden[i]]
			}
		}
		a, err := assign(cost)
		if err != nil || fmt.Sprint(a.To) != fmt.Sprint(hidden) ||
			!diagtest.Near(a.Cost, want, 1e-12) || a.Margin < 1e-3 || !greedyDiffers {
			t.Errorf("n = %d: cost %v, margin %v, %v; want %v", n, a.Cost, a.Margin, err, want)
		}
	}
}

func TestAssignReference(t *testing.T) {
	data, err := os.ReadFile("testdata/labels.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Cases []struct {
			Rows, Cols, Bits int
			Seed             uint64
			Cost             float64
		}
	}
	if err := json.Unmarshal(data, &reference); err != nil || len(reference.Cases) < 8 {
		t.Fatalf("%d cases: %v", len(reference.Cases), err)
	}
	for _, c := range reference.Cases {
		bits := splitMix(c.Seed)
		cost := randomCosts(nil, c.Rows, c.Cols, func() float64 {
			return float64(bits.next() >> (64 - c.Bits))
		})
		a, err := assign(cost)
		if err != nil || a.Cost != c.Cost || checkPairs(t, cost, a) != c.Cost {
			t.Errorf("%+v: cost %v, %v", c, a.Cost, err)
		}
	}
}

// splitMix is splitmix64 (Steele, Lea & Flood 2014), as in testdata/labels.py.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

func TestAssignScales(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	cost := randomCosts(r, 6, 6, r.NormFloat64)
	want, _ := assign(cost)
	for _, scale := range []float64{0x1p-900, 0x1p-400, 0x1p900} {
		got, err := assign(diagtest.Mapped(cost, func(v float64) float64 { return v * scale }))
		if err != nil || fmt.Sprint(got.To) != fmt.Sprint(want.To) ||
			!diagtest.Near(got.Cost, want.Cost*scale, 1e-13) ||
			!diagtest.Near(got.Margin, want.Margin*scale, 1e-12) {
			t.Errorf("times %g: %+v, %v; want %+v", scale, got, err, want)
		}
	}
}

func TestAssignRefuses(t *testing.T) {
	for _, c := range []struct {
		cost [][]float64
		says string
	}{
		{nil, "empty"}, {[][]float64{}, "empty"}, {[][]float64{{}, {}}, "empty"},
		{[][]float64{{1, 2}, {1}}, "row 1 has 1 costs and row 0 has 2"},
		{[][]float64{{1, 2}, {1, math.NaN()}}, "row 1 and column 1 is NaN"},
		{[][]float64{{math.Inf(1), 2}, {1, 1}}, "row 0 and column 0 is +Inf"},
		{[][]float64{{0, math.Inf(-1)}}, "-Inf"},
	} {
		if a, err := assign(c.cost); err == nil || !strings.Contains(err.Error(), c.says) || a.To != nil {
			t.Errorf("%v: %+v, error %v, want %q", c.cost, a, err, c.says)
		}
	}
	a, err := assign([][]float64{{7}})
	if err != nil || a.Cost != 7 || !math.IsInf(a.Margin, 1) {
		t.Errorf("one pair: %+v, %v", a, err)
	}
}

// FuzzAssign reads the numbers of rows and columns, then costs: bytes, or any bits.
func FuzzAssign(f *testing.F) {
	f.Add([]byte{3, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{2, 4, 0, 9, 9, 9, 9, 1, 1, 1, 1})
	f.Add(binary.BigEndian.AppendUint64([]byte{1, 1, 1}, math.Float64bits(math.MaxFloat64)))
	f.Add([]byte{5, 2, 1, 0x7f, 0xef, 255, 255, 255, 255, 255, 255, 0xff, 0xef, 255, 255, 255, 255,
		255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 {
			return
		}
		rows, cols, width := int(data[0]%6)+1, int(data[1]%6)+1, 1
		if data[2]%2 == 1 {
			width = 8
		}
		at := 3
		cost := randomCosts(nil, rows, cols, func() float64 {
			if at += width; at > len(data) {
				return 0
			}
			if width == 1 {
				return float64(data[at-1])
			}
			return math.Float64frombits(binary.BigEndian.Uint64(data[at-8:]))
		})
		a, err := assign(cost)
		if (err == nil) != series.AllFinite(series.Pooled(cost)) {
			t.Fatalf("%v: %v", cost, err)
		}
		if err != nil {
			return
		}
		checkPairs(t, cost, a)
		if least, margin := bruteForce(cost); width == 1 && (a.Cost != least || a.Margin != margin) {
			t.Errorf("%v: %+v, want cost %v, margin %v", cost, a, least, margin)
		}
	})
}

func BenchmarkAssign(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{3, 8, 50, 200} {
		cost := randomCosts(r, n, n, r.Float64)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := assign(cost); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
