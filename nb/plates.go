package nb

import (
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"

	"gibbslab/nb/internal/plates"
)

// PlateDiagram draws a model as a plate diagram, from a few words:
//
//	nb.PlateDiagram(`
//		(γ_π) → π → L_j → [W_jk] ← θ_x ← (γ_θ)
//		j = 1 … N: L_j W_jk
//		k = 1 … R_j: W_jk
//		x = 0, 1: θ_x
//	`)
//
// A line of names and arrows is a row of nodes, in the order written; arrows run from what is drawn
// first to what is drawn from it. Square brackets mark what is seen (a grey circle), round ones
// what is fixed (a dot), and a bare name is unknown (a white circle). The marks are needed once; ->
// and <- are arrows too. What follows an underscore is a subscript: W_jk.
//
// A row that begins at, or runs through, a node that exists already is placed below it: "(τ²) → μ"
// puts τ² to the left of μ, one row down.
//
// A line with a colon is a plate, a frame around nodes that exist many times: before the colon its
// index and range, after it the nodes in it. A plate within a plate is a loop within a loop.
//
// A diagram that cannot be read, has arrows in a circle, or a plate around a node that is not in
// it, panics with a sentence. The plot has no axes; the picture of a diagram alone is as high as it
// needs to be.
func PlateDiagram(text string) *plot.Plot {
	d := plates.Read(text)
	p := paint.NewPlot("The model", "", "")
	p.HideAxes()
	paint.SetWish(p, paint.Wish{Height: d.Pixels(), Words: d.Text})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(d)
	for _, k := range d.Kinds() {
		p.Legend.Add(k.String(), plates.Key{Kind: k})
	}
	return p
}
