package sampler

import "slices"

// Moments are the mean and the variance of each element of a parameter over N draws.
type Moments struct {
	N int
	// Mean of each element; nil before the first draw.
	Mean []float64
	// SumSq is the sum of squared deviations from the mean, of each element.
	SumSq []float64
}

// Variance returns the sample variance of each element, SumSq/(N−1); NaN for fewer than two draws.
func (m Moments) Variance() []float64 {
	v := make([]float64, len(m.SumSq))
	for i, s := range m.SumSq {
		v[i] = s / float64(m.N-1)
	}
	return v
}

// PoolMoments returns the moments of the draws of several chains combined (Chan, Golub & LeVeque
// 1979, eq. 2.1).
func PoolMoments(chains []Moments) Moments {
	var all Moments
	for _, m := range chains {
		if m.N == 0 {
			continue
		}
		if all.N == 0 {
			all.Mean, all.SumSq = make([]float64, len(m.Mean)), make([]float64, len(m.Mean))
		}
		n := float64(all.N + m.N)
		for i := range all.Mean {
			d := m.Mean[i] - all.Mean[i]
			all.Mean[i] += d * float64(m.N) / n
			all.SumSq[i] += m.SumSq[i] + d*d*float64(all.N)*float64(m.N)/n
		}
		all.N += m.N
	}
	return all
}

// add includes one more draw (Welford 1962).
func (m *Moments) add(draw []float64) {
	if m.Mean == nil {
		m.Mean, m.SumSq = make([]float64, len(draw)), make([]float64, len(draw))
	}
	m.N++
	for i, x := range draw {
		d := x - m.Mean[i]
		m.Mean[i] += d / float64(m.N)
		m.SumSq[i] += d * (x - m.Mean[i])
	}
}

// momentsOf computes the moments of recorded draws, elements × draws.
func momentsOf(elements [][]float64) Moments {
	m := Moments{Mean: make([]float64, len(elements)), SumSq: make([]float64, len(elements))}
	for i, draws := range elements {
		m.N = len(draws)
		for k, x := range draws {
			d := x - m.Mean[i]
			m.Mean[i] += d / float64(k+1)
			m.SumSq[i] += d * (x - m.Mean[i])
		}
	}
	return m
}

func (m Moments) clone() Moments {
	return Moments{N: m.N, Mean: slices.Clone(m.Mean), SumSq: slices.Clone(m.SumSq)}
}
