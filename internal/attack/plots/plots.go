// Package plots attacks the plots: numbers that are constant up to rounding, beyond all bounds, or
// too many.
package plots

import (
	"fmt"
	"math"
	"os"
	"strings"

	"gibbslab/internal/attack/frame"
	"gibbslab/nb"
	"gibbslab/sampler"
)

// Attacks on the plots. A subject with many attacks has its own file and list, which this list
// includes.
var Attacks = []frame.Attack{
	{Name: "curve-of-one-up-to-rounding", Run: sumOfSquares, MiB: 2500, CPU: 20, Want: "drawn"},
	{Name: "constant-up-to-rounding", Run: ulps, MiB: 2500, CPU: 40,
		Want: "drawn\ndrawn\ndrawn\ndrawn\ndrawn"},
	{Name: "beyond-all-bounds", Run: largest, MiB: 2500, CPU: 20, Want: "drawn"},
	{Name: "nanoseconds", Run: nanoseconds, MiB: 2500, CPU: 20, Want: "drawn"},
	{Name: "subnormal-numbers", Run: subnormal, MiB: 2500, CPU: 20,
		Want: "histogram: no float64 is the density of values from 0 to 5e-323: shift or rescale them"},
	{Name: "ten-million-points", Run: manyPoints, MiB: 3500, CPU: 30, Want: "drawn"},
	{Name: "ranks-of-two-million-draws", Run: manyRanks, MiB: 3500, CPU: 30, Want: "drawn"},
	{Name: "a-million-cells", Run: manyCells, MiB: 3500, CPU: 30,
		Want: `plot "Heat map": it has more than …`},
	{Name: "a-thousand-plots", Run: manyPlots, MiB: 2500, CPU: 20,
		Want: "grid: the picture would be …: show fewer plots at a time"},
	{Name: "control-characters", Run: controls, MiB: 2500, CPU: 20,
		Want: "drawn\ncontrol characters in the file: false"},
}

// show draws a picture in full, as PNG and as SVG, and prints the sentence if it is refused.
func show(pictures ...func() any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	for _, picture := range pictures {
		p := picture()
		nb.Save("picture.png", p)
		nb.Save("picture.svg", p)
	}
	fmt.Println("drawn")
}

// sin² + cos² is 1 up to an ulp. The search for ticks never ended and used all memory of the
// machine.
func sumOfSquares() {
	show(func() any {
		return nb.Curve("sin² + cos²", 0, 6, func(x float64) float64 {
			return math.Sin(x)*math.Sin(x) + math.Cos(x)*math.Cos(x)
		})
	})
}

// numbers returns n values of f.
func numbers(n int, f func(i int) float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = f(i)
	}
	return x
}

// traceOf has the numbers as four chains.
func traceOf(x []float64) *sampler.Trace {
	tr, n := &sampler.Trace{}, len(x)/4
	if err := tr.Add("x", [][]float64{x[:n], x[n : 2*n], x[2*n : 3*n], x[3*n:]}); err != nil {
		panic(err)
	}
	return tr
}

// noise is evenly distributed in [0, 1): multiples of the golden ratio.
func noise(i int) float64 {
	_, frac := math.Modf(float64(i) * math.Phi)
	return frac
}

// samples are the plots of one sample for which the search for ticks never ended.
func samples(x []float64) {
	tr := traceOf(x)
	show(
		func() any { return nb.TracePlot(tr, "x") },
		func() any { return nb.Forest(tr) },
		func() any { return nb.Histogram(x, "x") },
		func() any { return nb.Scatter("x", x, x) },
		func() any { return nb.Box([]string{"x"}, [][]float64{x}) },
		func() any { return nb.Ridge(tr) },
	)
}

func ulps() {
	for _, f := range []func(i int) float64{
		func(i int) float64 { return 1 + float64(i%3-1)*0x1p-52 },
		func(i int) float64 { return 1e16 + 2*float64(i%3) },
		func(i int) float64 { return 1e16 },
		func(i int) float64 { return 1.7e18 + 256*float64(i%2) }, // ns since 1970
		func(i int) float64 { return -1e300 },
	} {
		samples(numbers(400, f))
	}
}

// The range of an axis used to be infinite.
func largest() {
	x := numbers(400, func(i int) float64 { return 1.7e308 * float64(i%2*2-1) })
	show(func() any { return nb.TracePlot(traceOf(x), "x") },
		func() any { return nb.Scatter("x", x, x) },
		func() any { return nb.Box([]string{"x"}, [][]float64{x}) })
}

// Tiny numbers used to give an index out of range.
func nanoseconds() {
	x := numbers(400, func(i int) float64 { return 1e-9 * noise(i) })
	sets := make([][]float64, 100)
	for s := range sets {
		sets[s] = numbers(20, func(i int) float64 { return 1e-9 * noise(20*s+i) })
	}
	show(func() any {
		return nb.PredictiveStatistic("first", sets[0], sets, func(x []float64) float64 { return x[0] })
	}, func() any { return nb.Histogram(x, "x") })
}

func subnormal() {
	x := numbers(400, func(i int) float64 { return 5e-324 * float64(i%11) })
	show(func() any { return nb.Histogram(x, "x") })
}

// The SVG of ten million points used to be built, and thrown away: 6 GB.
func manyPoints() {
	x := numbers(1e7, noise)
	y := numbers(1e7, func(i int) float64 { return noise(3*i) * noise(i) })
	show(func() any { return nb.Scatter("many", x, y) })
}

// The ranks of four chains of 500 000 draws used to take 26 s.
func manyRanks() {
	tr := traceOf(numbers(2e6, noise))
	show(func() any { return nb.RankPlot(tr, "x") })
}

func manyCells() {
	table := make([][]float64, 1000)
	for i := range table {
		table[i] = numbers(1000, func(j int) float64 { return noise(1000*i + j) })
	}
	show(func() any { return nb.HeatMap(nil, nil, table) })
}

func manyPlots() {
	p := nb.Histogram([]float64{1, 2, 3}, "x")
	g := nb.Grid{}
	for range 1000 {
		g.Plots = append(g.Plots, p)
	}
	show(func() any { return g })
}

// XML has no control characters, and a browser showed an error instead of the picture.
func controls() {
	show(func() any { return nb.Bars([]string{"a\x00", "b\x1b[31m"}, []float64{1, 2}, nil) })
	svg, err := os.ReadFile("picture.svg")
	if err != nil {
		panic(err)
	}
	fmt.Println("control characters in the file:", strings.ContainsAny(string(svg), "\x00\x1b"))
}
