//go:build !purego

package lda

// blockSums is blockSumsGo with four lanes (SSE2, which every amd64 processor has). It reads 16
// numbers of row, α and q for each element of cum, and does not check that they are there.
//
//go:noescape
func blockSums(row, alpha, q, cum []float32)
