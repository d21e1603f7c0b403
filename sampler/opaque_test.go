package sampler

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/internal/opaque"
	"gibbslab/internal/opaque/opaquetest"
)

func TestOpaqueLosesNothing(t *testing.T) {
	opaquetest.NothingIsLost(t, Opaque(opaquetest.Full[Model[toy]]()))
}

// An opaque model may be changed. A block that was added fails with its name, as others do.
func TestOpaqueModelsCanBeChanged(t *testing.T) {
	m := Opaque(Opaque(toyModel()))
	m.Blocks = append(m.Blocks, Block[opaque.State]{Name: "added",
		Update: func(_ *rand.Rand, s *opaque.State) error {
			if _, ok := s.Of.(*toy); !ok {
				t.Errorf("the state is a %T", s.Of)
			}
			return errors.New("it fails")
		}})
	_, err := Run(context.Background(), m, Settings{Draws: 1})
	if err == nil || !strings.Contains(err.Error(), `block "added": it fails`) {
		t.Error(err)
	}
}
