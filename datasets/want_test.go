package datasets

import (
	"strings"
	"testing"
)

// wantError fails the test unless err contains all parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v, expected it to say %q", err, part)
		}
	}
}
