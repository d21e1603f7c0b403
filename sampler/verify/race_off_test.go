//go:build !race

package verify_test

// slow is true under the race detector, which takes five times as long.
const slow = false
