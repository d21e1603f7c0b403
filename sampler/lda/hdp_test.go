package lda

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/numeric"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// hdpToy is five tokens in two documents.
var (
	hdpToy   = []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}, {{Word: 0, N: 1}, {Word: 2, N: 1}}}
	hdpBeta  = 0.4
	hdpPrior = HDP{AlphaShape: 3, AlphaRate: 2, GammaShape: 4, GammaRate: 4}
)

// stirling is the number of ways to seat n customers at m tables, an unsigned Stirling number of
// the first kind.
func stirling(n, m int) float64 {
	switch {
	case n == 0 && m == 0:
		return 1
	case n == 0 || m == 0:
		return 0
	}
	return stirling(n-1, m-1) + float64(n-1)*stirling(n-1, m)
}

// enumerateHDP sums over the partitions of the tokens of hdpToy into topics, over the tables of
// each, and over a grid of α₀ and γ. It returns the probabilities of 1 to 5 topics, the probability
// that the first and the last token of word 0 have the same topic, and the means of α₀ and γ. b is
// integrated out: given the tables, topics are the classes of a Chinese restaurant.
func enumerateHDP() (topics [6]float64, same, alpha, gamma float64) {
	doc, word := []int{0, 0, 0, 1, 1}, []int{0, 0, 1, 0, 2}
	total := 0.0
	rising := func(a float64, n int) float64 { return math.Exp(numeric.LogRising(a, n)) }
	at := func(z []int, used int) {
		var ndk [2][5]int
		var nwk [3][5]int
		var nk [5]int
		for i, k := range z {
			ndk[doc[i]][k]++
			nwk[word[i]][k]++
			nk[k]++
		}
		likelihood := 1.0
		for k := range used {
			for w := range 3 {
				likelihood *= rising(hdpBeta, nwk[w][k])
			}
			likelihood /= rising(3*hdpBeta, nk[k])
		}
		// ways[m] is Σ over tables of Π stirling × Π_k (m_k−1)!, with m tables in all.
		ways := map[int]float64{0: 1}
		for k := range used {
			next := map[int]float64{}
			for m, p := range ways {
				for a := range ndk[0][k] + 1 {
					for b := range ndk[1][k] + 1 {
						if a+b > 0 {
							next[m+a+b] += p * stirling(ndk[0][k], a) * stirling(ndk[1][k], b) * math.Gamma(float64(a+b))
						}
					}
				}
			}
			ways = next
		}
		const points = 60 // of log α₀ and log γ, −6 to 4: with 120 the last digits below do not change
		for i := range points {
			a := math.Exp(-6 + 10*(float64(i)+0.5)/points)
			for j := range points {
				g := math.Exp(-6 + 10*(float64(j)+0.5)/points)
				p := 0.0
				for m, w := range ways {
					p += w * math.Pow(a, float64(m)) / rising(g, m)
				}
				p *= likelihood * math.Pow(g, float64(used)) / rising(a, 3) / rising(a, 2)
				p *= a * g * math.Exp(variate.GammaLogProb(a, hdpPrior.AlphaShape,
					hdpPrior.AlphaRate)+variate.GammaLogProb(g, hdpPrior.GammaShape, hdpPrior.GammaRate))
				total += p
				topics[used] += p
				alpha += p * a
				gamma += p * g
				if z[0] == z[3] {
					same += p
				}
			}
		}
	}
	z := make([]int, 5)
	var place func(i, used int)
	place = func(i, used int) {
		if i == 5 {
			at(z, used)
			return
		}
		for k := range used + 1 {
			z[i] = k
			place(i+1, max(used, k+1))
		}
	}
	place(0, 0)
	for k := range topics {
		topics[k] /= total
	}
	return topics, same / total, alpha / total, gamma / total
}

// hdpModel is a model of hdpToy that records what enumerateHDP returns. It records three topics: one
// has four or five at times.
func hdpModel(set Settings) sampler.Model[State] {
	set.Learn = hdpPrior
	m := must(Prior{K: 3, Alpha: []float64{0.1}, Beta: hdpBeta}.Model(hdpToy, 3, set))
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	m.Params = []sampler.Param[State]{
		sampler.Scalar("one", func(s *State) float64 { return is(s.inUse() == 1) }),
		sampler.Scalar("two", func(s *State) float64 { return is(s.inUse() == 2) }),
		sampler.Scalar("four", func(s *State) float64 { return is(s.inUse() == 4) }),
		sampler.Scalar("same", func(s *State) float64 {
			a := s.Assignments()
			return is(a[0][0] == a[1][0])
		}),
		sampler.Scalar("alpha0", func(s *State) float64 { return sum(s.Alpha) }),
		sampler.Scalar("gamma0", func(s *State) float64 { return s.gamma }),
	}
	return m
}

