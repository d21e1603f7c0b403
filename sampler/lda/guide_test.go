package lda

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// TestGuided: with a β for some words the samplers draw from the posterior given by enumeration,
// and without it they do not.
func TestGuided(t *testing.T) {
	y := toys[0]
	guide := map[int32][]float64{0: {2, 0.05}, 2: {0.3, 0.9}}
	y.want = enumerateGuided(y.docs(), 3, y.alpha, func(k, w int) float64 {
		if own := guide[int32(w)]; own != nil {
			return own[k]
		}
		return y.beta
	}, y.first, y.last)
	p := y.prior()
	p.Guide = guide
	n := max(*sweeps, 2000)
	for _, k := range kernels {
		if !k.exact || k.name == "partially collapsed" {
			continue
		}
		z, mean := compare(t, &y, n, must(p.Model(y.docs(), 3, k.set)))
		t.Logf("%s: E log p(w, z) %.4f, exact %.4f; z %.1f, of the same topic %.1f", k.name, mean,
			y.want.mean, z[0], z[1])
		if !(math.Abs(z[0]) < 4 && math.Abs(z[1]) < 4) {
			t.Errorf("%s: z %.1f", k.name, z)
		}
	}
	if z, _ := compare(t, &y, 2000,
		must(y.prior().Model(y.docs(), 3, Settings{Sampler: Dense}))); math.Abs(z[0]) < 8 {
		t.Errorf("a model without guide passes: z %.1f", z)
	}
}

// TestGuidedNumbers: φ sums to one and follows the formula, and the likelihood agrees with gamma
// functions. A guide that repeats Beta changes nothing. The sampler of several blocks uses the
// guide too.
func TestGuidedNumbers(t *testing.T) {
	docs := midsize()[:30]
	const v, topics = 300, 20
	own := slices.Repeat([]float64{0.01}, topics)
	own[3] = 50
	p := Prior{K: topics, Guide: map[int32][]float64{7: own, 299: slices.Repeat([]float64{2}, topics)}}
	lg := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for name, set := range map[string]Settings{"dense": {Sampler: Dense}, "fast": {},
		"blocks": {Blocks: 3, Threads: 2}} {
		m := must(p.Model(docs, v, set))
		r := sampler.Stream("guided", 1, 0)
		s := must(m.Init(r))
		for range 5 {
			if err := m.Blocks[0].Update(r, s); err != nil {
				t.Fatal(err)
			}
		}
		phi, counts, log := make([]float64, topics*v), make([]int32, topics), 0.0
		s.Phi(phi)
		for k := range topics {
			total := 0.01*(v-2) + own[k] + 2
			if got := sum(phi[k*v : (k+1)*v]); math.Abs(got-1) > 1e-12 {
				t.Errorf("%s: φ of topic %d sums to %v", name, k, got)
			}
			log += lg(total) - lg(total+float64(s.nk[k]))
			for w := range v {
				clear(counts)
				s.WordTopics(w, counts)
				b := map[int]float64{7: own[k], 299: 2}[w]
				if b == 0 {
					b = 0.01
				}
				n := float64(counts[k])
				log += lg(b+n) - lg(b)
				if want := (n + b) / (float64(s.nk[k]) + total); math.Abs(phi[k*v+w]-want) > 1e-12 {
					t.Fatalf("%s: φ[%d,%d] is %v, want %v", name, k, w, phi[k*v+w], want)
				}
			}
		}
		if got := s.LogLikelihood(); math.Abs(got/log-1) > 1e-10 {
			t.Errorf("%s: log p(w | z) is %v, by gamma functions %v", name, got, log)
		}
		clear(counts)
		if s.WordTopics(7, counts); int(counts[3]) < sumOf(counts)/2+1 {
			t.Errorf("%s: word 7 has topics %v, and most of its β is in topic 3", name, counts)
		}
	}
	plain := Prior{K: topics, Guide: map[int32][]float64{5: slices.Repeat([]float64{0.01}, topics)}}
	run := func(m sampler.Model[State]) [][]uint16 {
		r := sampler.Stream("guided", 2, 0)
		s := must(m.Init(r))
		m.Blocks[0].Update(r, s)
		return s.Assignments()
	}
	a := run(must(plain.Model(docs, v, Settings{Sampler: Dense})))
	b := run(must(Prior{K: topics}.Model(docs, v, Settings{Sampler: Dense})))
	if !slices.EqualFunc(a, b, slices.Equal) {
		t.Error("a guide with the common β draws other topics than no guide")
	}
}

func sumOf(counts []int32) (n int) {
	for _, c := range counts {
		n += int(c)
	}
	return n
}
