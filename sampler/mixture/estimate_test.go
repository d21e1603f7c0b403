package mixture

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// somePartitions are noisy copies of two partitions of n.
func somePartitions(r *rand.Rand, n, draws int) [][]int {
	z := make([][]int, draws)
	for u := range z {
		z[u] = make([]int, n)
		for i := range z[u] {
			z[u][i] = i * (2 + u%2) / n
			if r.Float64() < 0.25 {
				z[u][i] = r.IntN(4)
			}
		}
	}
	return z
}

// In nearly every case, the search finds the partition with the smallest expected loss among all
// 203 of six observations, and it never claims a loss below the smallest.
func TestEstimateIsTheBest(t *testing.T) {
	r := sampler.Stream("estimate", 1, 0)
	missed := 0
	for range 100 {
		z := somePartitions(r, 6, 40)
		for _, c := range []struct {
			l loss
			f func([][]int) (*Estimate, error)
		}{{viLoss, EstimateVI}, {binderLoss, EstimateBinder}} {
			best := math.Inf(1)
			partitions(6, func(candidate []int) { best = min(best, expected(distinct(z), candidate, c.l)) })
			e, err := c.f(z)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "loss as stated", e.Loss, expected(distinct(z), e.Labels, c.l), 1e-12)
			if e.Loss < best-1e-9 {
				t.Errorf("loss %g is below the least, %g", e.Loss, best)
			}
			if e.Loss > best+1e-9 {
				missed++
			}
		}
	}
	if missed > 2 { // of 200
		t.Errorf("the search missed the best partition %d times of 200", missed)
	}
}

// VI is a metric on all partitions of five; Binder's loss counts pairs.
func TestLosses(t *testing.T) {
	var all [][]int
	partitions(5, func(z []int) { all = append(all, slices.Clone(z)) })
	for _, a := range all {
		for _, b := range all {
			ab, apart := viLoss.between(a, b), 0.0
			if (ab < 1e-12) != slices.Equal(a, b) || math.Abs(ab-viLoss.between(b, a)) > 1e-12 ||
				ab > math.Log2(5)+1e-12 {
				t.Fatalf("VI of %v and %v is %g", a, b, ab)
			}
			for _, c := range all[:10] {
				if ab > viLoss.between(a, c)+viLoss.between(c, b)+1e-12 {
					t.Fatalf("no triangle: %v %v %v", a, b, c)
				}
			}
			for i := range a {
				for j := range a {
					apart += indicator((a[i] == a[j]) != (b[i] == b[j]))
				}
			}
			near(t, "Binder", binderLoss.between(a, b), apart/25, 1e-12)
		}
	}
}

// A ball holds the fraction of the draws that it says, no ball of a smaller radius reaches its
// level, and its bounds are the draws in it with the fewest and the most clusters.
func TestBall(t *testing.T) {
	z := somePartitions(sampler.Stream("ball", 1, 0), 8, 300)
	e, err := EstimateVI(z)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Ball(0.9)
	if err != nil {
		t.Fatal(err)
	}
	inside, strictly, fewest, most, farthest := 0.0, 0.0, 99, 0, 0.0
	for _, draw := range z {
		d, k := viLoss.between(e.Labels, canonical(draw)), slices.Max(canonical(draw))+1
		strictly += indicator(d < b.Radius-1e-9) / 300
		if d <= b.Radius+1e-9 {
			inside += 1. / 300
			fewest, most, farthest = min(fewest, k), max(most, k), max(farthest, d)
		}
	}
	near(t, "share", b.Share, inside, 1e-9)
	if inside < 0.9 || strictly >= 0.9 {
		t.Errorf("%.3f of the draws are inside, %.3f of them not at the edge; the level is 0.9",
			inside, strictly)
	}
	if slices.Max(b.Upper)+1 != fewest || slices.Max(b.Lower)+1 != most {
		t.Errorf("bounds have %d and %d clusters, the draws %d to %d", slices.Max(b.Upper)+1,
			slices.Max(b.Lower)+1, fewest, most)
	}
	near(t, "farthest", viLoss.between(e.Labels, b.Horizontal), farthest, 1e-9)
}
