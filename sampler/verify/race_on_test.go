//go:build race

package verify_test

const slow = true
