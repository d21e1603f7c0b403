package opaquetest

import (
	"slices"
	"testing"
)

// What is copied in part has lost the rest.
func TestLost(t *testing.T) {
	type part struct {
		Name string
		F    func()
	}
	type whole struct {
		N      float64
		Parts  []part
		hidden int
	}
	v := Full[whole]()
	NothingIsLost(t, v)
	v.N, v.Parts[0].F, v.hidden = 0, nil, 0
	if got := lost(v); !slices.Equal(got, []string{"whole.N", "whole.Parts[0].F"}) {
		t.Errorf("%q are lost", got)
	}
}
