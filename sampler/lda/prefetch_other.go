//go:build !(amd64 || arm64) || purego

package lda

import "unsafe"

func prefetch(unsafe.Pointer, int) {}
