package exercises

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/variate"
)

// meanFirst draws the true mean and variance of a class in the order of the notebook.
func meanFirst(r *rand.Rand) (mu, sigma2 float64) {
	mu = variate.Normal(r, 80, 4)
	return mu, variate.InvGamma(r, 3, 50)
}

// intervals counts those of 1000 classes whose 95 % interval contains the true mean, and the true
// variance.
func intervals(
	draw func(r *rand.Rand) (mu, sigma2 float64), interval func(x []float64) (low, high float64),
) (n [2]float64) {
	for i := range 1000 {
		r, y, truth := sampler.Stream("class", 1, i), make([]float64, 29), [2]float64{}
		truth[0], truth[1] = draw(r)
		for j := range y {
			y[j] = variate.Normal(r, truth[0], math.Sqrt(truth[1]))
		}
		tr := chainsOf(nb.Must(examPrior(16).Model(y)),
			sampler.Settings{Chains: 1, Warmup: 100, Draws: 500, Seed: uint64(i)})
		for p, name := range []string{"mu", "sigma2"} {
			low, high := interval(nb.Must(tr.Draws(name)))
			if low < truth[p] && truth[p] < high {
				n[p]++
			}
		}
	}
	return n
}

func TestMoreThanOneMachine(t *testing.T) {
	n := open(t, "18_more_than_one_machine")
	n.exercise("1", func(e *exercise) {
		dir := t.TempDir()
		computed := func(pieces int) float64 { // in all, so far
			square := func(i int) (int, error) { return i * i, nil }
			nb.Must(farm.Map(t.Context(), farm.Farm{Dir: dir}, "squares", nil, pieces, square))
			tries := nb.Must(filepath.Glob(filepath.Join(dir, "squares-*", "pieces", "*.try")))
			begun := 0.0
			for _, file := range tries {
				begun += float64(nb.Must(os.Stat(file)).Size())
			}
			return begun
		}
		before := computed(50)
		e.exact(computed(75) - before)
		e.wrong("all again", 75)
		e.wrong("none", 0)
		e.wrong("only those that were there", 50)
	})
	n.exercise("2", func(e *exercise) {
		e.exact(0.95 * 0.05 / (0.0025 * 0.0025))
		e.wrong("the worst case", 0.25/(0.0025*0.0025))
		e.wrong("no square", 0.95*0.05/0.0025)
		e.wrong("an interval of 95 %", 1.96*1.96*0.95*0.05/(0.0025*0.0025))
		e.wrong("1 − p forgotten", 0.95/(0.0025*0.0025))
	})
	n.exercise("3", func(e *exercise) {
		e.exact(7600. / 2 / 40 * 61 / 3600)
		e.wrong("Slurm's second is forgotten", 7600./2/40*60/3600)
		e.wrong("one processor", 7600./2*61/3600)
		e.wrong("one replication in a part", 7600./40*31/3600)
		e.wrong("minutes", 7600./2/40*61/60)
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		eti := func(x []float64) (low, high float64) {
			return diag.Quantile(x, 0.025), diag.Quantile(x, 0.975)
		}
		right := intervals(meanFirst, eti)
		e.exact(right[1])
		e.wrong("the mean", right[0])
		e.wrong("the variance is drawn first", intervals(func(r *rand.Rand) (mu, sigma2 float64) {
			sigma2 = variate.InvGamma(r, 3, 50)
			return variate.Normal(r, 80, 4), sigma2
		}, eti)[1])
		e.wrong("what is to be expected", 950)
		e.wrong("intervals that miss", 1000-right[1])
		e.wrong("two standard deviations", intervals(meanFirst, func(x []float64) (low, high float64) {
			return diag.Mean(x) - 2*diag.SD(x), diag.Mean(x) + 2*diag.SD(x)
		})[1])
	})
}
