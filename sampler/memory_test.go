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
// space than the estimate, and with a fifth less. The run is in a process of its own.
func TestMemoryIsEnough(t *testing.T) {
	if n, err := strconv.Atoi(os.Getenv("GIBBSLAB_NUMBERS")); err == nil {
		if n == 0 {
			text, _ := os.ReadFile("/proc/self/statm")
			fmt.Println(string(text))
			return
		}
		draws, _ := strconv.Atoi(os.Getenv("GIBBSLAB_DRAWS"))
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
			// The limit counts what a Go program reserves at its start, 1.3 GB, and memory.Limit
			// keeps two pieces of 64 MiB for the runtime.
			script := fmt.Sprintf(`ulimit -v %d && exec "$0" -test.run '^TestMemoryIsEnough$'`,
				int((reserved(t)+2*64<<20+share*c.estimate)/1024))
			cmd := exec.Command("sh", "-c", script, os.Args[0])
			cmd.Env = append(os.Environ(), fmt.Sprint("GIBBSLAB_NUMBERS=", c.numbers),
				fmt.Sprint("GIBBSLAB_DRAWS=", c.draws), "GIBBSLAB_CHECKPOINT="+c.checkpoint)
			out, err := cmd.CombinedOutput()
			if err != nil && strings.Contains(string(out), "ulimit") {
				t.Skipf("ulimit -v cannot be set: %s", out)
			}
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

// reserved is the address space of a process like this one at its start.
func reserved(t *testing.T) float64 {
	t.Helper()
	// a process that has just begun: this one has grown in other tests
	cmd := exec.Command(os.Args[0], "-test.run", "^TestMemoryIsEnough$")
	cmd.Env = append(os.Environ(), "GIBBSLAB_NUMBERS=0")
	text, err := cmd.Output()
	pages := 0.0
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages)
	}
	if err != nil || pages*float64(os.Getpagesize()) > 8<<30 {
		t.Skip("the address space of a process is not known, or too large, as with -race")
	}
	return pages * float64(os.Getpagesize())
}
