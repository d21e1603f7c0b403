package browsertest

import "testing"

// The helpers notice a page that logs an error, throws, asks for something remote, or fails axe;
// and have nothing to say of a page that is right.
func TestFaultsAreFound(t *testing.T) { Run(t, "testdata/faults.py") }
