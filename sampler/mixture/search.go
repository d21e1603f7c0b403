package mixture

import (
	"math"
	"slices"
)

// search looks for the partition with the smallest expected loss. Up to a constant this loss is
//
//	Σ_c g(n_c) − 2 Σ_u w_u Σ_{c,k} g(n_uck)
//
// with n_uck observations in cluster c of the partition and in cluster k of draw u.
type search struct {
	draws  []weighted
	g      []float64 // by n
	k      int       // clusters of a draw, at most
	slots  int       // clusters that the partition may have
	labels []int     // −1 is nowhere yet
	sizes  []int
	n      []int32 // by draw, cluster of the draw, cluster of the partition
	cost   []float64
}

func newSearch(draws []weighted, l loss) *search {
	s := &search{draws: draws}
	total := 0.0
	for _, d := range draws {
		s.k = max(s.k, slices.Max(d.z)+1)
		total += d.w
	}
	n := len(draws[0].z)
	for i := range n + 2 {
		s.g = append(s.g, l.g(float64(i)))
	}
	s.draws = slices.Clone(draws)
	for i := range s.draws {
		s.draws[i].w /= total
	}
	s.slots = min(s.k+1, n)
	s.labels, s.sizes = make([]int, n), make([]int, s.slots)
	s.n = make([]int32, len(draws)*s.k*s.slots)
	s.cost = make([]float64, s.slots)
	return s
}

// cells are the counts of the observations of draw u's cluster that observation i is in, by cluster
// of the partition.
func (s *search) cells(u, i int) []int32 {
	at := (u*s.k + s.draws[u].z[i]) * s.slots
	return s.n[at : at+s.slots]
}

// move puts observation i into cluster c; −1 is nowhere.
func (s *search) move(i, c int) {
	from := s.labels[i]
	s.labels[i] = c
	for u := range s.draws {
		cells := s.cells(u, i)
		if from >= 0 {
			cells[from]--
		}
		if c >= 0 {
			cells[c]++
		}
	}
	if from >= 0 {
		s.sizes[from]--
	}
	if c >= 0 {
		s.sizes[c]++
	}
}

// best is the cluster that fits observation i best; i must be in no cluster. Of the empty clusters
// it tries only one.
func (s *search) best(i int) (c int, cost float64) {
	for c, n := range s.sizes {
		s.cost[c] = s.g[n+1] - s.g[n]
	}
	for u := range s.draws {
		w := 2 * s.draws[u].w
		for c, n := range s.cells(u, i) {
			s.cost[c] -= w * (s.g[n+1] - s.g[n])
		}
	}
	cost = math.Inf(1)
	for k, v := range s.cost {
		if v < cost-1e-12 {
			c, cost = k, v
		}
	}
	return c, cost
}

// build starts with no observations, and adds them one by one.
func (s *search) build() {
	clear(s.n)
	clear(s.sizes)
	for i := range s.labels {
		s.labels[i] = -1
	}
	for i := range s.labels {
		c, _ := s.best(i)
		s.move(i, c)
	}
}

// from starts with a given partition.
func (s *search) from(z []int) {
	clear(s.n)
	clear(s.sizes)
	for i := range s.labels {
		s.labels[i] = -1
	}
	for i, c := range z {
		s.move(i, c)
	}
}

// sweep moves each observation to the cluster that fits it best.
func (s *search) sweep() (moved bool) {
	for i, from := range slices.Clone(s.labels) {
		s.move(i, -1)
		c, cost := s.best(i)
		if s.cost[from] <= cost+1e-12 {
			c = from
		}
		s.move(i, c)
		moved = moved || c != from
	}
	return moved
}

// merge carries out the best merger of two clusters, if any merger helps.
func (s *search) merge() bool {
	best, a, b := -1e-12, -1, -1
	for c, n := range s.sizes {
		for d, m := range s.sizes[:c] {
			if n == 0 || m == 0 {
				continue
			}
			change := s.g[n+m] - s.g[n] - s.g[m]
			for u := range s.draws {
				sum := 0.0
				for k := range s.k {
					cells := s.n[(u*s.k+k)*s.slots:]
					if x, y := cells[c], cells[d]; x > 0 && y > 0 {
						sum += s.g[x+y] - s.g[x] - s.g[y]
					}
				}
				change -= 2 * s.draws[u].w * sum
			}
			if change < best {
				best, a, b = change, c, d
			}
		}
	}
	if a < 0 {
		return false
	}
	for i, c := range s.labels {
		if c == a {
			s.move(i, b)
		}
	}
	return true
}
