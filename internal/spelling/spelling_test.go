package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"mean", "sigma", "theta", "x"}
	for name, want := range map[string]string{
		"maen": "mean", "Mean": "mean", "sigm": "sigma", "thet": "theta",
		"sd": "", "y": "", strings.Repeat("mean", 1000): "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("%.20s: %q, want %q", name, got, want)
		}
	}
}
