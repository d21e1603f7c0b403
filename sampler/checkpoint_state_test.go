package sampler

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// walker is a model whose state is S, made by init and changed by step; x is recorded.
func walker[S any](init func() *S, step func(r *rand.Rand, s *S), x func(s *S) float64) Model[S] {
	return Model[S]{
		Data:   "walker",
		Init:   func(*rand.Rand) (*S, error) { return init(), nil },
		Blocks: []Block[S]{{"step", func(r *rand.Rand, s *S) error { step(r, s); return nil }}},
		Params: []Param[S]{Scalar("x", x)},
	}
}

// resumesAnywhere stops a run at each draw and resumes it.
func resumesAnywhere[S any](t *testing.T, what string, m Model[S]) {
	t.Helper()
	set := Settings{Chains: 2, Warmup: NoWarmup, Draws: 12, Seed: 3}
	whole := mustRun(t, m, set)
	set.Checkpoint = filepath.Join(t.TempDir(), "run")
	var tr *Trace
	for draws := range 12 {
		set.Draws = draws + 1
		tr = mustRun(t, m, set)
	}
	equalTraces(t, what, tr, whole)
}

// refused is the error of a run with a checkpoint that must not begin.
func refused[S any](t *testing.T, m Model[S]) string {
	t.Helper()
	tr, err := Run(context.Background(), m,
		Settings{Chains: 2, Draws: 3, Checkpoint: filepath.Join(t.TempDir(), "run")})
	if err == nil || tr != nil {
		t.Error("accepted")
		return ""
	}
	return err.Error()
}

// States that encoding/gob would change come back unchanged: nil and empty slices, pointers to
// zero, unexported fields, slices with spare capacity.
func TestStatesComeBack(t *testing.T) {
	type state struct {
		List    []int
		Zero    *float64
		scratch []float64
		hidden  map[string]float64
	}
	resumesAnywhere(t, "awkward", walker(
		func() *state {
			return &state{List: []int{}, Zero: new(float64), scratch: make([]float64, 0, 3),
				hidden: map[string]float64{}}
		},
		func(r *rand.Rand, s *state) {
			w := s.scratch[:3]
			for i := range w {
				w[i] = r.NormFloat64()
			}
			if s.List == nil {
				*s.Zero = 1e6
			}
			if s.List = s.List[:0]; r.IntN(2) == 0 {
				s.List = append(s.List, 1)
			}
			s.hidden["x"] += w[0] + *s.Zero
		},
		func(s *state) float64 { return s.hidden["x"] }))
}

func TestStatesThatShareMemory(t *testing.T) {
	type matrix struct {
		Flat []float64
		Rows [][]float64
	}
	text := refused(t, walker(
		func() *matrix {
			flat := make([]float64, 4)
			return &matrix{flat, [][]float64{flat[:2], flat[2:]}}
		},
		func(r *rand.Rand, s *matrix) { s.Flat[0] = r.NormFloat64() },
		func(s *matrix) float64 { return s.Rows[0][0] }))
	if !strings.Contains(text, "matrix.Flat shares memory with") ||
		!strings.Contains(text, "Rows[0]") {
		t.Error(text)
	}
	type node struct {
		Up   *node
		Down []*node
	}
	text = refused(t, walker(
		func() *node {
			n := &node{}
			n.Down = []*node{{Up: n}}
			return n
		},
		func(*rand.Rand, *node) {}, func(*node) float64 { return 0 }))
	if !strings.Contains(text, "Down[0].Up") {
		t.Error(text)
	}
	type open struct{ F func() }
	text = refused(t, walker(func() *open { return &open{} }, func(*rand.Rand, *open) {},
		func(*open) float64 { return 0 }))
	if !strings.Contains(text, "the state cannot be saved: sampler.open.F is a func") {
		t.Error(text)
	}
}

// lossy forgets y when it is saved.
type lossy struct{ x, y float64 }

func (l *lossy) GobEncode() ([]byte, error) {
	return fmt.Appendf(nil, "%b", math.Float64bits(l.x)), nil
}
func (l *lossy) GobDecode(b []byte) error {
	var bits uint64
	_, err := fmt.Sscanf(string(b), "%b", &bits)
	l.x = math.Float64frombits(bits)
	return err
}

func TestStateThatForgets(t *testing.T) {
	text := refused(t, walker(func() *lossy { return &lossy{} },
		func(r *rand.Rand, s *lossy) { s.x, s.y = s.y, r.NormFloat64() },
		func(s *lossy) float64 { return s.x }))
	if !strings.Contains(text, "the state goes on with x = 0 instead of") {
		t.Error(text)
	}
}

// metropolis draws the mean of y: a model whose first sweep is often the same for other data.
func metropolis(data any, y ...float64) Model[float64] {
	m := walker(func() *float64 { return new(float64) },
		func(r *rand.Rand, s *float64) {
			to, log := *s+0.1*r.NormFloat64(), 0.0
			for _, v := range y {
				log += ((v-*s)*(v-*s) - (v-to)*(v-to)) / 2
			}
			if math.Log(r.Float64()) < log {
				*s = to
			}
		},
		func(s *float64) float64 { return *s })
	m.Data = data
	return m
}

