package lda

import (
	"context"
	"flag"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

var sweeps = flag.Int("lda.sweeps", 0,
	"sweeps of each of four chains on each toy corpus, 250000 for a million in all; 0 is a few on "+
		"some")

// kernels are all samplers, by name.
var kernels = []struct {
	name  string
	exact bool
	set   Settings
}{
	{"dense", true, Settings{Sampler: Dense}},
	{"blocked", true, Settings{kernel: &blockedKernel}},
	{"sparse", true, Settings{kernel: &sparseKernel}},
	{"partially collapsed", true, Settings{Sampler: PartiallyCollapsed, Threads: 2}},
	{"blocked, 2 blocks", false, Settings{kernel: &blockedKernel, Blocks: 2, Threads: 2}},
	{"sparse, 2 blocks", false, Settings{kernel: &sparseKernel, Blocks: 2, Threads: 2}},
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestEnumeration compares enumerate with numbers made elsewhere.
func TestEnumeration(t *testing.T) {
	y := toys[0]
	got := enumerate(y.docs(), 3, y.alpha, y.beta, y.first, y.last)
	for _, c := range [][2]float64{{got.logW, y.want.logW}, {got.mean, y.want.mean},
		{got.sd, y.want.sd}, {got.max, y.want.max}, {got.same, y.want.same}} {
		if math.Abs(c[0]-c[1]) > 1e-6 { // the given digits
			t.Errorf("%v, want %v", c[0], c[1])
		}
	}
}

// compare runs four chains of a model on a toy. It returns how many standard errors E log p(w, z)
// and the probability of the same topic are off.
func compare(
	t *testing.T, y *toy, sweeps int, m sampler.Model[State],
) (z [2]float64, mean float64) {
	t.Helper()
	same := func(s *State) float64 {
		var all []uint16
		for _, topics := range s.Assignments() {
			all = append(all, topics...)
		}
		if all[y.first] == all[y.last] {
			return 1
		}
		return 0
	}
	m.Params = []sampler.Param[State]{sampler.Scalar("same", same)}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Warmup: 500, Draws: sweeps, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i, label := range []string{"lp__", "same"} {
		chains := must(tr.Chains(label))
		got := diag.Mean(must(tr.Draws(label)))
		z[i] = (got - []float64{y.want.mean, y.want.same}[i]) / diag.MCSEMean(chains)
		if i == 0 {
			mean = got
		}
	}
	return z, mean
}

// TestExact: on toy corpora each sampler named exact draws from the posterior. The last full run,
// of a million sweeps each, had |z| ≤ 1.7 for all exact samplers and toys; the comments of
// [Settings] give the results of the others.
func TestExact(t *testing.T) {
	n, some := *sweeps, toys
	if n == 0 {
		n, some = 2000, []toy{toys[0], toys[3]}
	}
	for _, k := range kernels {
		if *sweeps == 0 && !k.exact {
			continue
		}
		for i := range some {
			y := &some[i]
			z, mean := compare(t, y, n, must(y.prior().Model(y.docs(), len(y.counts[0]), k.set)))
			t.Logf("%s, %s: E log p(w, z) %.4f, exact %.4f; z %.1f, of the same topic %.1f", k.name,
				y.name, mean, y.want.mean, z[0], z[1])
			if k.exact && !(math.Abs(z[0]) < 4 && math.Abs(z[1]) < 4) {
				t.Errorf("%s, %s: E log p(w, z) is %.1f standard errors off, the probability of "+
					"the same topic %.1f", k.name, y.name, z[0], z[1])
			}
		}
	}
}
