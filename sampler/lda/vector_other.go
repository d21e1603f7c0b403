//go:build !amd64 || purego

package lda

func bestVectors() int { return noVectors }

func drawTokens(*vectorRun) {}
