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
// A line of names and arrows is a row of nodes, in the order written. Arrows lead from a node to
// the nodes that are drawn from it. Square brackets mark what is seen (a grey circle), round
// brackets what is fixed (a dot), and a bare name is unknown (a white circle). A node needs its
// brackets only once. You can write -> and <- for the arrows. What follows an underscore is a
// subscript: W_jk. A name that is too long for its circle is written smaller.
//
// If a row begins at a node that exists already, or runs through one, it is placed below that node:
// "(τ²) → μ" puts τ² to the left of μ, one row down.
//
// A line with a colon is a plate, a frame around nodes that exist many times. Write its index and
// range before the colon, and the nodes in it after the colon. A plate within a plate is a loop
// within a loop.
//
// PlateDiagram panics with a sentence if the text cannot be read, if arrows lead in a circle, or if
// a plate would enclose a node that is not in it. The plot has no axes. A picture of the diagram
// alone is as high as it needs to be.
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
