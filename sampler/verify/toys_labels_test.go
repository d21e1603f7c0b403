package verify_test

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// labels is a mixture of three normals with unknown means and labels. The shares are integrated
// out, and the counts and sums of each class are kept beside the labels: y_i ~ N(m_z, 1), m_k ~
// N(0, 4), shares ~ Dirichlet(1, 1, 1).
type labels struct {
	z     [6]int
	m     [3]float64
	count [3]float64
	sum   [3]float64 // of the data of each class
}

const pseudo, meanVariance = 1.0, 4.0

// recount makes counts and sums from the labels.
func (s *labels) recount(y []float64) {
	s.count, s.sum = [3]float64{}, [3]float64{}
	for i, k := range s.z {
		s.move(y, i, k, 1)
	}
}

// move adds document i to class k, sign times.
func (s *labels) move(y []float64, i, k int, sign float64) {
	s.count[k] += sign
	s.sum[k] += sign * y[i]
}

// logJoint is computed from the labels alone. It does not share errors of the counts.
func (s *labels) logJoint(y []float64) float64 {
	var n [3]float64
	sum := 0.0
	for i, k := range s.z {
		sum += math.Log(n[k]+pseudo) - (y[i]-s.m[k])*(y[i]-s.m[k])/2
		n[k]++
	}
	for _, m := range s.m {
		sum -= m * m / (2 * meanVariance)
	}
	return sum
}

// choose draws the label of document i, which is not counted, given the pseudo-counts and data of
// each class.
func (s *labels) choose(r *rand.Rand, y float64, count [3]float64, extra float64) int {
	var w [3]float64
	for k := range w {
		w[k] = max(0, count[k]+extra) * math.Exp(-(y-s.m[k])*(y-s.m[k])/2)
	}
	if w[0]+w[1]+w[2] == 0 {
		return r.IntN(3)
	}
	return variate.Categorical(r, w[:])
}

func labelsJoint() verify.Joint[labels, []float64] {
	prior := func(r *rand.Rand) (*labels, error) {
		var s labels
		shares := make([]float64, 3)
		variate.Dirichlet(r, []float64{pseudo, pseudo, pseudo}, shares)
		for k := range s.m {
			s.m[k] = math.Sqrt(meanVariance) * r.NormFloat64()
		}
		for i := range s.z {
			s.z[i] = variate.Categorical(r, shares)
		}
		return &s, nil
	}
	return verify.Joint[labels, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *labels) ([]float64, error) {
			y := make([]float64, len(s.z))
			for i, k := range s.z {
				y[i] = s.m[k] + r.NormFloat64()
			}
			s.recount(y)
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[labels], error) {
			return sampler.Model[labels]{
				Init: func(r *rand.Rand) (*labels, error) {
					s, err := prior(r)
					s.recount(y)
					return s, err
				},
				Blocks: []sampler.Block[labels]{
					{Name: "labels", Update: func(r *rand.Rand, s *labels) error {
						for i := range s.z {
							s.move(y, i, s.z[i], -1)
							s.z[i] = s.choose(r, y[i], s.count, pseudo)
							s.move(y, i, s.z[i], 1)
						}
						return nil
					}},
					{Name: "means", Update: func(r *rand.Rand, s *labels) error {
						for k := range s.m {
							v := 1 / (1/meanVariance + s.count[k])
							s.m[k] = v*s.sum[k] + math.Sqrt(v)*r.NormFloat64()
						}
						return nil
					}},
				},
				Params: []sampler.Param[labels]{
					{Name: "z", Shape: []int{6}, Read: func(s *labels, dst []float64) {
						for i, k := range s.z {
							dst[i] = float64(k)
						}
					}},
					{Name: "m", Shape: []int{3}, Read: func(s *labels, dst []float64) { copy(dst, s.m[:]) }},
				},
				LogJoint: func(s *labels) float64 { return s.logJoint(y) },
			}, nil
		},
	}
}

