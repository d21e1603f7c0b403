package datasets

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// Means, standard deviations and correlations agree with the doc comment within five standard
// errors, and those of the next glob do not.
func TestGlobs(t *testing.T) {
	const n = 20_000
	x, glob, err := Globs(sampler.Stream("globs", 1, 0), n)
	if err != nil || len(x) != 3*n || len(glob) != 3*n {
		t.Fatalf("%d points, %d labels, %v", len(x), len(glob), err)
	}
	fits := func(points [][]float64, g int) bool {
		p := globs[g]
		var m, v [2]float64
		c := 0.0
		for _, x := range points {
			for j := range 2 {
				e := (x[j] - p.mean[j]) / p.sd[j]
				m[j], v[j] = m[j]+e/n, v[j]+e*e/n
			}
			c += (x[0] - p.mean[0]) / p.sd[0] * (x[1] - p.mean[1]) / p.sd[1] / n
		}
		ok := true
		for j := range 2 { // e is standard normal: its mean has variance 1/n, its mean square 2/n
			ok = ok && math.Abs(m[j]) < 5/math.Sqrt(n) && math.Abs(v[j]-1) < 5*math.Sqrt(2.0/n)
		}
		// The product of two has mean ρ and variance 1+ρ².
		return ok && math.Abs(c-p.corr) < 5*math.Sqrt((1+p.corr*p.corr)/n)
	}
	nearer := 0
	for g := range 3 {
		part := x[g*n : (g+1)*n]
		if !fits(part, g) || fits(part, (g+1)%3) {
			t.Errorf("glob %d is not the one that is documented", g)
		}
		for i, y := range part {
			if glob[g*n+i] != g {
				t.Fatalf("point %d of glob %d is labelled %d", i, g, glob[g*n+i])
			}
			d := make([]float64, 3)
			for h, p := range globs {
				d[h] = math.Hypot(y[0]-p.mean[0], y[1]-p.mean[1])
			}
			if slices.Min(d) < d[g] {
				nearer++
			}
		}
	}
	t.Logf("%.2f points in a thousand are nearer to another mean", float64(nearer)/(3*n)*1000)
	if share := float64(nearer) / (3 * n); share < 0.001 || share > 0.01 {
		t.Errorf("%.4f of the points are nearer to another mean; the comment says a few in a "+
			"thousand", share)
	}
	for _, bad := range []int{0, -1, math.MaxInt} {
		_, _, err := Globs(sampler.Stream("globs", 1, 0), bad)
		wantError(t, err, "points per glob, expected 1 to")
	}
	_, _, err = Globs(nil, 5)
	wantError(t, err, "generator is nil")
}
