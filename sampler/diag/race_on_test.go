//go:build race

package diag_test

// raceEnabled tells whether the race detector is on. It makes these tests ten times slower.
const raceEnabled = true