// A run with different data is refused, whatever the first sweep does. The model must have Data.
func TestCheckpointOfOtherData(t *testing.T) {
	a, b := []float64{0.3, 0.1, -0.2}, []float64{5, 0.1, -0.2}
	same := 0
	for seed := range uint64(20) {
		set := Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: seed,
			Checkpoint: filepath.Join(t.TempDir(), "run")}
		mustRun(t, metropolis(a, a...), set)
		set.Draws = 100
		if _, err := Run(context.Background(), metropolis(b, b...), set); err == nil ||
			!strings.Contains(err.Error(), "Model.Data was something else") {
			t.Errorf("seed %d: %v", seed, err)
		}
		if first, err := fingerprintOf(Opaque(metropolis(a, b...)), set, false); err != nil {
			t.Error(err)
		} else if was, _ := fingerprintOf(Opaque(metropolis(a, a...)), set,
			false); first.differences(was) == nil {
			same++
		}
		mustRun(t, metropolis(a, a...), set)
	}
	if same == 0 {
		t.Error("the first sweep tells all these data apart: the test tests nothing")
	}
	if text := refused(t, metropolis(nil, a...)); !strings.Contains(text, "the model has no Data") {
		t.Error(text)
	}
	if text := refused(t, metropolis(func() {}, a...)); !strings.Contains(text,
		"Model.Data cannot be compared") {
		t.Error(text)
	}
}

// If Data has not changed, the log joint density of the saved state reveals other data.
func TestLogJointOfTheSavedState(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 10, Draws: 50, Checkpoint: filepath.Join(t.TempDir(), "run")}
	with := func(y float64) Model[float64] {
		m := metropolis("a name and no data", 0.3)
		m.Params[0].Every = 1000
		m.LogJoint = func(s *float64) float64 { return -math.Max(0, math.Abs(*s)-0.2) * y }
		return m
	}
	set.Seed = 7
	mustRun(t, with(1), set)
	set.Draws = 60
	if _, err := Run(context.Background(), with(2), set); err == nil ||
		!strings.Contains(err.Error(), "LogJoint of the saved state was") {
		t.Errorf("%v", err)
	}
	mustRun(t, with(1), set)
}

// A checkpoint that was altered and sealed again is refused, or it runs. It never panics.
func TestResealedCheckpoint(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 3, Draws: 4, Seed: 9,
		Checkpoint: filepath.Join(t.TempDir(), "run")}
	mustRun(t, toyModel(), set)
	good, err := readSealed(set.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	set.Draws = 6
	m := Opaque(toyModel())
	try := func(data []byte) {
		r := &run{model: m, set: set}
		r.set, _ = set.withDefaults()
		for c := range set.Chains {
			r.chains = append(r.chains, newChain(&r.model, r.set, c))
		}
		k := &checkpoint{run: r}
		k.model, _ = fingerprintOf(m, r.set, false)
		if k.resume(data) == nil {
			r.run(context.Background())
		}
	}
	rnd := Stream("reseal", 1, 0)
	for range 1500 {
		data := bytes.Clone(good)
		for range 1 + rnd.IntN(3) {
			data[rnd.IntN(len(data))] ^= byte(1 + rnd.IntN(255))
		}
		try(data)
	}
	for cut := 0; cut < len(good); cut += 7 {
		try(good[:cut])
	}
	// The version that saved is named where something else differs, too, and only there.
	for by, said := range map[string]string{"": "version 0.1 saved it", "0.1.7": "version 0.1.7 saved it",
		version: ""} {
		var old saved
		if err := gob.NewDecoder(bytes.NewReader(good)).Decode(&old); err != nil {
			t.Fatal(err)
		}
		old.Version = by
		old.Model.State = "other"
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(old); err != nil {
			t.Fatal(err)
		}
		r := &run{model: m, set: set}
		k := &checkpoint{run: r}
		k.model, _ = fingerprintOf(m, set, false)
		err := k.resume(b.Bytes())
		if err == nil || !strings.Contains(err.Error(), said) ||
			said == "" && strings.Contains(err.Error(), "saved it") {
			t.Errorf("saved by version %q: %v", by, err)
		}
	}
	// gob leaves out fields, which are then missing.
	for _, s := range []saved{{}, {Chains: make([]savedChain, 2)},
		{Chains: []savedChain{{Sweeps: 5}}, Trace: &Trace{}}} {
		s.Model, _ = fingerprintOf(m, set, false)
		s.Model.Warmup = 3
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(s); err != nil {
			t.Fatal(err)
		}
		try(b.Bytes())
		s.Model.First = nil
		b.Reset()
		gob.NewEncoder(&b).Encode(s)
		try(b.Bytes())
	}
}
