//go:build (amd64 || arm64) && !purego

package lda

import "unsafe"

// prefetch asks for memory that will be needed soon, and does not wait for it. It reads nothing, so
// that any address will do.
//
//go:noescape
func prefetch(p unsafe.Pointer, bytes int)
