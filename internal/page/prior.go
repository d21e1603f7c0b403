package page

import (
	"sort"

	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// prior returns draws from the prior, scalar by scalar, or nil if the model has none that can be
// drawn.
func (m *Model) prior() (scalars [][]float64) {
	const draws = 8000
	r := sampler.Stream("page prior", 1, 0)
	joint, params := m.model.Joint(), m.params()
	for range draws {
		s, err := joint.Prior(r)
		if err != nil {
			return nil
		}
		var row []float64
		for _, p := range params {
			x := make([]float64, p.size)
			if p.Read != nil {
				p.Read(s, x)
			}
			row = append(row, x...)
		}
		if scalars == nil {
			scalars = make([][]float64, len(row))
		}
		for i, x := range row {
			scalars[i] = append(scalars[i], x)
		}
	}
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
