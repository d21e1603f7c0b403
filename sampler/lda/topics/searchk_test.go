package topics

import (
	"context"
	"math"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// TestSearchK: of the numbers of topics of the bars it takes the ten that there are, whose
// likelihood is right, and the chains are those of sampler.Run.
func TestSearchK(t *testing.T) {
	turns.Long(t)
	docs := bars(1, 200, 50)
	run := sampler.Settings{Chains: 5, Warmup: 150, Draws: 50, Seed: 1}
	p := lda.Prior{Alpha: []float64{1}, Beta: 0.1}
	s := must(SearchK(context.Background(), p, []int{10, 3, 30}, docs, 25, lda.Settings{}, run))
	t.Logf("%v", s.Report())
	if s.Take != 10 || s.K[0] != 3 || s.Behind[1] != 0 || !(s.Behind[0] > 2*s.BehindSE[0]) {
		t.Errorf("took %d of %v: behind by %v ± %v", s.Take, s.K, s.Behind, s.BehindSE)
	}
	if !(s.Stable[1] > 5 && s.Stable[0] < 3 && s.Stable[2] < 3) {
		t.Errorf("stable: %v", s.Stable)
	}
	var seen, unseen []corpus.Doc
	for d, doc := range docs {
		if d%5 == 0 {
			unseen = append(unseen, doc)
		} else {
			seen = append(seen, doc)
		}
	}
	p.K = 3
	tr := must(sampler.Run(context.Background(), must(p.Model(seen, 25, lda.Settings{})), run))
	mean := 0.0
	for c := range 5 {
		topics := must(Read(tr, c, seen, 1))
		logP := must(topics.LeftToRight(sampler.Stream("another", 1, c), unseen, 0))
		mean -= math.Log(Perplexity(logP, unseen)) / 5
	}
	if math.Abs(mean-s.HeldOut[0]) > 0.01 {
		t.Errorf("log p a token is %v, want %v", s.HeldOut[0], mean)
	}
}

// TestSearchKTakesTheSmallest: of numbers of topics that predict equally well, up to the error, it
// takes the smallest, also if the best one is neither the first nor the last.
func TestSearchKTakesTheSmallest(t *testing.T) {
	unseen := []corpus.Doc{{{Word: 0, N: 1}}, {{Word: 1, N: 1}}, {{Word: 2, N: 1}}}
	near, far := [][]float64{{-2, -1, -3}, {-1, -3, -2}}, [][]float64{{-9, -9, -8}, {-9, -8, -9}}
	best := [][]float64{{-1.9, -2, -2}, {-2, -2, -1.9}}
	for _, c := range []struct {
		logP [][][]float64
		want int
	}{
		{[][][]float64{far, best, near}, 2}, // not 3, which is larger
		{[][][]float64{near, far, best}, 1},
		{[][][]float64{far, near, best}, 2},
		{[][][]float64{best, near, far}, 1},
	} {
		s := &SearchResult{K: []int{1, 2, 3}}
		s.predict(c.logP, unseen, []int{0, 5, 10})
		if s.Take != c.want {
			t.Errorf("took %d, want %d: behind by %v ± %v", s.Take, c.want, s.Behind, s.BehindSE)
		}
	}
}

// Documents of one cluster are held out together, and tell no more than one of them if they say the
// same: errors stay as large.
func TestSearchKHoldsClustersOut(t *testing.T) {
	var docs []corpus.Doc
	by := lda.Covariates{Names: []string{"late"}}
	for d := range 24 {
		docs = append(docs, corpus.Doc{{Word: int32(d % 5), N: 1}})
		by.Clusters = append(by.Clusters, string(rune('a'+d/2%12)))
	}
	unit := units(len(docs), lda.Prior{By: by})
	seen, unseen := split(docs, unit)
	if len(unseen) != 6 || len(seen) != 18 || unit[10] != unit[11] || unit[10] != 5 {
		t.Errorf("%d of 24 documents are held out, and clusters are %v", len(unseen), unit)
	}
	errorOf := func(times int, unit ...int) float64 {
		logP, docs := make([][][]float64, 2), []corpus.Doc{}
		for k, of := range [][]float64{{-2, -1, -3}, {-1, -1.5, -2}} {
			var all []float64
			for _, x := range of {
				for range times {
					all = append(all, x)
				}
			}
			logP[k] = [][]float64{all, all}
		}
		for range 3 * times {
			docs = append(docs, corpus.Doc{{Word: 0, N: 1}})
		}
		s := &SearchResult{K: []int{1, 2}}
		s.predict(logP, docs, unit)
		return s.BehindSE[0]
	}
	one, clusters := errorOf(1, 0, 5, 10), errorOf(2, 0, 0, 5, 5, 10, 10)
	if apart := errorOf(2, 0, 5, 10, 15, 20, 25); math.Abs(one-clusters) > 1e-12 || apart > 0.8*one {
		t.Errorf("errors %v, %v in clusters, and %v apart", one, clusters, apart)
	}
}

// A smaller number than 1 cannot be tried.
func TestSearchKOfOneTopic(t *testing.T) {
	of := func(k ...int) string {
		n := len(k)
		zeros := make([]float64, n)
		s := &SearchResult{K: k, Take: k[0], HeldOut: make([]float64, n), HeldOutSE: zeros, Behind: zeros,
			BehindSE: zeros, Coherence: zeros, CoherenceSE: zeros, Stable: zeros, StableSE: zeros,
			RHat: zeros}
		return s.Report().Verdict
	}
	const try = "No smaller number was tried"
	if v := of(1, 2, 5); strings.Contains(v, try) {
		t.Error(v)
	}
	if v := of(2, 5); !strings.Contains(v, try) {
		t.Error(v)
	}
}

func TestSearchKRefuses(t *testing.T) {
	docs := bars(1, 12, 5)
	two := []int{2}
	for want, c := range map[string]struct {
		p          lda.Prior
		ks         []int
		docs       []corpus.Doc
		learn      lda.Learner
		chains     int
		checkpoint string
	}{
		"are [], expected": {lda.Prior{}, nil, docs, nil, 2, ""},
		"all different":    {lda.Prior{}, []int{2, 2}, docs, nil, 2, ""},
		"9 documents":      {lda.Prior{}, two, docs[:9], nil, 2, ""},
		"4 clusters": {lda.Prior{By: lda.Covariates{Clusters: []string{"a", "a", "b", "b", "b", "c",
			"c", "d", "d", "a", "b", "c"}}}, two, docs, nil, 2, ""},
		"has no K":               {lda.Prior{}, two, docs, lda.HDP{}, 2, ""},
		"Prior.Alpha has 2":      {lda.Prior{Alpha: []float64{1, 2}}, two, docs, nil, 2, ""},
		"Settings.Checkpoint is": {lda.Prior{}, two, docs, nil, 2, "file"},
		"Settings.Chains is 1":   {lda.Prior{}, two, docs, nil, 1, ""},
		"Prior.K is 70000":       {lda.Prior{}, []int{70000}, docs, nil, 2, ""},
	} {
		run := sampler.Settings{Chains: c.chains, Warmup: 2, Draws: 2, Checkpoint: c.checkpoint}
		_, err := SearchK(context.Background(), c.p, c.ks, c.docs, 25, lda.Settings{Learn: c.learn}, run)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
}
