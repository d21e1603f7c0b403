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

// contoursOf returns the lines that hold 50, 80 and 95 % of the density of the points, which has
// these ends along x and y. It smooths x and the part of y that a straight line in x does not
// explain, and then moves the lines back to y. This gives the kernel the correlation of the points,
// so a narrow ridge stays narrow. ok is false if there is nothing left to explain.
func contoursOf(x, y []float64, xEnds, yEnds [2]float64) (
	lines [len(paint.ContourShares)][]plotter.XYs, ok bool) {
	slope := correlation(x, y) * diag.SD(y) / diag.SD(x)
	if !paint.IsFinite(slope) {
		return lines, false
	}
	rest := make([]float64, len(y))
	for i := range y {
		rest[i] = y[i] - slope*x[i]
	}
	hx, hy := kernelWidth(x), kernelWidth(rest)
	if diag.SD(rest) < 1e-9*diag.SD(y) || hx == 0 || hy == 0 { // all is explained, but for rounding
		return lines, false
	}
	g := smoothed(mirrored(x, rest, hx, hy, slope, xEnds, yEnds), hx, hy, slices.Min(x)-reach*hx,
		slices.Max(x)+reach*hx, slices.Min(rest)-reach*hy, slices.Max(rest)+reach*hy)
	for i, u := range g.X {
		for j := range g.Y {
			v := g.Y[j] + slope*u
			if u < xEnds[0] || u > xEnds[1] || v < yEnds[0] || v > yEnds[1] {
				g.Z[i][j] = math.NaN()
			}
		}
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

// mirrored adds to points (x, y − slope·x) what mirrors at the ends of x and y show of them. In
// units of its widths the kernel is round, and the mirrors straight: what the kernel of a point
// would put beyond an end comes back from the kernel of its image.
func mirrored(x, rest []float64, hx, hy, slope float64, xEnds, yEnds [2]float64) plotter.XYs {
	points := paint.XysOf(x, rest)
	for _, mirror := range [][3]float64{ // a, b and c of a·x + b·rest = c
		{1, 0, xEnds[0]}, {1, 0, xEnds[1]}, {slope, 1, yEnds[0]}, {slope, 1, yEnds[1]},
	} {
		a, b := mirror[0]*hx, mirror[1]*hy
		for _, p := range points {
			far := (mirror[2] - mirror[0]*p.X - mirror[1]*p.Y) / math.Hypot(a, b)
			if math.Abs(far) < reach {
				step := 2 * far / math.Hypot(a, b)
				points = append(points, plotter.XY{X: p.X + step*a*hx, Y: p.Y + step*b*hy})
			}
		}
	}
	return points
}

// smoothed is the density of points on a lattice over the rectangle. Each point counts for the four
// points of the lattice around it. The counts are smoothed by a Gaussian kernel of these widths
// along x and then along y.
func smoothed(points plotter.XYs, hx, hy, xlo, xhi, ylo, yhi float64) (g paint.Grid) {
	const side = 65
	g = paint.Grid{X: make([]float64, side), Y: make([]float64, side), Z: make([][]float64, side)}
	for i := range side {
		at := float64(i) / (side - 1)
		g.X[i], g.Y[i], g.Z[i] = xlo+(xhi-xlo)*at, ylo+(yhi-ylo)*at, make([]float64, side)
	}
	for _, p := range points {
		u, v := (p.X-xlo)/(xhi-xlo)*(side-1), (p.Y-ylo)/(yhi-ylo)*(side-1)
		if !(0 <= u && u < side && 0 <= v && v < side) {
			continue // an image
		}
		i, j := min(int(u), side-2), min(int(v), side-2)
		du, dv := u-float64(i), v-float64(j)
		g.Z[i][j] += (1 - du) * (1 - dv)
		g.Z[i+1][j] += du * (1 - dv)
		g.Z[i][j+1] += (1 - du) * dv
		g.Z[i+1][j+1] += du * dv
	}
	columns, rows := gaussian(hx/(xhi-xlo)*(side-1)), gaussian(hy/(yhi-ylo)*(side-1))
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
	return g
}

// kernelWidth is spread·n^(−1/6), for two dimensions (Scott, Multivariate Density Estimation,
// 1992), where n is the number of distinct values and spread the smaller of SD and IQR/1.34.
func kernelWidth(x []float64) float64 {
	sorted := radix.Values(x)
	spread := diag.SD(x)
	if iqr := (numeric.Quantile(sorted, 0.75) - numeric.Quantile(sorted, 0.25)) / 1.34; iqr > 0 {
		spread = min(spread, iqr)
	}
	distinct := len(slices.Compact(sorted))
	return spread * math.Pow(float64(distinct), -1./6)
}

// reach is how far a kernel reaches, in units of its width.
const reach = 4

// gaussian is half of a Gaussian kernel, from its middle on, with a standard deviation of h steps,
// at least half a step.
func gaussian(h float64) []float64 {
	h = max(h, 0.5)
	half := make([]float64, 1+int(reach*h))
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
