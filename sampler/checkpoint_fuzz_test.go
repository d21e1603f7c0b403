package sampler

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// A checkpoint with changed content and a valid checksum is either refused or resumed. It never
// ends the process.
func FuzzCheckpoint(f *testing.F) {
	set := Settings{Chains: 2, Warmup: 3, Draws: 4, Seed: 1,
		Checkpoint: filepath.Join(f.TempDir(), "run")}
	if _, err := Run(context.Background(), toyModel(), set); err != nil {
		f.Fatal(err)
	}
	payload, err := readSealed(set.Checkpoint)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Add(payload[:len(payload)/2])
	f.Add([]byte{})
	set.Draws = 8
	f.Fuzz(func(t *testing.T, payload []byte) {
		set := set
		set.Checkpoint = filepath.Join(t.TempDir(), "run")
		if err := os.WriteFile(set.Checkpoint, seal(payload), 0o600); err != nil {
			t.Fatal(err)
		}
		tr, err := Run(context.Background(), toyModel(), set)
		if err != nil {
			return
		}
		if x, err := tr.Chains("x"); err != nil || len(x) != 2 || len(x[0]) != 8 || len(x[1]) != 8 {
			t.Errorf("%d chains, %v", len(x), err)
		}
	})
}
