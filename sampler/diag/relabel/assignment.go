package relabel

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/diag/internal/series"
)

// An assignment pairs rows with columns at the smallest total cost.
type assignment struct {
	// To[i] is the column of row i, or −1 if it has none: with r rows and c columns, there are
	// min(r, c) pairs.
	To []int
	// Cost is the sum of the costs of the pairs.
	Cost float64
	// Margin is how much more the second-best assignment costs: 0 if another one is equally good,
	// and +Inf if there is no other (one row, one column).
	Margin float64
}

// assign solves the assignment problem: of all ways of pairing the rows of a matrix of costs with
// its columns, one to one, it returns a cheapest one. It is exact and takes about n³ steps for n
// rows and n columns (not n!): the Hungarian method (Kuhn, Naval Research Logistics Quarterly 2,
// 1955, 83–97) in the form of shortest augmenting paths (Jonker & Volgenant, Computing 38, 1987,
// 325–340). For the largest sum use negative numbers. Rows and columns may differ in number; then
// some have no partner.
//
// A matrix without elements, ragged rows, and costs that are NaN or infinite give an error. To
// forbid a pair, give it a cost above the sum of all others.
func assign(cost [][]float64) (assignment, error) {
	if err := checkCosts(cost); err != nil {
		return assignment{}, err
	}
	turned := len(cost) > len(cost[0])
	if turned {
		cost = transposed(cost)
	}
	c, e := series.Rescale(cost)
	s := newAssigner(len(c), len(c[0]))
	total := s.solve(c)
	a := assignment{To: s.colOf, Cost: math.Ldexp(total, e), Margin: math.Ldexp(s.margin(c), e)}
	if turned {
		a.To = s.rowOf
	}
	return a, nil
}

func checkCosts(cost [][]float64) error {
	if len(cost) == 0 || len(cost[0]) == 0 {
		return errors.New("relabel: the matrix of costs is empty: give at least one row and one column")
	}
	for i, row := range cost {
		if len(row) != len(cost[0]) {
			return fmt.Errorf("relabel: row %d has %d costs and row 0 has %d: give the same "+
				"number in each row", i, len(row), len(cost[0]))
		}
		for j, v := range row {
			if !series.Finite(v) {
				return fmt.Errorf("relabel: the cost of row %d and column %d is %v: give finite "+
					"numbers, and for a pair that must not be made one above the sum of all others", i, j, v)
			}
		}
	}
	return nil
}

func transposed(x [][]float64) [][]float64 {
	y := numeric.Matrix[float64](len(x[0]), len(x))
	for j := range y {
		for i := range x {
			y[j][i] = x[i][j]
		}
	}
	return y
}

// An assigner holds the working memory for matrices of r rows and c ≥ r columns.
type assigner struct {
	colOf, rowOf []int // partners, −1 for none
	// potentials: u[i] + v[j] ≤ cost[i][j], equal for partners; v is 0 for a free column and never
	// positive
	u, v    []float64
	dist    []float64 // shortest distance to a column
	via     []int     // the row before it on the shortest path
	seenRow []bool
	seenCol []bool
	paths   []float64 // for margin
}

func newAssigner(r, c int) *assigner {
	return &assigner{
		colOf: make([]int, r), rowOf: make([]int, c), u: make([]float64, r), v: make([]float64, c),
		dist: make([]float64, c), via: make([]int, c), seenRow: make([]bool, r), seenCol: make([]bool, c),
	}
}

// solve fills the partners and the potentials, and returns the least cost. Costs must be finite and
// tame.
func (s *assigner) solve(cost [][]float64) float64 {
	clear(s.u)
	clear(s.v)
	for i := range s.colOf {
		s.colOf[i] = -1
	}
	for j := range s.rowOf {
		s.rowOf[j] = -1
	}
	for i := range cost {
		s.augment(cost, i)
	}
	total := 0.0
	for i, row := range cost {
		total += row[s.colOf[i]]
	}
	return total
}

// augment finds a partner for one more row: the shortest path, in costs less potentials, from the
// row to a free column, on which every second edge is a pair (Dijkstra). Along it all pairs move on
// by one.
func (s *assigner) augment(cost [][]float64, row int) {
	clear(s.seenRow)
	clear(s.seenCol)
	for j := range s.dist {
		s.dist[j] = math.Inf(1)
	}
	i, end, length := row, -1, 0.0
	for {
		s.seenRow[i] = true
		end = -1
		for j, c := range cost[i] {
			if s.seenCol[j] {
				continue
			}
			if d := length + (c - s.u[i] - s.v[j]); d < s.dist[j] {
				s.dist[j], s.via[j] = d, i
			}
			if end < 0 || s.dist[j] < s.dist[end] {
				end = j
			}
		}
		length = s.dist[end]
		s.seenCol[end] = true
		if s.rowOf[end] < 0 {
			break
		}
		i = s.rowOf[end]
	}
	for i, seen := range s.seenRow {
		if seen && i != row {
			s.u[i] += length - s.dist[s.colOf[i]]
		}
	}
	s.u[row] += length
	for j, seen := range s.seenCol {
		if seen {
			s.v[j] -= length - s.dist[j]
		}
	}
	for j := end; ; {
		i := s.via[j]
		s.rowOf[j] = i
		s.colOf[i], j = j, s.colOf[i]
		if i == row {
			return
		}
	}
}

// margin is how much more the second-best assignment costs, after solve. It differs from the best
// one by rows that pass their columns round in a circle (or along a path to a free column, from one
// that becomes free). Its extra cost is the sum, along the circle, of costs less potentials: never
// less than 0. So margin is the shortest circle, found by the distances between all rows
// (Floyd–Warshall).
func (s *assigner) margin(cost [][]float64) float64 {
	n := len(cost)
	size := n
	if len(s.rowOf) > n {
		size++ // the last node stands for the free columns
	}
	if s.paths == nil {
		s.paths = make([]float64, size*size)
	}
	d := s.paths
	for at := range d {
		d[at] = math.Inf(1)
	}
	for i, row := range cost {
		for j, c := range row {
			k := s.rowOf[j]
			if k == i {
				continue
			}
			if k < 0 {
				k = n
			}
			d[i*size+k] = min(d[i*size+k], max(0, c-s.u[i]-s.v[j]))
		}
		if size > n {
			d[n*size+i] = max(0, -s.v[s.colOf[i]])
		}
	}
	for via := range size {
		for i := range size {
			first := d[i*size+via]
			for k := range size {
				d[i*size+k] = min(d[i*size+k], first+d[via*size+k])
			}
		}
	}
	shortest := math.Inf(1)
	for i := range size {
		shortest = min(shortest, d[i*size+i])
	}
	return shortest
}
