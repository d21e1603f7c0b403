package sampler

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// bytesOf is a trace as gob writes it: two traces with the same bytes are the same.
func bytesOf(t testing.TB, tr *Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(tr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Chains that run in several runs are those of one run, bit for bit: draws, moments and cadence.
func TestJoin(t *testing.T) {
	set := Settings{Chains: 7, Warmup: 20, Draws: 150, Thin: 2, Seed: 5}
	whole := bytesOf(t, mustRun(t, toyModel(), set))
	var parts []*Trace
	for _, chains := range []int{1, 3, 2, 1} {
		set.Chains = chains
		parts = append(parts, mustRun(t, toyModel(), set))
		set.First += chains
	}
	first := bytesOf(t, parts[0])
	joined, err := Join(parts...)
	if err != nil || !bytes.Equal(bytesOf(t, joined), whole) {
		t.Errorf("the joined runs are not the whole run: %v", err)
	}
	if n := joined.NumChains(); n != 7 || !bytes.Equal(bytesOf(t, parts[0]), first) {
		t.Errorf("%d chains, or Join has changed a trace", n)
	}
	if other, _ := Join(parts[1], parts[0]); bytes.Equal(bytesOf(t, other), whole) {
		t.Error("the test cannot tell chains apart")
	}
}

func TestJoinRefuses(t *testing.T) {
	short := Settings{Chains: 1, Warmup: NoWarmup, Draws: 10}
	tr := mustRun(t, toyModel(), short)
	other := func(change func(m *Model[toy])) *Trace {
		m := toyModel()
		change(&m)
		return mustRun(t, m, short)
	}
	for name, traces := range map[string][]*Trace{
		"no traces":   {},
		"empty":       {tr, {}},
		"is empty":    {nil},
		"parameters":  {tr, other(func(m *Model[toy]) { m.Params[0].Name = "z" })},
		"of trace 0":  {tr, other(func(m *Model[toy]) { m.Params[3].Every = 5 })},
		"of trace 0:": {tr, other(func(m *Model[toy]) { m.Params[4].Moments = false })},
		"differ":      {tr, other(func(m *Model[toy]) { m.Params = m.Params[:4] })},
	} {
		if got, err := Join(traces...); got != nil || err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A checkpoint of chains 3 and 4 goes on with these, and with no others.
func TestFirstAndCheckpoint(t *testing.T) {
	set := Settings{Chains: 2, First: 3, Warmup: 10, Draws: 40, Seed: 9,
		Checkpoint: filepath.Join(t.TempDir(), "run")}
	mustRun(t, toyModel(), set)
	set.Draws, set.Chains = 60, 3
	resumed := mustRun(t, toyModel(), set)
	set.First = 2
	if _, err := Run(context.Background(), toyModel(), set); err == nil ||
		!strings.Contains(err.Error(), "numbered from 3") {
		t.Errorf("a checkpoint of other chains: %v", err)
	}
	set.First, set.Checkpoint = 3, ""
	if !bytes.Equal(bytesOf(t, resumed), bytesOf(t, mustRun(t, toyModel(), set))) {
		t.Error("resumed chains differ")
	}
}

// Errors name a chain by its number.
func TestFirstInErrors(t *testing.T) {
	m := toyModel()
	m.Blocks[2].Update = func(*rand.Rand, *toy) error { return errors.New("no theta") }
	_, err := Run(context.Background(), m, Settings{Chains: 1, First: 41, Draws: 5})
	if err == nil || !strings.Contains(err.Error(), "chain 41") {
		t.Error(err)
	}
	_, err = Run(context.Background(), toyModel(), Settings{First: -1})
	if err == nil || !strings.Contains(err.Error(), "Settings.First is -1") {
		t.Error(err)
	}
	_, err = Run(context.Background(), toyModel(), Settings{Chains: -1})
	if err == nil || strings.Contains(err.Error(), "First") {
		t.Errorf("not only Chains is wrong: %v", err)
	}
}
