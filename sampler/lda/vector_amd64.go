//go:build !purego

package lda

// hasVectors asks the processor for AVX2 and FMA, and whether the system lets us use them.
func hasVectors() bool

// drawTokens is [blocked.topicsOf] with vectors. As it adds up the weights in another order, it
// stops at a token if u lies so close to a sum that the topic may depend on the order. It has
// removed that token and the next one.
//
//go:noescape
func drawTokens(a *vectorRun)

// blockSums is blockSumsGo with four lanes (SSE2, which every amd64 processor has). It reads 16
// numbers of row, α and q for each element of cum, and does not check that they are there.
//
//go:noescape
func blockSums(row, alpha, q, cum []float32)
