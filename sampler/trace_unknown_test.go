package sampler

import (
	"context"
	"strings"
	"testing"
)

// The sentence about an unknown name shows how elements are called.
func TestUnknownAmongNamed(t *testing.T) {
	tr, err := Run(context.Background(), hospitals(), Settings{Chains: 1, Warmup: 1, Draws: 4})
	if err != nil {
		t.Fatal(err)
	}
	_, err = tr.Draws("tehta[Aalen]")
	if err == nil || !strings.Contains(err.Error(),
		`no parameter "tehta[Aalen]"; have theta[Aalen]…, phi[0,gene]…`) ||
		!strings.HasSuffix(err.Error(), "; did you mean theta?") {
		t.Errorf("error %v", err)
	}
}
