package verify

import (
	"testing"

	"gibbslab/internal/opaque/opaquetest"
)

func TestOpaqueLosesNothing(t *testing.T) {
	type state struct{ X float64 }
	opaquetest.NothingIsLost(t, Opaque(opaquetest.Full[Joint[state, []float64]]()))
	opaquetest.NothingIsLost(t, hiddenCoordinate(opaquetest.Full[Coordinate[state]]()))
}
