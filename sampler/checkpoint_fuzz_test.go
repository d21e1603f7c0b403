package sampler

import (
	"context"
	"path/filepath"
	"testing"
)

// A checkpoint whose content was changed, with a checksum that fits, is refused or goes on; it
// never ends the process. The content is given to the run without a file, since to write one to the
// disk takes longer than all else.
func FuzzCheckpoint(f *testing.F) {
	set := Settings{Chains: 2, Warmup: 3, Draws: 4, Seed: 1, Checkpoint: filepath.Join(f.TempDir(), "run")}
	mustRun(f, toyModel(), set)
	payload, err := readSealed(set.Checkpoint)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Add(payload[:len(payload)/2])
	f.Add([]byte{})
	set.Checkpoint, set.Draws = "", 8
	set, err = set.withDefaults()
	if err != nil {
		f.Fatal(err)
	}
	model, err := fingerprintOf(Opaque(toyModel()), set, false)
	if err != nil {
		f.Fatal(err)
	}
	want := mustRun(f, toyModel(), set)
	resumed := func(payload []byte) (*Trace, error) {
		r := &run{model: Opaque(toyModel()), set: set}
		for c := range set.Chains {
			r.chains = append(r.chains, newChain(&r.model, set, c))
		}
		k := &checkpoint{run: r, model: model}
		if err := k.resume(payload); err != nil {
			return nil, err
		}
		return r.run(context.Background())
	}
	tr, err := resumed(payload)
	if err != nil {
		f.Fatal(err)
	}
	equalTraces(f, "the whole payload", want, tr)
	f.Fuzz(func(t *testing.T, payload []byte) {
		tr, err := resumed(payload)
		if err != nil {
			return
		}
		if x, err := tr.Chains("x"); err != nil || len(x) != 2 || len(x[0]) != 8 || len(x[1]) != 8 {
			t.Errorf("%d chains, %v", len(x), err)
		}
	})
}
