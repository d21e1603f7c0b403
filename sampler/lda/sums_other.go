//go:build !amd64 || purego

package lda

func blockSums(row, alpha, q, cum []float32) { blockSumsGo(row, alpha, q, cum) }
