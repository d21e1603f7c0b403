package nb

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

const naiveBayesPlates = `
	(γ_π) → π → L_j → [W_jk] ← θ_x ← (γ_θ)
	j = 1 … N: L_j W_jk
	k = 1 … R_j: W_jk
	x = 0, 1: θ_x
`

// Two normal means that share a variance: a second row, an arrow between rows, and a node below
// another.
const mixturePlates = `
	(α) -> π → z_i → [y_i] <- μ_k ← (m)
	y_i ← σ²_k ← (s)
	i = 1 … n: z_i, [y_i]
	class k = 1 … K, and a label wider than its plate: μ_k σ²_k
`

func init() {
	golden["plates"] = func(*sampler.Trace) *plot.Plot { return PlateDiagram(naiveBayesPlates) }
	golden["plates-rows"] = func(*sampler.Trace) *plot.Plot { return PlateDiagram(mixturePlates) }
}

// In a diagram an underscore becomes a subscript, and a long row becomes smaller as a whole.
func TestPlateDiagramPictures(t *testing.T) {
	g := Grid{Plots: []*plot.Plot{PlateDiagram(naiveBayesPlates)}}
	if strings.Contains(g.SVG(picture.LargestSVG), "_") {
		t.Error("an underscore is drawn and not a subscript")
	}
	long := "a"
	for i := range 30 {
		long += fmt.Sprintf(" → a_%d", i)
	}
	(Grid{Plots: []*plot.Plot{PlateDiagram(long)}}).PNG()
}
