//go:build linux

package sampler

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gibbslab/internal/turns"
)

// long is a model of n numbers that costs little.
func long(n int) Model[[]float64] {
	return Model[[]float64]{
		Data: "long",
		Init: func(r *rand.Rand) (*[]float64, error) { x := make([]float64, n); return &x, nil },
		Blocks: []Block[[]float64]{Update("x", func(r *rand.Rand, s *[]float64) {
			for i := range *s {
				(*s)[i] = r.Float64()
			}
		})},
		Params: []Param[[]float64]{Vector("x", n, func(s *[]float64) []float64 { return *s })},
	}
}

// A run that is accepted ends, and one that is too large is refused: with a tenth more address
// space than the estimate, and with a fifth less. The run is in a process of its own, which sets its
// limit itself: what a program has reserved at its start differs from start to start.
func TestMemoryIsEnough(t *testing.T) {
	if n, err := strconv.Atoi(os.Getenv("GIBBSLAB_NUMBERS")); err == nil {
		draws, _ := strconv.Atoi(os.Getenv("GIBBSLAB_DRAWS"))
		room, _ := strconv.ParseFloat(os.Getenv("GIBBSLAB_ROOM"), 64)
		limitAddressSpace(room)
		_, err := Run(context.Background(), long(n), Settings{Chains: 2, Warmup: NoWarmup,
			Draws: draws, Seed: 1, Checkpoint: os.Getenv("GIBBSLAB_CHECKPOINT")})
		fmt.Println("ended:", err)
		return
	}
	turns.Long(t) // and the race detector, which runs with -short, needs more address space
	checkpoint := filepath.Join(t.TempDir(), "run")
	for _, c := range []struct {
		numbers, draws int
		checkpoint     string
		estimate       float64 // bytes
	}{
		{1000, 20_000, "", 2 * 8 * 20e6},
		{10, 2_000_000, "", 2 * 8 * 20e6},
		{1000, 4000, checkpoint, (1 + saving) * 2 * 8 * 4e6},
		{1000, 4400, checkpoint, (1 + resuming) * 2 * 8 * 4.4e6},
	} {
		for _, share := range []float64{0.8, 1.1} {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestMemoryIsEnough$")
			// with the collector of a user's program, in place of the one that make sets
			cmd.Env = append(os.Environ(), "GOGC=100", "GOMEMLIMIT=off", "MALLOC_ARENA_MAX=1",
				fmt.Sprint("GIBBSLAB_NUMBERS=", c.numbers), fmt.Sprint("GIBBSLAB_DRAWS=", c.draws),
				"GIBBSLAB_CHECKPOINT="+c.checkpoint, fmt.Sprint("GIBBSLAB_ROOM=", share*c.estimate))
			out, err := cmd.CombinedOutput()
			want := "ended: <nil>"
			if share < 1 {
				want = "this run would need about"
			}
			if !strings.Contains(string(out), want) {
				t.Errorf("%d numbers, %d draws, checkpoint %q, %g of the estimate: %v\n%.600s",
					c.numbers, c.draws, c.checkpoint, share, err, out)
			}
		}
	}
}

// limitAddressSpace leaves this process so many bytes, and the two pieces of 64 MiB that
// memory.Limit keeps for the runtime.
func limitAddressSpace(bytes float64) {
	text, err := os.ReadFile("/proc/self/statm")
	var pages float64
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages)
	}
	limit := uint64(pages*float64(os.Getpagesize()) + 2*64<<20 + bytes)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit})
	}
	if err != nil {
		fmt.Println("the address space cannot be limited:", err)
	}
}
