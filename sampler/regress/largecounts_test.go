package regress_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/internal/numeric"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/regress"
	"gibbslab/sampler/variate"
)

// counts has 100 counts of the given mean and size 3, with a slope of 0.3.
func counts(mean float64) regress.Regression {
	r := sampler.Stream("large counts", 1, int(math.Log10(mean)))
	g := regress.Regression{Names: []string{"intercept", "x"}, Family: regress.NegativeBinomial{}}
	for i := range 100 {
		x := float64(i%10)/4.5 - 1
		rate := variate.Gamma(r, 3, 3/(mean*math.Exp(0.3*x)))
		g.X = append(g.X, []float64{1, x})
		g.Y = append(g.Y, distuv.Poisson{Lambda: rate, Src: r}.Rand())
	}
	return g
}

// exactCounts are the posterior means of intercept, slope and size, by quadrature. The prior is
// flat, and Gamma(2, 0.1) of size.
func exactCounts(g regress.Regression, mean float64) (means [3]float64) {
	const points = 31
	top, total := math.Inf(-1), 0.0
	for _, logSize := range grid(points, math.Log(3)-1.1, math.Log(3)+1.1) {
		size, rising := math.Exp(logSize), 0.0
		for _, y := range g.Y {
			rising += numeric.LogRising(size, int(y))
		}
		rising += 2*logSize - 0.1*size // the prior of log size
		for _, b := range grid(points, math.Log(mean)-0.5, math.Log(mean)+0.5) {
			for _, slope := range grid(points, 0.3-0.7, 0.3+0.7) {
				lp := rising
				for i, y := range g.Y {
					psi := b + slope*g.X[i][1] - logSize
					lp += y*psi - (y+size)*(max(psi, 0)+math.Log1p(math.Exp(-math.Abs(psi))))
				}
				if lp > top {
					total *= math.Exp(top - lp)
					for k := range means {
						means[k] *= math.Exp(top - lp)
					}
					top = lp
				}
				p := math.Exp(lp - top)
				total += p
				means[0], means[1], means[2] = means[0]+p*b, means[1]+p*slope, means[2]+p*size
			}
		}
	}
	for k := range means {
		means[k] /= total
	}
	return means
}

// Large counts are as good as small ones: right and quick.
func TestLargeCounts(t *testing.T) {
	draws, limit, means := 1000, 1.01, []float64{1e4, 1e6}
	if turns.Short(t) {
		draws, limit, means = 250, 1.03, means[1:]
	}
	for _, mean := range means {
		t.Run(fmt.Sprint(mean), func(t *testing.T) {
			t.Parallel()
			g := counts(mean)
			exact := exactCounts(g, mean)
			m, err := g.Model()
			if err != nil {
				t.Fatal(err)
			}
			tr, err := sampler.Run(context.Background(), m,
				sampler.Settings{Seed: 2, Draws: draws})
			if err != nil {
				t.Fatal(err)
			}
			s, err := diag.Summarize(tr)
			if err != nil {
				t.Fatal(err)
			}
			for k, row := range s.Rows {
				if row.MinESS() < float64(draws) || row.RHat > limit {
					t.Errorf("%s: ESS %.0f of %d, R-hat %.3f", row.Label, row.MinESS(), 4*draws, row.RHat)
				}
				if k == len(exact) { // lp__
					break
				}
				if z := (row.Mean - exact[k]) / row.MCSEMean; math.Abs(z) > 4 {
					t.Errorf("%s: %.4f ± %.4f, exact %.4f", row.Label, row.Mean, row.MCSEMean,
						exact[k])
				}
			}
		})
	}
}
