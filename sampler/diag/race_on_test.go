//go:build race

package diag_test

// raceEnabled tells whether the race detector makes all this ten times slower.
const raceEnabled = true
