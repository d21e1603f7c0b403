package sampler

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestReplicate(t *testing.T) {
	tr := smallTrace() // two chains of two draws
	seen := func(sets int) []float64 {
		y, err := tr.Replicate(Stream("r", 1, 0), sets, 3, func(r *rand.Rand, d *Draw,
			y []float64) {
			phi := d.Array("phi")
			y[0], y[1], y[2] = d.Scalar("mu"), phi[5], float64(10*d.Chain+d.Index)
			if d.Scalar("phi[1,2]") != phi[5] {
				t.Error("an element differs from that of the array")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return slices.Concat(y...)
	}
	if got, want := seen(0), []float64{1, 12, 0, 2, 12.5, 1, 3, 112, 10, 4, 1,
		11}; !slices.Equal(got, want) {
		t.Errorf("all draws %v, want %v", got, want)
	}
	if got, want := seen(2), []float64{1, 12, 0, 3, 112, 10}; !slices.Equal(got, want) {
		t.Errorf("two sets %v, want %v", got, want)
	}
	// The random numbers are those given, in order.
	a, b := Stream("r", 1, 0), Stream("r", 1, 0)
	y, err := tr.Replicate(a, 0, 1, func(r *rand.Rand, _ *Draw, y []float64) { y[0] = r.Float64() })
	if err != nil {
		t.Fatal(err)
	}
	for s := range y {
		if want := b.Float64(); y[s][0] != want {
			t.Errorf("set %d has %v, want %v", s, y[s][0], want)
		}
	}
}

func TestReplicateErrors(t *testing.T) {
	tr := smallTrace()
	tr.columns = append(tr.columns, column{Name: "rare", Every: 2, Draws: [][][]float64{{{1}},
		{{2}}}})
	if err := tr.Add("short", [][]float64{{1}, {2}}); err != nil {
		t.Fatal(err)
	}
	nothing := func(*rand.Rand, *Draw, []float64) {}
	r := Stream("r", 1, 0)
	with := func(f func(d *Draw)) func() error {
		return func() error {
			_, err := tr.Replicate(r, 0, 1, func(_ *rand.Rand, d *Draw, _ []float64) { f(d) })
			return err
		}
	}
	for says, try := range map[string]func() error{
		`no parameter "nu"; have mu`:              with(func(d *Draw) { d.Scalar("nu") }),
		`draw 0 of chain 0: sampler: "phi" is an`: with(func(d *Draw) { d.Scalar("phi") }),
		`no parameter "phi[0,0]"`:                 with(func(d *Draw) { d.Array("phi[0,0]") }),
		"only the running mean":                   with(func(d *Draw) { d.Array("z") }),
		"every 2-th draw of":                      with(func(d *Draw) { d.Array("rare") }),
		`"short" has 1 draws in chain 0`:          with(func(d *Draw) { d.Scalar("short") }),
		"panicked: index out":                     with(func(d *Draw) { _ = d.Array("phi")[d.Index+6] }),
		"panicked: lost (line":                    with(func(d *Draw) { panic("lost") }),
		"5 sets from 4 draws":                     replicate(tr, r, 5, 1, nothing),
		"-1 sets of 1":                            replicate(tr, r, -1, 1, nothing),
		"at least one value":                      replicate(tr, r, 1, 0, nothing),
		"are nil":                                 replicate(tr, nil, 1, 1, nothing),
		"function are nil":                        replicate(tr, r, 1, 1, nil),
		"1 sets from 0 draws":                     replicate(new(Trace), r, 0, 1, nothing),
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// replicate tries a call.
func replicate(
	tr *Trace, r *rand.Rand, sets, n int, f func(*rand.Rand, *Draw, []float64),
) func() error {
	return func() error {
		_, err := tr.Replicate(r, sets, n, f)
		return err
	}
}
