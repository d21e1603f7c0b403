package farm

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gibbslab/sampler"
)

// A file that appears with a wrong date is mentioned. Old files of an earlier run are not.
func TestClock(t *testing.T) {
	for off, want := range map[time.Duration]string{
		-3 * time.Hour: "differs from the one here by -3h0m",
		26 * time.Hour: "differs from the one here by 26h0m",
		time.Minute:    "", // a file server may be that late
	} {
		said := ""
		f := &folder{Job: sampler.Job{N: 3, Step: "s"}, path: t.TempDir(), results: make([][]byte, 3)}
		d := &driver{ctx: t.Context(), job: f, farm: Farm{Progress: func(_, _ int, says string) { said = says }}}
		if err := f.create(); err != nil {
			t.Fatal(err)
		}
		write := func(i int, off time.Duration) {
			f.write(i, []byte("x"))
			when := time.Now().Add(off)
			os.Chtimes(f.file(i, "piece"), when, when)
		}
		write(0, -100*time.Hour) // by the run before
		d.report()
		if said != "" {
			t.Errorf("an old file: %s", said)
		}
		write(1, 0)
		write(2, off)
		d.report()
		if !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%v: %s", off, said)
		}
	}
}

// Without Farm.Pieces a part takes about a minute: at most, if the trial was quiet. An engine that
// takes few parts gets longer ones.
func TestTrial(t *testing.T) {
	defer func(before time.Duration) { partTime = before }(partTime)
	partTime = 200 * time.Millisecond
	parts := 0
	e := counting{&parts, 0}
	nap := func(i int) (int, error) { time.Sleep(20 * time.Millisecond); return i, nil }
	if _, err := Map(context.Background(), Farm{Dir: t.TempDir(), On: e}, "nap", nil, 40,
		nap); err != nil || parts < 4 {
		t.Errorf("40 pieces in %d parts: %v", parts, err)
	}
	e.most, parts = 3, 0
	if _, err := Map(context.Background(), Farm{Dir: t.TempDir(), On: e, Pieces: 1}, "nap", nil, 40,
		nap); err != nil || parts != 3 {
		t.Errorf("40 pieces in %d parts, and 3 are allowed: %v", parts, err)
	}
}

// counting runs the parts here, counts them, and takes only so many.
type counting struct {
	parts *int
	most  int
}

func (c counting) limit(context.Context) int { return c.most }

func (c counting) Run(ctx context.Context, p Program, _ func(string)) error {
	*c.parts += len(p.Parts)
	return goroutines{}.Run(ctx, p, nil)
}

// Pieces of a second or so, as chains of sampler.Run and as pieces of a farm with goroutines. The farm
// took 1.9 % more processor time (5.04 s against 4.95 s, medians of three, a shared two-core machine,
// November 2026).
//
//	go test ./sampler/farm -bench Overhead -run - -benchtime 5x
func BenchmarkOverhead(b *testing.B) {
	m := normal(0.6, 0, func(int) error { return nil })
	update := m.Blocks[0].Update
	m.Blocks[0].Update = func(r *rand.Rand, s *state) error {
		for range 900 {
			s.X = math.Tanh(s.X) + 1e-9
		}
		return update(r, s)
	}
	for name, on := range map[string]sampler.Farm{"run": nil, "farm": Farm{}} {
		b.Run(name, func(b *testing.B) {
			set := sampler.Settings{Chains: 4, Draws: 100_000, Seed: 1, On: on}
			before := cpu()
			for b.Loop() {
				if on != nil {
					set.On = Farm{Dir: b.TempDir()}
				}
				if _, err := sampler.Run(context.Background(), m, set); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((cpu()-before)/float64(b.N), "cpu-s/op")
		})
	}
}

// cpu is the processor time of this process, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
