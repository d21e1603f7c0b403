package lda

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// TestBlockSums: the assembly routine gives the same bits as its Go twin.
func TestBlockSums(t *testing.T) {
	r := sampler.Stream("sums", 1, 0)
	for blocks := range 9 {
		for range 200 {
			row, alpha, q := make([]float32, blocks*block), make([]float32, blocks*block),
				make([]float32, blocks*block)
			for i := range row {
				row[i], alpha[i], q[i] = float32(r.IntN(4)), r.Float32(), float32(math.Exp(5*r.NormFloat64()))
			}
			got, want := make([]float32, blocks), make([]float32, blocks)
			blockSums(row, alpha, q, got)
			blockSumsGo(row, alpha, q, want)
			if !slices.Equal(got, want) {
				t.Fatalf("%d blocks: %v, in Go %v", blocks, got, want)
			}
		}
	}
}
