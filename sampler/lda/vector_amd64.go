//go:build !purego

package lda

func bestVectors() int {
	switch avx2Too, avx512Too := features(); {
	case avx512Too:
		return avx512
	case avx2Too:
		return avx2
	}
	return noVectors
}

// features asks the processor for AVX2 and AVX-512, and whether the system lets us use them.
func features() (avx2, avx512 bool)

// drawTokens is [blocked.topicsOf] for tokens that have a topic, with eight lanes or 16. It draws
// the same bits, in another order of everything that does not touch them: it removes the next token
// before it knows the topic of this one, and has the result of adding a token to a topic ready.
//
//go:noescape
func drawTokens(a *vectorRun)

// blockSums is blockSumsGo with four lanes (SSE2, which every amd64 processor has). It reads 16
// numbers of row, α and q for each element of cum, and does not check that they are there.
//
//go:noescape
func blockSums(row, alpha, q, cum []float32)