func labelsMutants() []verify.Mutant[labels, []float64] {
	var all []verify.Mutant[labels, []float64]
	add := func(name, block string, wrong func(r *rand.Rand, s *labels, y []float64)) {
		all = append(all, mutant(labelsJoint(), name, block,
			func(y []float64) func(*rand.Rand, *labels) error {
				return func(r *rand.Rand, s *labels) error { wrong(r, s, y); return nil }
			}))
	}
	// each visits the documents, each of which is taken out of the counts. label returns its new
	// label.
	each := func(name string, label func(r *rand.Rand, s *labels, y []float64, i, old int) int) {
		add(name, "labels", func(r *rand.Rand, s *labels, y []float64) {
			for i, old := range s.z {
				s.move(y, i, old, -1)
				s.z[i] = label(r, s, y, i, old)
				s.move(y, i, s.z[i], 1)
			}
		})
	}
	each("forgotten removal", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		count := s.count
		count[old]++
		return s.choose(r, y[i], count, pseudo)
	})
	each("removed twice", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		count := s.count
		count[old]--
		return s.choose(r, y[i], count, pseudo)
	})
	each("one subtracted from each class", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		return s.choose(r, y[i], s.count, pseudo-1)
	})
	each("pseudo-count 1.1 for 1", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		return s.choose(r, y[i], s.count, 1.1)
	})
	each("likelihood left out", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		w := [3]float64{s.count[0] + pseudo, s.count[1] + pseudo, s.count[2] + pseudo}
		return variate.Categorical(r, w[:])
	})
	each("counts left out", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		return s.choose(r, y[i], [3]float64{}, 1)
	})
	each("classes 0 and 1 swapped", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		return [3]int{1, 0, 2}[s.choose(r, y[i], s.count, pseudo)]
	})
	each("the neighbour's datum", func(r *rand.Rand, s *labels, y []float64, i, old int) int {
		return s.choose(r, y[(i+1)%len(y)], s.count, pseudo)
	})
	add("counts of the last sweep", "labels", func(r *rand.Rand, s *labels, y []float64) {
		count := s.count
		for i, old := range s.z {
			count[old]--
			s.z[i] = s.choose(r, y[i], count, pseudo)
			count[old]++
		}
		s.recount(y)
	})
	add("stale sum", "labels", func(r *rand.Rand, s *labels, y []float64) {
		for i, old := range s.z {
			s.count[old]--
			s.z[i] = s.choose(r, y[i], s.count, pseudo)
			s.count[s.z[i]]++
		}
	})
	add("stale count", "labels", func(r *rand.Rand, s *labels, y []float64) {
		for i, old := range s.z {
			count := s.count
			s.move(y, i, old, -1)
			s.z[i] = s.choose(r, y[i], s.count, pseudo)
			s.move(y, i, s.z[i], 1)
			if i == len(y)-1 {
				s.count = count // the last document is not recounted
			}
		}
	})
	add("last document never visited", "labels", func(r *rand.Rand, s *labels, y []float64) {
		for i, old := range s.z[:len(s.z)-1] {
			s.move(y, i, old, -1)
			s.z[i] = s.choose(r, y[i], s.count, pseudo)
			s.move(y, i, s.z[i], 1)
		}
	})
	add("variance for sd", "means", func(r *rand.Rand, s *labels, y []float64) {
		for k := range s.m {
			v := 1 / (1/meanVariance + s.count[k])
			s.m[k] = v*s.sum[k] + v*r.NormFloat64()
		}
	})
	add("pseudo-count in the count", "means", func(r *rand.Rand, s *labels, y []float64) {
		for k := range s.m {
			v := 1 / (1/meanVariance + s.count[k] + pseudo)
			s.m[k] = v*s.sum[k] + math.Sqrt(v)*r.NormFloat64()
		}
	})
	add("panics for an empty class", "means", func(r *rand.Rand, s *labels, y []float64) {
		for k := range s.m {
			n := int(s.count[k])
			mean := s.sum[k] / float64([]int{n}[min(n, 1)-1]) // an index of −1 for an empty class
			s.m[k] = mean + r.NormFloat64()
		}
	})
	return all
}
