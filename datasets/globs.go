package datasets

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Globs draws n points from each of three normal distributions in the plane, and says which glob
// each point comes from. The points come glob by glob; x[i] has two coordinates.
//
//	glob   mean      standard deviations   correlation
//	0      (3, 9)    0.5, 1.0              0
//	1      (9, 8)    1.2, 0.8              0.6
//	2      (7, 3)    0.8, 0.5             −0.4
//
// They are far enough apart to be visible and close enough to need a model: a few points in a
// thousand are nearer to the mean of another glob. The same generator state gives the same points.
// It returns an error for a nil generator and for n outside 1 to 2²⁴.
//
// The numbers are gibbslab's own; the idea, three Gaussian globs for a mixture that looks for two
// groups, comes from the tutorial literature on Naive Bayes without labels.
func Globs(r *rand.Rand, n int) (x [][]float64, glob []int, err error) {
	if r == nil {
		return nil, nil, errors.New("datasets: the generator is nil; give sampler.Stream(label, " +
			"seed, 0) or another *rand.Rand")
	}
	if n < 1 || n > 1<<24 {
		return nil, nil, fmt.Errorf("datasets: %d points per glob, expected 1 to %d", n, 1<<24)
	}
	for g, p := range globs {
		for range n {
			u, v := r.NormFloat64(), r.NormFloat64()
			x = append(x, []float64{
				p.mean[0] + p.sd[0]*u,
				p.mean[1] + p.sd[1]*(p.corr*u+math.Sqrt(1-p.corr*p.corr)*v),
			})
			glob = append(glob, g)
		}
	}
	return x, glob, nil
}

var globs = [3]struct {
	mean, sd [2]float64
	corr     float64
}{
	{[2]float64{3, 9}, [2]float64{0.5, 1.0}, 0},
	{[2]float64{9, 8}, [2]float64{1.2, 0.8}, 0.6},
	{[2]float64{7, 3}, [2]float64{0.8, 0.5}, -0.4},
}
