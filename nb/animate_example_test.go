package nb_test

import (
	"fmt"
	"time"

	"gonum.org/v1/plot"

	"gibbslab/nb"
)

// A path that grows by a step in each frame.
func ExampleAnimate() {
	x, y := []float64{0, 2, 2, 1, 1}, []float64{0, 0, 3, 3, 2}
	a := nb.Animate(5, func(i int) *plot.Plot {
		p := nb.Scatter("start", x[:1], y[:1])
		nb.AddPath(p, "path", x[:i+1], y[:i+1])
		return nb.WithTitle(p, fmt.Sprintf("After %d steps", i), "x", "y")
	})
	a.Delay, a.Plays = time.Second/2, 1
	nb.Show(a)
	// Output:
	// Animation of 5 frames, 500ms each and the last one 2s, shown once
	// first: After 0 steps
	//   x: x, 0 to 2
	//   y: y, 0 to 3
	//   drawn: start; path
	// last: After 4 steps
	//   x: x, 0 to 2
	//   y: y, 0 to 3
	//   drawn: start; path
}
