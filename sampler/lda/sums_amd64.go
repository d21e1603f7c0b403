//go:build !purego

package lda

// blockSums is blockSumsGo with four lanes (SSE2, which every amd64 processor has). It reads 16 numbers of row and of q,
// and one of sums, for each of cum, and does not check that they are there.
//
//go:noescape
func blockSums(row, q []float32, sums []float64, cum []float32)
