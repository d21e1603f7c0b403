//go:build unix && !linux

package farm

import "testing"

func asNobody(t *testing.T, _ string) func() {
	t.Skip("only on Linux can root be another user for a while")
	return nil
}
