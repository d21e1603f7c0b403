package farm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gibbslab/sampler"
)

func square(i int) (int, error) { return i * i, nil }

// Functions of a farm may not use variables of the tests around them, so these are declared here.
var (
	computed atomic.Int64
	at10     atomic.Pointer[context.CancelFunc]
)

// The draws of goroutines are those of sampler.Run, also with Until, and a chain that fails.
func TestRunOnGoroutines(t *testing.T) {
	ctx := context.Background()
	for name, p := range map[string]plan{
		"draws": {Chains: 5, Draws: 120}, "until": {Chains: 3, Draws: 300, Until: true},
	} {
		set := p.settings()
		want, err1 := sampler.Run(ctx, normal(0.6, 0, p.trouble), set)
		set.On = Farm{Dir: t.TempDir()}
		var last sampler.Report
		set.Progress = func(r sampler.Report) { last = r }
		got, err2 := sampler.Run(ctx, normal(0.6, 0, p.trouble), set)
		if err1 != nil || err2 != nil || sumOf(got) != sumOf(want) {
			t.Errorf("%s: %v, %v, or other draws", name, err1, err2)
		}
		if !last.Done || len(last.Chains) != p.Chains || last.Chains[1].Draws < p.Draws {
			t.Errorf("%s: the last report is %+v", name, last)
		}
	}
	fails := func(i int) error {
		if i == 2 {
			return errors.New("no luck")
		}
		return nil
	}
	set := plan{Chains: 4, Draws: 30}.settings()
	want, err1 := sampler.Run(ctx, normal(0.6, 0, fails), set)
	set.On = Farm{Dir: t.TempDir()}
	got, err2 := sampler.Run(ctx, normal(0.6, 0, fails), set)
	if err1 == nil || err2 == nil || err1.Error() != err2.Error() || sumOf(got) != sumOf(want) {
		t.Errorf("a chain that fails:\n%v\n%v", err1, err2)
	}
}

// A run goes on from the checkpoints of a shorter one, and more chains are added to those there.
func TestExtend(t *testing.T) {
	on := Farm{Dir: t.TempDir()}
	for _, p := range []plan{{Chains: 3, Draws: 50}, {Chains: 3, Draws: 90}, {Chains: 5, Draws: 90},
		{Chains: 2, Draws: 20}} {
		set := p.settings()
		want, _ := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
		set.On = on
		got, err := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
		if err != nil || sumOf(got) != sumOf(want) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// What is there is not computed again, unless it is damaged or belongs to another job. Clocks do
// not matter.
func TestResume(t *testing.T) {
	on := Farm{Dir: t.TempDir()}
	count := func(data any, name string) int {
		computed.Store(0)
		got, err := Map(context.Background(), on, name, data, 20, func(i int) (string, error) {
			computed.Add(1)
			return fmt.Sprint("piece ", i), nil
		})
		if err != nil || got[19] != "piece 19" || got[7] != "piece 7" {
			t.Fatal(got, err)
		}
		return int(computed.Load())
	}
	if n := count(1.5, "study"); n != 20 {
		t.Errorf("%d pieces computed at first", n)
	}
	files, _ := filepath.Glob(filepath.Join(on.Dir, "study-*", "pieces", "*.piece"))
	for i, file := range files {
		when := time.Now().Add(time.Duration(i-10) * 24 * time.Hour)
		os.Chtimes(file, when, when)
	}
	if n := count(1.5, "study"); n != 0 {
		t.Errorf("%d pieces computed again", n)
	}
	other, _ := os.ReadFile(files[3])
	os.WriteFile(files[7], other, 0o666) // a whole file in the wrong place
	os.Truncate(files[12], 30)
	os.Truncate(files[13], 0)
	os.Remove(files[19])
	if n := count(1.5, "study"); n != 4 {
		t.Errorf("%d pieces computed for the 4 that are damaged or gone", n)
	}
	if n := count(1.6, "study"); n != 20 {
		t.Errorf("other data: only %d pieces computed", n)
	}
	if n := count(1.5, "other"); n != 20 {
		t.Errorf("another name: only %d pieces computed", n)
	}
}

// A changed prior never takes old pieces.
func TestChangedModel(t *testing.T) {
	on, p := Farm{Dir: t.TempDir()}, plan{Chains: 2, Draws: 20}
	set := p.settings()
	set.On = on
	sums := map[string]bool{}
	for _, rho := range []float64{0.5, 0.6} {
		tr, err := sampler.Run(context.Background(), normal(rho, 0, p.trouble), set)
		if err != nil {
			t.Fatal(err)
		}
		sums[sumOf(tr)] = true
	}
	m := normal(0.6, 0, p.trouble)
	m.Blocks[0].Update = normal(0.7, 0, p.trouble).Blocks[0].Update // Data says nothing about it
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil || sums[sumOf(tr)] || len(sums) != 2 {
		t.Errorf("old draws were taken: %v", err)
	}
}

// Two programs on one folder both get all the results.
func TestTwoDrivers(t *testing.T) {
	on := Farm{Dir: t.TempDir()}
	p := plan{Chains: 12, Draws: 200}
	set := p.settings()
	want, _ := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
	set.On = on
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			tr, err := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
			if err != nil || sumOf(tr) != sumOf(want) {
				t.Errorf("other draws: %v", err)
			}
		})
	}
	wg.Wait()
}

