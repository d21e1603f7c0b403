package page

import (
	"sort"

	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// priors are draws from the prior, scalar by scalar, made once. They are nil if the model has none
// that can be drawn.
func (d *Draws) priors() [][]float64 {
	const draws = 8000
	if d.prior != nil {
		return d.prior
	}
	r, joint := sampler.Stream("page prior", 1, 0), d.model.model.Joint()
	scalars := make([][]float64, d.scalars)
	for range draws {
		s, err := joint.Prior(r)
		if err != nil {
			return nil
		}
		for _, p := range d.params {
			x := make([]float64, p.size)
			if p.Read != nil {
				p.Read(s, x)
			}
			for i := range x {
				scalars[p.at+i] = append(scalars[p.at+i], x[i])
			}
		}
	}
	d.prior = scalars
	return scalars
}

// addPrior draws the prior over the density of a scalar, if enough of it is there to be seen.
func addPrior(p *plot.Plot, prior, posterior []float64) {
	const enough = 40
	lo, hi := diag.Quantile(posterior, 0), diag.Quantile(posterior, 1)
	beside := hi - lo // a density looks beyond the picture on both sides
	inside := 0
	var near []float64
	for _, x := range prior {
		if lo <= x && x <= hi {
			inside++
		}
		if lo-beside <= x && x <= hi+beside {
			near = append(near, x)
		}
	}
	k, err := diag.KDE(near, lo-beside, hi+beside)
	if inside < enough || err != nil {
		return
	}
	share := float64(len(near)) / float64(len(prior))
	nb.AddPrior(p, "prior", func(x float64) float64 {
		i := sort.SearchFloat64s(k.X, x)
		if i == 0 || i == len(k.X) {
			return 0
		}
		w := (x - k.X[i-1]) / (k.X[i] - k.X[i-1])
		return share * (k.Y[i-1] + w*(k.Y[i]-k.Y[i-1]))
	})
}
