package lda

import (
	"math"

	"gibbslab/sampler"
)

// DocPrior says what the topics of a document depend on: see Prior.By.
type DocPrior interface {
	// prepare checks what is known of the documents, fills in the defaults, and puts the rows into
	// the prior.
	prepare(p Prior, docs int) (Prior, []error)
	blocks() []sampler.Block[State] // the updates after z
	params(p Prior) []sampler.Param[State]
	logPrior(s *State) float64 // what it adds to lp__
	// begin gives a new state what belongs to this prior: its concentrations, for example.
	begin(s *State)
}

// docRows are the different priors of the documents: documents with the same one share a row.
type docRows struct {
	of      []int32    // by document
	n       []int32    // documents of each row
	topics  [][]uint16 // of Labels: the topics that the documents of a row may have, in order
	authors [][]int    // of Authors: their authors, in order
}

// rowsOf gives documents that are alike the same row, in the order of their first document.
func rowsOf[T comparable](keys []T) (rows *docRows, first []int) {
	rows = &docRows{of: make([]int32, len(keys))}
	at := map[T]int32{}
	for d, key := range keys {
		i, ok := at[key]
		if !ok {
			i = int32(len(first))
			at[key] = i
			first, rows.n = append(first, d), append(rows.n, 0)
		}
		rows.of[d] = i
		rows.n[i]++
	}
	return rows, first
}

// rowKey is a row of numbers as a key of a map.
func rowKey(x []float64) string {
	b := make([]byte, 0, 8*len(x))
	for _, v := range x {
		if v == 0 {
			v = 0 // −0 is 0
		}
		for bits := range 8 {
			b = append(b, byte(math.Float64bits(v)>>(8*bits)))
		}
	}
	return string(b)
}

// alphaOf is α of a document, and its sum.
func (s *State) alphaOf(d int) (alpha []float64, total float64) {
	if s.rows == nil || s.rows.authors != nil {
		return s.Alpha, sum(s.Alpha)
	}
	k, row := len(s.Alpha), int(s.rows.of[d])
	if s.rows.topics != nil {
		total = s.maskTo(row)
		return s.alphas, total
	}
	return s.alphas[row*k:][:k], s.totals[row]
}

// setRows fills in the mean of α over the documents, and the sums, after alphas has changed.
func (s *State) setRows() {
	k := len(s.Alpha)
	clear(s.Alpha)
	for i, n := range s.rows.n {
		row := s.alphas[i*k:][:k]
		s.totals[i] = sum(row)
		for j, a := range row {
			s.Alpha[j] += float64(n) / float64(len(s.rows.of)) * a
		}
	}
}

// takeRows gives a state the rows of a prior.
func (s *State) takeRows(p Prior) {
	s.rows = p.rows
	if s.rows != nil {
		p.By.begin(s)
	}
}

// bytes is the memory of the rows in a chain: α as float64 and float32, and tables.
func (r *docRows) bytes(topics int) (n float64) {
	if r == nil {
		return 0
	}
	if r.topics == nil && r.authors == nil {
		return 20 * float64(len(r.n)) * float64(topics)
	}
	for i, of := range r.topics {
		n += float64(r.n[i]) * (8 + 4*float64(len(of)))
	}
	return n
}
