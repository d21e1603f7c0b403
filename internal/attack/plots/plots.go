// Package plots attacks the plots: numbers that are constant up to rounding, beyond all bounds, or too many.
package plots

import (
	"bytes"
	"fmt"
	"math"

	"gibbslab/internal/attack/frame"
	"gibbslab/nb"
)

// Attacks on the plots. A subject with many attacks has a file and a list of its own, which this one takes in.
var Attacks = []frame.Attack{
	{Name: "curve-of-one-up-to-rounding", Run: sumOfSquares, Want: "an SVG: true, error: <nil>"},
}

// sin² + cos² is 1 up to an ulp. The search for ticks never ended and took all memory of the machine.
func sumOfSquares() {
	plot := nb.Curve("sin² + cos²", 0, 6, func(x float64) float64 {
		return math.Sin(x)*math.Sin(x) + math.Cos(x)*math.Cos(x)
	})
	var svg bytes.Buffer
	w, err := plot.WriterTo(400, 300, "svg")
	if err == nil {
		_, err = w.WriteTo(&svg)
	}
	fmt.Printf("an SVG: %v, error: %v\n", bytes.Contains(svg.Bytes(), []byte("<svg")), err)
}
