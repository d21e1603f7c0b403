package sampler

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

// No file with a wrong bit, and none that was cut, is read: here or there, every third byte or, in
// the short form, every eleventh.
func TestCheckpointDamagedAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	mustRun(t, toyModel(), Settings{Chains: 2, Warmup: 5, Draws: 10, Seed: 3, Checkpoint: path})
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readSealed(path); err != nil {
		t.Fatal(err)
	}
	step := 3
	if turns.Short(t) {
		step = 11
	}
	for i := 0; i < len(good); i += step {
		flipped := bytes.Clone(good)
		flipped[i] ^= 1 << (i / step % 8)
		for what, data := range map[string][]byte{"one bit is wrong": flipped, "cut": good[:i]} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := readSealed(path); err == nil {
				t.Fatalf("%s at byte %d of %d, and the file was read", what, i, len(good))
			}
		}
	}
}

// A process that is killed again and again while it saves has the draws of one that was not.
func TestKilledProcess(t *testing.T) {
	const most = 2000
	set := Settings{Chains: 3, Warmup: 10, Draws: most, Seed: 4}
	if path := os.Getenv("GIBBSLAB_TO_BE_KILLED"); path != "" {
		set.Checkpoint = path
		for set.Draws = 5; set.Draws < most; set.Draws += 5 { // each run saves at its beginning and its end
			Run(t.Context(), toyModel(), set) // an error once there are more draws
		}
		return
	}
	turns.Long(t) // it starts 20 processes
	path := filepath.Join(t.TempDir(), "run")
	for i := range 20 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledProcess$")
		child.Env = append(os.Environ(), "GIBBSLAB_TO_BE_KILLED="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for began := time.Now(); i == 0 && time.Since(began) < time.Minute; {
			if _, err := os.Stat(path); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(7*i) * time.Millisecond) // any moment will do
		child.Process.Kill()
		child.Wait()
	}
	saved, err := readSealed(path)
	if err != nil || len(saved) == 0 {
		t.Fatalf("nothing was saved: %v", err)
	}
	whole := mustRun(t, toyModel(), set)
	set.Checkpoint = path
	equalTraces(t, "after 20 kills", mustRun(t, toyModel(), set), whole)
}
