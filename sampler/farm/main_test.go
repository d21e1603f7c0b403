package farm

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler"
)

// TestMain is also the program that the schedulers start: a test that needs a driver or a part in a
// process of its own starts this binary with a plan in the environment.
func TestMain(m *testing.M) {
	if text := os.Getenv(planVariable); text != "" {
		var p plan
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			panic(err)
		}
		os.Exit(p.main())
	}
	sleep = func(context.Context, time.Duration) {}
	os.Exit(m.Run())
}

const planVariable = "GIBBSLAB_FARM_TEST"

// A plan is what a driver and its parts do.
type plan struct {
	What    string // "chains", "map", "topics"
	Dir     string
	Engine  string // "slurm", "processes", ""
	Chains  int
	Draws   int
	Until   bool
	Pieces  int
	Sleep   time.Duration // of each sweep or piece
	Trouble string        // what goes wrong: see trouble
	Options []string
}

func (p plan) main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	on := Farm{Dir: p.Dir, Pieces: p.Pieces}
	switch p.Engine {
	case "slurm":
		on.On = Slurm{Options: p.Options}
	case "processes":
		on.On = processes
	}
	if !Worker() {
		on.Progress = func(done, of int, says string) {
			fmt.Fprintf(os.Stderr, "%d of %d; %s\n", done, of, says)
		}
	}
	switch p.What {
	case "chains":
		set := p.settings()
		set.On = on
		tr, err := sampler.Run(ctx, normal(0.6, p.Sleep, p.trouble), set)
		fmt.Println("error:", err)
		if tr != nil {
			fmt.Println("chains:", tr.NumChains(), "sum:", sumOf(tr))
		}
	case "topics":
		sum, err := topics(p.Dir, p.Chains, p.Draws, on)
		fmt.Println("sum:", sum, "error:", err)
	case "map":
		first, err := Map(ctx, on, "first", nil, 3, func(i int) (int, error) { return i, nil })
		fmt.Println("first:", first, err)
		squares, err := Map(ctx, on, "squares", []any{first, p.Sleep, p.Dir, p.Trouble}, p.Chains,
			func(i int) (int, error) {
				time.Sleep(p.Sleep)
				return i * i, happens(p.Dir, p.Trouble, i)
			})
		fmt.Println("squares:", squares, "error:", err)
	}
	return 0
}

func (p plan) settings() sampler.Settings {
	set := sampler.Settings{Chains: p.Chains, Draws: p.Draws, Warmup: 50, Seed: 7}
	if p.Until {
		set.Until = func(tr *sampler.Trace) (string, error) {
			if m, _ := tr.Moments("x"); m[0].N < p.Draws {
				return fmt.Sprintf("%d draws", m[0].N), nil
			}
			return "", nil
		}
		set.Draws = 4 * p.Draws
	}
	return set
}

func (p plan) trouble(i int) error { return happens(p.Dir, p.Trouble, i) }

// happens is what goes wrong in a part, in the middle of piece or chain i.
func happens(dir, trouble string, i int) error {
	if !Worker() || trouble == "" {
		return nil
	}
	what, which, _ := strings.Cut(trouble, " ")
	if which != fmt.Sprint(i) {
		return nil
	}
	once := filepath.Join(dir, "happened-"+what)
	_, err := os.Stat(once)
	again := err == nil
	os.WriteFile(once, nil, 0o666)
	switch {
	case what == "error":
		return errors.New("this piece cannot be computed")
	case what == "crash": // always
		fmt.Fprintln(os.Stderr, "fatal error: this process has no luck")
		os.Exit(2)
	case what == "panic":
		panic("this piece panics")
	case again:
	case what == "kill": // once
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		time.Sleep(time.Minute)
	case what == "half": // a machine that breaks while it writes, and does not rename
		f := folder{path: os.Getenv(folderVariable)}
		f.Step = os.Getenv(stepVariable)
		os.WriteFile(f.file(i, "piece"), []byte(pieceMagic+"half"), 0o666)
		os.Exit(0)
	}
	return nil
}

// normal is a bivariate normal distribution by Gibbs, with parameters of each kind.
func normal(rho float64, sleep time.Duration, trouble func(int) error) sampler.Model[state] {
	return sampler.Model[state]{
		Data: rho,
		Init: func(r *rand.Rand) (*state, error) {
			return &state{X: r.NormFloat64(), Key: r.Uint64()}, nil
		},
		Blocks: []sampler.Block[state]{{Name: "both", Update: func(r *rand.Rand, s *state) error {
			s.Sweeps++
			s.Y = rho*s.X + 0.8*r.NormFloat64()
			s.X = rho*s.Y + 0.8*r.NormFloat64()
			time.Sleep(sleep)
			if s.Sweeps == 60 {
				return trouble(numberOf(s.Key))
			}
			return nil
		}}},
		Params: []sampler.Param[state]{
			sampler.Scalar("x", func(s *state) float64 { return s.X }),
			{Name: "y", Every: 3, Read: func(s *state, dst []float64) { dst[0] = s.Y }},
			{Name: "both", Shape: []int{2}, Moments: true,
				Read: func(s *state, dst []float64) { dst[0], dst[1] = s.X, s.Y }},
		},
	}
}

type state struct {
	X, Y   float64
	Sweeps int
	Key    uint64 // drawn by Init: tells which chain it is
}

// numberOf is the number of the chain whose Init has drawn this key.
func numberOf(key uint64) int {
	for c := range 100 {
		r := sampler.Stream("chain", 7, c)
		r.NormFloat64()
		if r.Uint64() == key {
			return c
		}
	}
	return -1
}

// sumOf is the SHA-256 of all that a trace holds, bit by bit.
func sumOf(tr *sampler.Trace) string {
	h := sha256.New()
	labels, err := tr.Labels()
	if err != nil {
		panic(err)
	}
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			panic(err)
		}
		for _, draws := range chains {
			fmt.Fprintf(h, "%s %d %x\n", label, len(draws), draws)
		}
	}
	moments, err := tr.Moments("both")
	if err != nil {
		panic(err)
	}
	for _, m := range moments {
		fmt.Fprintf(h, "%d %x %x\n", m.N, m.Mean, m.SumSq)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// processes starts the parts on this machine, in processes of their own.
var processes = Command{
	Submit: []string{"sh", "-c", "for t in $(seq 0 {last}); do T=$t sh {script} & done; wait"},
	Index:  "$T",
}
