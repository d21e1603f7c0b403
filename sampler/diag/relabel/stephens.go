package relabel

import (
	"fmt"
	"math"
	"slices"

	vector "gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
)

// Stephens finds which component is which from allocation probabilities: p, of shape n × K, holds
// the probability that observation i belongs to component k, given the parameters of the draw. It
// chooses labels that bring each draw's probabilities as near as possible to their mean q over all
// draws,
//
//	minimise Σ over draws, i, k of p log(p/q), the Kullback–Leibler divergence from p to q
//
// by alternating between the labels and q (Stephens, Journal of the Royal Statistical Society B 62,
// 2000, 795–809, section 4.1 and algorithm 2). The first q comes from the pivot, averaged with 1/K
// because no probability may be 0. The method sees components as the data do, and needs neither
// units nor means. It needs as much memory again as p.
//
// Probabilities outside [0, 1], or of one observation that do not sum to 1 within 10⁻⁶, are an
// error.
func Stephens(tr *sampler.Trace, p string) (*Relabelling, error) {
	b, err := readBlock(tr, p)
	if err != nil {
		return nil, err
	}
	if len(b.shape) != 2 {
		return nil, fmt.Errorf("relabel: %q has shape %v: give probabilities of shape n × K, a "+
			"row for each observation", p, b.shape)
	}
	d := newDivergences(b)
	if err := d.check(b); err != nil {
		return nil, err
	}
	d.sort()
	pivot := pivotOf(tr, b.lengths)
	for j := range d.k {
		for i, v := range d.of(pivot, j) {
			d.logq[j*d.n+i] = math.Log((v + 1/float64(d.k)) / 2)
		}
	}
	return relabel(b.lengths, d.recorded, pivot, d), nil
}

// divergences are Kullback–Leibler divergences from the mean allocation probabilities.
type divergences struct {
	k, n     int
	recorded [][]int
	p        []float64 // draw, component, observation
	logq     []float64 // component, observation
}

func newDivergences(b *block) *divergences {
	d := &divergences{n: b.shape[0], k: b.shape[1]}
	d.p = make([]float64, b.total()*d.k*d.n)
	d.logq = make([]float64, d.k*d.n)
	for at := range b.labels {
		i, j := at/d.k, at%d.k
		b.each(at, func(t int, v float64) { d.of(t, j)[i] = v })
	}
	return d
}

// of returns component j of draw t, an allocation probability for each observation.
func (d *divergences) of(t, j int) []float64 {
	at := (t*d.k + j) * d.n
	return d.p[at : at+d.n]
}

// check returns an error unless the draws are probabilities that sum to 1.
func (d *divergences) check(b *block) error {
	sum := make([]float64, d.n)
	t := 0
	for c, length := range b.lengths {
		for draw := range length {
			clear(sum)
			for j := range d.k {
				for i, v := range d.of(t, j) {
					if !(v >= 0 && v <= 1+sumTolerance) {
						return fmt.Errorf("relabel: %s[%d,%d] is %v in draw %d of chain %d: give "+
							"probabilities, from 0 to 1", b.name, i, j, v, draw, c)
					}
					sum[i] += v
				}
			}
			for i, s := range sum {
				if !(math.Abs(s-1) <= sumTolerance) {
					return fmt.Errorf("relabel: the row of observation %d of %q sums to %v in "+
						"draw %d of chain %d, not to 1: give shape n × K, for each observation "+
						"the probability of each component", i, b.name, s, draw, c)
				}
			}
			t++
		}
	}
	return nil
}

// sort puts the components of each draw into an order of their probabilities.
func (d *divergences) sort() {
	size := d.k * d.n
	sorted := make([]float64, size)
	for t := range len(d.p) / size {
		order := ordered(d.k, func(i, j int) int { return slices.Compare(d.of(t, i), d.of(t, j)) })
		for i, j := range order {
			copy(sorted[i*d.n:], d.of(t, j))
		}
		copy(d.p[t*size:], sorted)
		d.recorded = append(d.recorded, order)
	}
}

// cost leaves out Σ p log p: it is the same whatever the label.
func (d *divergences) cost(t int, c [][]float64) {
	for k, row := range c {
		logq := d.logq[k*d.n : (k+1)*d.n]
		for j := range row {
			row[j] = -vector.Dot(d.of(t, j), logq)
		}
	}
}

// smallestLog bounds log q from below: q may be 0 when another component's p is not.
var smallestLog = math.Log(math.SmallestNonzeroFloat64)

func (d *divergences) refer(p [][]int) {
	clear(d.logq)
	for t := range p {
		for k, j := range p[t] {
			vector.Add(d.logq[k*d.n:(k+1)*d.n], d.of(t, j))
		}
	}
	for at, v := range d.logq {
		d.logq[at] = max(math.Log(v/float64(len(p))), smallestLog)
	}
}