// The stop button keeps the pieces, and the next run takes them.
func TestStop(t *testing.T) {
	on := Farm{Dir: t.TempDir()}
	ctx, stop := context.WithCancel(context.Background())
	computed.Store(0)
	at10.Store(&stop)
	work := func(i int) (int, error) {
		if computed.Add(1) == 10 {
			(*at10.Load())()
		}
		return i + 1, nil
	}
	got, err := Map(ctx, on, "stopped", nil, 500, work)
	n := int(computed.Load())
	if !errors.Is(err, context.Canceled) || n > 100 || len(got) != 500 || got[0] != 1 ||
		got[499] != 0 || !strings.Contains(err.Error(), "of 500 pieces are kept") {
		t.Errorf("%d pieces were computed: %v", n, err)
	}
	got, err = Map(context.Background(), on, "stopped", nil, 500, work)
	if err != nil || got[499] != 500 || computed.Load() > 510 {
		t.Errorf("%d pieces computed in all: %v", computed.Load(), err)
	}
}

// A piece that fails is named with the reason; the others are kept.
func TestPieceFails(t *testing.T) {
	got, err := Map(context.Background(), Farm{Dir: t.TempDir()}, "fails", nil, 6,
		func(i int) (int, error) {
			if i == 2 {
				panic("no such file")
			}
			if i == 4 {
				return 0, errors.New("too large")
			}
			return square(i)
		})
	if err == nil || got[5] != 25 || !strings.Contains(err.Error(), "piece 2: the function panicked: "+
		"no such file") || !strings.Contains(err.Error(), "and 1 more") ||
		strings.Contains(err.Error(), "scheduler") {
		t.Error(got, err)
	}
}

func TestBadInput(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	blocked := filepath.Join(dir, "file")
	os.WriteFile(blocked, nil, 0o666)
	t.Setenv("PATH", dir)
	good := Farm{Dir: dir}
	run := func(set sampler.Settings, change func(*sampler.Model[state])) error {
		m := normal(0.5, 0, func(int) error { return nil })
		if change != nil {
			change(&m)
		}
		_, err := sampler.Run(ctx, m, set)
		return err
	}
	call := func(f Farm, name string) error {
		_, err := Map(ctx, f, name, nil, 3, square)
		return err
	}
	for want, err := range map[string]error{
		"Farm.Dir is empty":             call(Farm{}, "a"),
		"not a directory":               call(Farm{Dir: filepath.Join(blocked, "b")}, "a"),
		"Farm.Pieces is -1":             call(Farm{Dir: dir, Pieces: -1}, "a"),
		`name of the job is "a b"`:      call(good, "a b"),
		"no command sbatch on the PATH": call(Farm{Dir: dir, On: Slurm{}, Pieces: 1}, "slurm"),
		"no command kubectl on the PATH": call(Farm{Dir: dir, Pieces: 1,
			On: Kubernetes{Image: "i", Claim: "c"}}, "kube"),
		"Image or Kubernetes.Claim": call(Farm{Dir: dir, On: Kubernetes{}, Pieces: 1}, "kube2"),
		"Command.Submit or":         call(Farm{Dir: dir, On: Command{}, Pieces: 1}, "command"),
		"no Data": run(sampler.Settings{On: good},
			func(m *sampler.Model[state]) { m.Data = nil }),
		"both set":           run(sampler.Settings{On: good, Checkpoint: "c"}, nil),
		"Farm.Dir is empty:": run(sampler.Settings{On: Farm{}}, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	none := func(int) (func(), error) { return nil, nil }
	if _, err := Map(ctx, good, "f", nil, 1, none); err == nil ||
		!strings.Contains(err.Error(), "is a func: keep it outside the result") {
		t.Error("a result that cannot be written: ", err)
	}
	if _, err := Map(ctx, good, "g", make(chan int), 1, square); err == nil ||
		!strings.Contains(err.Error(), "cannot be compared") {
		t.Error("data that cannot be compared: ", err)
	}
	if _, err := Map[int](ctx, good, "h", nil, -1, nil); err == nil {
		t.Error("nothing to do, and no error")
	}
	if got, err := Map(ctx, good, "none", nil, 0, square); err != nil || len(got) != 0 {
		t.Error("no pieces: ", got, err)
	}
}
