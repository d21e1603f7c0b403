package topics

import (
	"context"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
)

// TestRHat compares R-hat of φ and θ, with topics in a different order in each chain, with the
// formula on the draws. The control: without matching it is huge.
func TestRHat(t *testing.T) {
	docs := toy
	p := lda.Prior{K: 3, Alpha: []float64{0.5}, Beta: 0.3}
	m := must(p.Model(docs, 3, lda.Settings{Sampler: lda.Dense}))
	const chains, n = 3, 40
	tr := must(sampler.Run(context.Background(), m,
		sampler.Settings{Chains: chains, Warmup: 10, Draws: n, Seed: 1}))
	perms := [][]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}} // any order will do for the formula
	var phis, thetas [chains][][]float64
	for c := range chains {
		sweep := 0
		for s, err := range m.Sweeps(context.Background(), sampler.Stream("chain", 1, c)) {
			if err != nil || sweep == 10+n {
				break
			}
			if sweep++; sweep > 10 {
				phi, theta := make([]float64, 9), make([]float64, 12)
				s.Phi(phi)
				s.Theta(theta)
				phis[c], thetas[c] = append(phis[c], phi), append(thetas[c], theta)
			}
		}
	}
	formula := func(draw func(c, i int) float64) float64 {
		means, variances := make([]float64, chains), make([]float64, chains)
		for c := range chains {
			x := make([]float64, n)
			for i := range x {
				x[i] = draw(c, i)
			}
			means[c], variances[c] = diag.Mean(x), diag.SD(x)*diag.SD(x)
		}
		return math.Sqrt((n-1.0)/n + diag.SD(means)*diag.SD(means)/diag.Mean(variances))
	}
	phi, theta, err := RHat(tr, &relabel.Alignment{Perms: perms})
	if err != nil || len(phi) != 3 || len(theta) != 4 {
		t.Fatal(err, phi, theta)
	}
	for k := range 3 {
		for w := range 3 {
			if want := formula(func(c,
				i int) float64 {
				return phis[c][i][perms[c][k]*3+w]
			}); math.Abs(phi[k][w]-want) > 1e-9 {
				t.Errorf("φ of topic %d, word %d: R-hat %v, want %v", k, w, phi[k][w], want)
			}
		}
		for d := range 4 {
			if want := formula(func(c,
				i int) float64 {
				return thetas[c][i][d*3+perms[c][k]]
			}); math.Abs(theta[d][k]-want) > 1e-9 {
				t.Errorf("θ of document %d, topic %d: R-hat %v, want %v", d, k, theta[d][k], want)
			}
		}
	}
}

// TestRHatNeedsMatching: with four topics of three words each, matched chains agree, and unmatched
// chains do not.
func TestRHatNeedsMatching(t *testing.T) {
	r := sampler.Stream("four topics", 1, 0)
	var docs []corpus.Doc
	for d := range 40 {
		words := make([]int32, 20)
		for i := range words {
			words[i] = int32(d%4*3 + r.IntN(3))
		}
		docs = append(docs, corpus.Bag(words))
	}
	p := lda.Prior{K: 4, Alpha: []float64{0.1}, Beta: 0.1}
	m := must(p.Model(docs, 12, lda.Settings{}))
	tr := must(sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 2, Warmup: 50, Draws: 50, Seed: 1}))
	chains := []*Topics{must(Read(tr, 0, docs, p.Alpha...)),
		must(Read(tr, 1, docs, p.Alpha...))}
	a, _, err := Match(chains, 0)
	if err != nil {
		t.Fatal(err)
	}
	upper := func(a *relabel.Alignment) float64 {
		phi, _, err := RHat(tr, a)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Concat(phi...)
		slices.Sort(all)
		return all[len(all)*9/10] // most pixels are in neither topic
	}
	matched := upper(a)
	identity := slices.Clone(a.Perms[0])
	unmatched := upper(&relabel.Alignment{Perms: [][]int{identity, identity}})
	t.Logf("R-hat of φ, 90 %% below: matched %.3f, as they come %.1f; order %v", matched, unmatched,
		a.Perms[1])
	if matched > 1.3 || unmatched < 3 || slices.Equal(a.Perms[1], identity) {
		t.Errorf("R-hat of φ, 90 %% below: matched %.3f, as they come %.3f", matched, unmatched)
	}
	for what, bad := range map[string]*relabel.Alignment{"nil": nil,
		"one chain": {Perms: a.Perms[:1]}, "short": {Perms: [][]int{{0}, {0}}},
		"no counterpart": {Perms: [][]int{identity, slices.Repeat([]int{-1}, 4)}},
		"three chains":   {Perms: [][]int{identity, identity, identity}}} {
		if _, _, err := RHat(tr, bad); err == nil {
			t.Errorf("no error for %s", what)
		}
	}
	if _, _, err := RHat(nil, a); err == nil {
		t.Error("no error without a trace")
	}
	m.Params = m.Params[:1]
	short := must(sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 2, Warmup: 1, Draws: 2, Seed: 1}))
	if _, _, err := RHat(short, a); err == nil {
		t.Error("no error without phi")
	}
}
