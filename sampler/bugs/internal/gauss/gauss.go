// Package gauss draws from normal distributions that are given by a sparse precision matrix. The
// pattern of the matrix is analysed once. Its numbers are then factored many times, as Q = Pᵀ L D
// Lᵀ P, without allocation.
package gauss

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/gonum"
)

// Factor is what the pattern of a symmetric matrix tells about its factor L: the order of
// elimination, and where the numbers of L are. It is not changed after New, so chains share it.
type Factor struct {
	n    int
	perm []int32 // perm[k] is the column of Q that is eliminated k-th

	up, urow, uslot []int32 // upper triangle of the permuted Q by columns: rows, slots of values

	lp, li []int32 // L by columns: the rows of column j are li[lp[j]:lp[j+1]], ascending
	run    []int32 // from position run[j] to the end of column j the rows are consecutive

	rp, rcol, rpos []int32 // L by rows: the columns, and their positions in li
}

// Work is the scratch space of one chain, and holds the last factor.
type Work struct {
	l, d []float64
	y, v []float64
}

// New analyses the pattern of an n × n matrix. Slot k of the values that Decompose takes belongs to
// row and column pairs[k], and to the entry on the other side of the diagonal. Slots of the same
// pair are added up.
func New(n int, pairs [][2]int) *Factor {
	for k, p := range pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= n {
			panic(fmt.Sprintf("gauss: pair %d is %v, and the matrix has %d rows", k, p, n))
		}
	}
	f := &Factor{n: n, perm: order(n, pairs)}
	f.columns(pairs)
	f.symbolic()
	return f
}

// columns sorts the slots into the columns of the permuted upper triangle.
func (f *Factor) columns(pairs [][2]int) {
	place := make([]int32, f.n)
	for k, c := range f.perm {
		place[c] = int32(k)
	}
	f.up = make([]int32, f.n+1)
	for _, p := range pairs {
		f.up[max(place[p[0]], place[p[1]])+1]++
	}
	cumulate(f.up)
	f.urow, f.uslot = make([]int32, len(pairs)), make([]int32, len(pairs))
	next := slices.Clone(f.up)
	for s, p := range pairs {
		row, col := place[p[0]], place[p[1]]
		row, col = min(row, col), max(row, col)
		f.urow[next[col]], f.uslot[next[col]] = row, int32(s)
		next[col]++
	}
}

// symbolic finds the pattern of L: row k holds what can be reached in the elimination tree from the
// entries of column k of the upper triangle (Davis, Direct Methods for Sparse Linear Systems, 2006,
// section 4.1).
func (f *Factor) symbolic() {
	n := f.n
	parent, seen := make([]int32, n), make([]int32, n)
	reach := func(visit func(k, j int32)) {
		for k := range int32(n) {
			parent[k], seen[k] = -1, k
			for _, i := range f.urow[f.up[k]:f.up[k+1]] {
				for j := i; seen[j] != k; j = parent[j] {
					if parent[j] < 0 {
						parent[j] = k
					}
					seen[j] = k
					visit(k, j)
				}
			}
		}
	}
	f.lp, f.rp = make([]int32, n+1), make([]int32, n+1)
	reach(func(k, j int32) { f.lp[j+1]++; f.rp[k+1]++ })
	cumulate(f.lp)
	cumulate(f.rp)
	fill := f.lp[n]
	f.li, f.rcol, f.rpos = make([]int32, fill), make([]int32, fill), make([]int32, fill)
	next := slices.Clone(f.lp)
	reach(func(k, j int32) { f.li[next[j]] = k; next[j]++ })
	f.run = make([]int32, n)
	copy(next, f.rp)
	for j := range int32(n) { // ascending, so that each row ends up sorted
		for p := f.lp[j]; p < f.lp[j+1]; p++ {
			k := f.li[p]
			f.rcol[next[k]], f.rpos[next[k]] = j, p
			next[k]++
		}
		f.run[j] = f.lp[j+1]
		for p := f.lp[j+1] - 2; p >= f.lp[j] && f.li[p]+1 == f.li[p+1]; p-- {
			f.run[j] = p
		}
		if f.lp[j+1]-f.run[j] < shortRun {
			f.run[j] = f.lp[j+1]
		}
	}
}

const shortRun = 8 // below this length a loop is faster than a call of BLAS

var blas gonum.Implementation

// cumulate turns counts, which begin at 1, into offsets.
func cumulate(x []int32) {
	for i := 1; i < len(x); i++ {
		x[i] += x[i-1]
	}
}

// Fill is the number of entries of L below its diagonal.
func (f *Factor) Fill() int { return len(f.li) }

// NewWork makes the scratch space of a chain.
func (f *Factor) NewWork() *Work {
	x := make([]float64, len(f.li)+3*f.n)
	cut := func(n int) []float64 { c := x[:n:n]; x = x[n:]; return c }
	return &Work{l: cut(len(f.li)), d: cut(f.n), y: cut(f.n), v: cut(f.n)}
}

const singular = 1e-15 // a pivot below this part of its diagonal consists of rounding errors

// Decompose factors the matrix with the values q, one for each pair of New. What the other methods
// say afterwards is about this matrix. If it is not positive definite, the error gives the first
// column for which that shows.
func (f *Factor) Decompose(w *Work, q []float64) error {
	if len(f.li) == 0 {
		return f.diagonal(w, q)
	}
	y, l, d := w.y, w.l, w.d
	for k := range f.n {
		slots := f.uslot[f.up[k]:f.up[k+1]]
		for p, i := range f.urow[f.up[k]:f.up[k+1]] {
			y[i] += q[slots[p]]
		}
		diag := y[k]
		y[k] = 0
		pivot := diag
		pos := f.rpos[f.rp[k]:f.rp[k+1]]
		for s, j := range f.rcol[f.rp[k]:f.rp[k+1]] {
			yj := y[j]
			y[j] = 0
			from, run, end := f.lp[j], f.run[j], pos[s]
			if run < end {
				blas.Daxpy(int(end-run), -yj, l[run:], 1, y[f.li[run]:], 1)
			} else {
				run = end
			}
			rows := f.li[from:run]
			for p, x := range l[from:run] {
				y[rows[p]] -= x * yj
			}
			x := yj / d[j]
			pivot -= x * yj
			l[end] = x
		}
		if !(pivot > singular*diag) || pivot > math.MaxFloat64 {
			return f.refuse(k, pivot)
		}
		d[k] = pivot
	}
	return nil
}

// diagonal is Decompose for a matrix without entries beside the diagonal. Its order is that of the
// columns.
func (f *Factor) diagonal(w *Work, q []float64) error {
	clear(w.d)
	for k, i := range f.urow {
		w.d[i] += q[f.uslot[k]]
	}
	for k, d := range w.d {
		if !(d > 0) || d > math.MaxFloat64 {
			return f.refuse(k, d)
		}
	}
	return nil
}

func (f *Factor) refuse(k int, pivot float64) error {
	return fmt.Errorf("gauss: the precision matrix is not positive definite: what is left of the "+
		"diagonal in column %d is %g", f.perm[k], pivot)
}
