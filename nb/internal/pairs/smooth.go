package pairs

import (
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// contoursOf returns the lines that hold 50, 80 and 95 % of the density of the points. It smooths x
// and the part of y that a straight line in x does not explain, and then moves the lines back to y.
// This gives the kernel the correlation of the points, so a narrow ridge stays narrow. ok is false
// if there is nothing left to explain.
func contoursOf(x, y []float64) (lines [len(paint.ContourShares)][]plotter.XYs, ok bool) {
	slope := correlation(x, y) * diag.SD(y) / diag.SD(x)
	if !paint.IsFinite(slope) {
		return lines, false
	}
	rest := make([]float64, len(y))
	for i := range y {
		rest[i] = y[i] - slope*x[i]
	}
	if diag.SD(rest) < 1e-9*diag.SD(y) { // all of it is explained, but for rounding
		return lines, false
	}
	around := func(v []float64) (lo, hi float64) {
		lo, hi = slices.Min(v), slices.Max(v)
		return lo - 0.1*(hi-lo), hi + 0.1*(hi-lo)
	}
	xlo, xhi := around(x)
	ylo, yhi := around(rest)
	g, ok := smoothed(x, rest, xlo, xhi, ylo, yhi)
	if !ok {
		return lines, false
	}
	for k, level := range g.Levels() {
		lines[k] = g.Lines(level)
		for _, part := range lines[k] {
			for i := range part {
				part[i].Y += slope * part[i].X
			}
		}
	}
	return lines, true
}

// smoothed is the density of points (x[i], y[i]) on a lattice over the rectangle. Each point counts
// for the four points of the lattice around it. The counts are smoothed by a Gaussian kernel along
// x and then along y. The width of the kernel is spread·n^(−1/6), for two dimensions (Scott,
// Multivariate Density Estimation, 1992), where n is the number of distinct values and spread the
// smaller of SD and IQR/1.34. ok is false if a variable has no spread.
func smoothed(x, y []float64, xlo, xhi, ylo, yhi float64) (g paint.Grid, ok bool) {
	const side = 65
	hx, hy := kernelWidth(x)/(xhi-xlo)*(side-1), kernelWidth(y)/(yhi-ylo)*(side-1)
	if !(hx > 0 && hy > 0) {
		return g, false
	}
	g = paint.Grid{X: make([]float64, side), Y: make([]float64, side), Z: make([][]float64, side)}
	for i := range side {
		at := float64(i) / (side - 1)
		g.X[i], g.Y[i], g.Z[i] = xlo+(xhi-xlo)*at, ylo+(yhi-ylo)*at, make([]float64, side)
	}
	for k := range x {
		u, v := (x[k]-xlo)/(xhi-xlo)*(side-1), (y[k]-ylo)/(yhi-ylo)*(side-1)
		i, j := min(int(u), side-2), min(int(v), side-2)
		du, dv := u-float64(i), v-float64(j)
		g.Z[i][j] += (1 - du) * (1 - dv)
		g.Z[i+1][j] += du * (1 - dv)
		g.Z[i][j+1] += (1 - du) * dv
		g.Z[i+1][j+1] += du * dv
	}
	columns, rows := gaussian(hx), gaussian(hy)
	line := make([]float64, side)
	for j := range side {
		for i := range side {
			line[i] = g.Z[i][j]
		}
		for i, v := range convolved(line, columns) {
			g.Z[i][j] = v
		}
	}
	for i := range side {
		g.Z[i] = convolved(g.Z[i], rows)
	}
	return g, true
}

func kernelWidth(x []float64) float64 {
	sorted := radix.Values(x)
	spread := diag.SD(x)
	if iqr := (numeric.Quantile(sorted, 0.75) - numeric.Quantile(sorted, 0.25)) / 1.34; iqr > 0 {
		spread = min(spread, iqr)
	}
	distinct := len(slices.Compact(sorted))
	return spread * math.Pow(float64(distinct), -1./6)
}

// gaussian is half of a Gaussian kernel, from its middle on, with a standard deviation of h steps,
// at least half a step.
func gaussian(h float64) []float64 {
	h = max(h, 0.5)
	half := make([]float64, 1+int(4*h))
	sum := 0.0
	for k := range half {
		half[k] = math.Exp(-0.5 * float64(k*k) / (h * h))
		sum += half[k]
		if k > 0 {
			sum += half[k]
		}
	}
	for k := range half {
		half[k] /= sum
	}
	return half
}

// convolved smooths a line of values. What would fall beyond an end is lost.
func convolved(values, half []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		if v == 0 {
			continue
		}
		for k := max(0, i-len(half)+1); k < min(len(values), i+len(half)); k++ {
			out[k] += v * half[max(k-i, i-k)]
		}
	}
	return out
}