// TestHDP: the number of topics, the same topic, α₀ and γ have the enumerated posterior, and each
// mutant is off.
func TestHDP(t *testing.T) {
	topics, same, alpha, gamma := enumerateHDP()
	want := map[string]float64{"one": topics[1], "two": topics[2], "four": topics[4], "same": same,
		"alpha0": alpha, "gamma0": gamma}
	t.Logf("exact: topics %.4f, same %.4f, α₀ %.4f, γ %.4f", topics, same, alpha, gamma)
	worst := func(m sampler.Model[State], draws int) float64 {
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Warmup: 200, Draws: draws, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		most := 0.0
		for name, w := range want {
			x := must(tr.Chains(name))
			z := (diag.Mean(must(tr.Draws(name))) - w) / diag.MCSEMean(x)
			t.Logf("%s: %.4f, exact %.4f, z %.1f", name, diag.Mean(must(tr.Draws(name))), w, z)
			most = max(most, math.Abs(z))
		}
		return most
	}
	for name, set := range map[string]Settings{"sequential": {}, "random": {RandomStart: true},
		"parallel": {Sampler: PartiallyCollapsed, Threads: 2}} {
		draws := max(*sweeps, 5000)
		if turns.Short(t) && set.Threads > 0 {
			draws = 1500
		}
		if z := worst(hdpModel(set), draws); !(z < 4) {
			t.Errorf("%s start: z %.1f", name, z)
		}
	}
	one := func(*rand.Rand, int32, float64) int { return 1 }
	for name, draw := range map[string]func(r *rand.Rand, s *State){
		"one table for all": func(r *rand.Rand, s *State) { s.drawHDP(r, hdpPrior, one) },
		"another γ":         func(r *rand.Rand, s *State) { s.drawHDP(r, HDP{3, 2, 5, 4}, drawTables) },
		"another α₀":        func(r *rand.Rand, s *State) { s.drawHDP(r, HDP{4, 2, 4, 4}, drawTables) },
		"no new topics": func(r *rand.Rand, s *State) {
			s.drawHDP(r, hdpPrior, drawTables)
			used := (sum(s.Alpha) - s.Alpha[newTopic]) / sum(s.Alpha)
			s.Alpha[newTopic] = minConcentration
			for k := range s.Alpha {
				s.Alpha[k] /= used
			}
		},
	} {
		m := hdpModel(Settings{})
		m.Blocks[1].Update = func(r *rand.Rand, s *State) error { draw(r, s); return nil }
		if z := worst(m, 800); z < 6 {
			t.Errorf("%s: not noticed, z %.1f", name, z)
		}
	}
	// With γ = 0 all topics that are opened in one sweep are one, as when there is no more room.
	// Too small a part makes hundreds of topics, for which the parallel sampler takes ten seconds.
	parallel := Settings{Sampler: PartiallyCollapsed, Threads: 2}
	for _, mutant := range []struct {
		name   string
		factor float64
		draws  int
		set    Settings
		long   bool
	}{
		{"no room", 1e-3, 400, Settings{}, false},
		{"no room", 1e-3, 400, parallel, false},
		{"too small a part", 10, 3000, Settings{}, false},
		{"too small a part", 10, 3000, parallel, true},
	} {
		if mutant.long && turns.Short(t) {
			continue
		}
		m := hdpModel(mutant.set)
		m.Blocks[0].Update = anotherGamma(m.Blocks[0].Update, mutant.factor)
		if z := worst(m, mutant.draws); z < 6 {
			t.Errorf("%v, %s: not noticed, z %.1f", mutant.set.Sampler, mutant.name, z)
		}
	}
}

// anotherGamma is a mutant of the block z, which breaks off parts of another size.
func anotherGamma(right step, factor float64) step {
	return func(r *rand.Rand, s *State) error {
		gamma := s.gamma
		s.gamma *= factor
		defer func() { s.gamma = gamma }()
		return right(r, s)
	}
}

func sumOfUsed(s *State) (sum float64) {
	for k, n := range s.nk {
		if n > 0 {
			sum += s.Alpha[k]
		}
	}
	return sum
}

// breakStick opens a topic whose token is drawn from the prior.
func breakStick(r *rand.Rand, s *State, weights []float64) (z int, all []float64) {
	part := variate.Beta(r, 1, s.gamma) * s.Alpha[newTopic]
	s.Alpha[newTopic] -= part
	s.Alpha = append(s.Alpha, part)
	weights[newTopic] = s.Alpha[newTopic]
	return len(weights), append(weights, part)
}

// takeHDP takes α and γ from a state of any number of topics.
func (s *State) takeHDP(from *State) {
	s.gamma, s.Alpha, s.nk, s.n = from.gamma, nil, nil, nil
	s.grow(len(from.Alpha))
	copy(s.Alpha, from.Alpha)
}
