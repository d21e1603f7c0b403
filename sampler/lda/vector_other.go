//go:build !amd64 || purego

package lda

func hasVectors() bool { return false }

func drawTokens(*vectorRun) {}

func blockSums(row, alpha, q, cum []float32) { blockSumsGo(row, alpha, q, cum) }
