package datasets

import (
	"math"
	"slices"
	"testing"
)

// Sums from R 4.2.2: sum(x), sum(x^2), sum(seq_along(x) * x) of MASS::galaxies (MASS 7.3-58.2), in
// km/s. All 82 values were also compared with two copies in public repositories, which differ from
// it, and from ours, only in the 78th value.
func TestGalaxies(t *testing.T) {
	x := Galaxies()
	if len(x) != 82 || !slices.IsSorted(x) || x[77] != 26.690 {
		t.Fatalf("%d values, 78th %g: %v", len(x), x[77], x)
	}
	sum, squares, ranks := 0, 0, 0
	for i, v := range x {
		v := int(math.Round(v * 1000))
		sum, squares, ranks = sum+v, squares+v*v, ranks+(i+1)*v
	}
	if sum != 1707910 || squares != 37259699924 || ranks != 78519058 {
		t.Errorf("sums %d, %d, %d", sum, squares, ranks)
	}
	x[77] = 26.960
	if Galaxies()[77] != 26.690 {
		t.Error("a caller's change shows in the next call")
	}
}

// Sums from R 4.2.2: sum(e), sum(w), sum(e * w), sum(seq_along(e) * e), sum(seq_along(w) * w) for
// e, w the columns of faithful; all 544 values were compared with it once.
func TestFaithful(t *testing.T) {
	e, w := Faithful()
	if len(e) != 272 || len(w) != 272 {
		t.Fatalf("%d eruptions and %d waits, want 272", len(e), len(w))
	}
	var got [5]float64
	for i := range e {
		n := float64(i + 1)
		for j, v := range []float64{e[i], w[i], e[i] * w[i], n * e[i], n * w[i]} {
			got[j] += v
		}
	}
	for j, want := range []float64{948.677, 19284, 71046.395, 130467.276, 2634563} {
		if math.Abs(got[j]-want) > 1e-8*want {
			t.Errorf("sum %d is %.6f, want %.6f", j, got[j], want)
		}
	}
	e[0], w[0] = 0, 0
	if e, w := Faithful(); e[0] != 3.6 || w[0] != 79 {
		t.Error("a caller's change shows in the next call")
	}
}
