//go:build !amd64 || purego

package lda

func blockSums(row, q []float32, sums []float64, cum []float32) { blockSumsGo(row, q, sums, cum) }
