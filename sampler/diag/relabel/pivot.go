package relabel

import (
	"errors"
	"fmt"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/series"
)

// Pivot finds which component is which from recorded parameters of the components, such as the
// means "mu" and the weights, of shape K, or K × F for F numbers of each component. The cost of a
// labelling is the squared distance between the components of the draw and those of the reference:
// first the pivot, then the means of the labelled components (Marin, Mengersen & Robert, Handbook
// of Statistics 25, 2005, for the pivot; Celeux, COMPSTAT 1998, for the means).
//
// Units do not matter, and quantities that distinguish components count most. Each quantity is
// divided by how much it varies from draw to draw at the same rank (the interquartile range of the
// smallest, of the second smallest, …, about their medians), which does not depend on labels.
// Values more than 10 such units below the median of the smallest, or above the median of the
// largest, count as 10: a few wild draws (of an empty component, under a vague prior) must not move
// the means.
//
// Parameters of different K or recorded for different draws, and draws that are not finite, are an
// error.
func Pivot(tr *sampler.Trace, names ...string) (*Relabelling, error) {
	if len(names) == 0 {
		return nil, errors.New("relabel: name at least one parameter that has an element or a " +
			"row for each component")
	}
	var blocks []*block
	for _, name := range names {
		b, err := readBlock(tr, name)
		if err != nil {
			return nil, err
		}
		if first := append(blocks, b)[0]; b.shape[0] != first.shape[0] ||
			!slices.Equal(b.lengths, first.lengths) {
			return nil, fmt.Errorf("relabel: %q has %d components and chains of %v draws, and %q "+
				"has %d and %v: name parameters of the same components, recorded for the same "+
				"draws", b.name, b.shape[0], b.lengths, first.name, first.shape[0], first.lengths)
		}
		blocks = append(blocks, b)
	}
	lengths := blocks[0].lengths
	return relabel(lengths, pivotOf(tr, lengths), newDistances(blocks)), nil
}

// distances are squared distances from the mean components. The components of each draw are
// numbered in an order that does not depend on recorded labels.
type distances struct {
	k, features int
	recorded    [][]int   // draw, component: the label under which it was recorded
	x           []float64 // draw, component, feature
	reference   []float64 // component, feature
}

func newDistances(blocks []*block) *distances {
	d := &distances{k: blocks[0].shape[0]}
	for _, b := range blocks {
		d.features += b.row()
	}
	total := blocks[0].total()
	d.x = make([]float64, total*d.k*d.features)
	d.reference = make([]float64, d.k*d.features)
	f := 0
	for _, b := range blocks {
		for g := range b.row() {
			flat := make([]float64, 0, total*d.k) // component by component
			for j := range d.k {
				flat = append(flat, slices.Concat(b.draws[j*b.row()+g]...)...)
			}
			flat, _ = series.Rescale1(flat)
			scale := unitOf(flat, d.k)
			for at, v := range flat {
				d.of(at%total, at/total)[f] = scale(v)
			}
			f++
		}
	}
	sorted := make([]float64, d.k*d.features)
	for t := range total {
		order := numeric.Order(d.k, func(i, j int) int { return slices.Compare(d.of(t, i), d.of(t, j)) })
		for i, j := range order {
			copy(sorted[i*d.features:], d.of(t, j))
		}
		copy(d.x[t*len(sorted):], sorted)
		d.recorded = append(d.recorded, order)
	}
	return d
}

// of are the features of component j of draw t.
func (d *distances) of(t, j int) []float64 {
	at := (t*d.k + j) * d.features
	return d.x[at : at+d.features]
}

// farthest is the maximum distance, in units, below the median of the smallest or above that of the
// largest: 13 standard deviations of a normal distribution.
const farthest = 10

// widest bounds the distance of components in units, whose squares must stay finite.
const widest = 1e100

// unitOf returns a map of the draws of one quantity, K × draws, to distances from the smallest in
// units of the spread within components, as far as that can be known before the labels are. If
// components are well separated in this quantity, the k-th smallest is the same component in each
// draw, and its spread is that component's own. If they are not, the spread comes out too small by
// a factor of about 2. The gaps between components are then at most of that size, and the quantity
// does not outweigh others.
func unitOf(x []float64, k int) func(float64) float64 {
	n := len(x) / k
	residuals := make([]float64, 0, len(x))
	ranked := sortedDraws(x, k)
	var smallest, largest float64 // the medians
	for j := range k {
		rank := slices.Sorted(slices.Values(ranked[j*n : (j+1)*n]))
		median := numeric.Quantile(rank, 0.5)
		if largest = median; j == 0 {
			smallest = median
		}
		for _, v := range rank {
			residuals = append(residuals, v-median)
		}
	}
	slices.Sort(residuals)
	slices.Sort(ranked)
	// Use the spread within components or, if most draws are equal at each rank, the spread of all
	// draws.
	for _, unit := range []float64{series.Midspread(residuals), diag.SD(residuals),
		series.Midspread(ranked), diag.SD(ranked)} {
		if unit > 0 {
			return func(v float64) float64 {
				return min(max((v-smallest)/unit, -farthest), min((largest-smallest)/unit, widest)+farthest)
			}
		}
	}
	return func(float64) float64 { return 0 } // it never changes, and carries no information
}

// cost fills c[k][j] with the cost of taking component j of draw t for component k.
func (d *distances) cost(t int, c [][]float64) {
	for k, row := range c {
		m := d.reference[k*d.features : (k+1)*d.features]
		for j := range row {
			sum := 0.0
			for f, v := range d.of(t, j) {
				sum += (v - m[f]) * (v - m[f])
			}
			row[j] = sum
		}
	}
}

// refer recomputes the means: component k of draw t is p[t][k].
func (d *distances) refer(p [][]int) {
	clear(d.reference)
	for t := range p {
		for k, j := range p[t] {
			for f, v := range d.of(t, j) {
				at := k*d.features + f
				d.reference[at] += (v - d.reference[at]) / float64(t+1)
			}
		}
	}
}

// sortedDraws puts the K elements of each draw into increasing order. The k-th smallest values of
// all draws then follow each other. They do not depend on labels. (Whether the k-th smallest is the
// same component in each draw is a different question.)
func sortedDraws(x []float64, k int) []float64 {
	n := len(x) / k
	y := make([]float64, len(x))
	draw := make([]float64, k)
	for t := range n {
		for j := range draw {
			draw[j] = x[j*n+t]
		}
		slices.Sort(draw)
		for j, v := range draw {
			y[j*n+t] = v
		}
	}
	return y
}
