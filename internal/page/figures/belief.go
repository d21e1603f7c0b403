package figures

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/normal"
)

// What the class's mean may be, by what was believed before.
var belief = Figure{Name: "belief", Sliders: []Slider{
	{"expected ν", 66, 94, 1, 80},
	{"give or take τ", 0.5, 16, 0.5, 4},
}, draw: func(v []float64, _ uint64) view {
	p := believing(v[0], v[1])
	p.Y.Max = max(p.Y.Max, 0.4836) // as high as the notebook's other beliefs
	return view{plots: []*plot.Plot{p}, Says: fmt.Sprintf("The scores average %.1f points, and you "+
		"expected %v, give or take %v. %s.", diag.Mean(scores()), v[0], v[1], p.Title.Text)}
}}

const alpha, beta = 3.0, 50.0

func scores() []float64 { return datasets.ExamScores() }

// believing draws prior and exact posterior of μ for other beliefs.
func believing(nu, tau float64) *plot.Plot {
	e := nb.Must(normal.Prior{Nu: nu, Tau2: tau * tau, Alpha: alpha, Beta: beta}.Exact(scores()))
	p := nb.Curve("posterior", 65, 95, e.MuPDF)
	nb.AddPrior(p, "prior", distuv.Normal{Mu: nu, Sigma: tau}.Prob)
	return nb.WithTitle(p, fmt.Sprintf("Posterior mean %.1f", e.MuMean), "μ (points)", "density")
}
