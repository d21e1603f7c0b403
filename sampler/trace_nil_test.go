package sampler

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// A run that fails early returns no trace, and who does not look at the error is told to.
func TestNilTrace(t *testing.T) {
	var tr *Trace
	said := func(_ any, err error) error { return err }
	for name, err := range map[string]error{
		"Labels": said(tr.Labels()), "a label": said(tr.Labels("x")), "Chains": said(tr.Chains("x")),
		"Draws": said(tr.Draws("x")), "Moments": said(tr.Moments("x")), "Shape": said(tr.Shape("x")),
		"Coords": said(tr.Coords("x")), "Array": said(tr.Array("x")), "Add": tr.Add("x", [][]float64{{1}}),
		"AddArray": tr.AddArray("x", Array{Draws: [][][]float64{{{1}}}}),
		"Map":      said(tr.Map(func(int, int, []float64) {}, "x")),
		"Replicate": said(tr.Replicate(Stream("r", 1, 0), 1, 1,
			func(*rand.Rand, *Draw, []float64) {})),
	} {
		if !errors.Is(err, errNoTrace) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := tr.Locate("x"); !errors.Is(err, errNoTrace) {
		t.Error(err)
	}
	if tr.NumChains() != 0 || tr.Names() != nil || tr.Blocks() != nil || tr.ZarrArrays("prior") != nil ||
		tr.WriteStanCSV(io.Discard, 0) == nil || tr.WriteZarr(filepath.Join(t.TempDir(), "z")) == nil {
		t.Error("a nil trace has something")
	}
}

// A state that holds nothing is saved in no bytes, and goes on all the same.
func TestCheckpointOfAnEmptyState(t *testing.T) {
	type none struct{}
	m := Model[none]{
		Data:   "coin",
		Init:   func(*rand.Rand) (*none, error) { return new(none), nil },
		Blocks: []Block[none]{Update("nothing", func(r *rand.Rand, _ *none) { r.Uint64() })},
		Params: []Param[none]{Scalar("x", func(*none) float64 { return 1 })},
	}
	set := Settings{Chains: 2, Warmup: NoWarmup, Draws: 4}
	set.Checkpoint = filepath.Join(t.TempDir(), "c")
	for _, draws := range []int{4, 9} {
		set.Draws = draws
		tr, err := Run(context.Background(), m, set)
		if err != nil {
			t.Fatal(err)
		}
		if x, err := tr.Draws("x"); len(x) != 2*draws || err != nil {
			t.Errorf("%d draws of %d, %v", len(x), 2*draws, err)
		}
	}
	m.Data = "another coin"
	if _, err := Run(context.Background(), m, set); err == nil || !strings.Contains(err.Error(), "Data") {
		t.Error(err)
	}
}
