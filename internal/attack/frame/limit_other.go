//go:build !linux && !darwin

package frame

// limit does nothing on systems without limits.
func limit(mib, cpu uint64) {}
