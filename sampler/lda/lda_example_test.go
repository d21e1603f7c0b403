package lda_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// Eight notes of two kinds, and their words.
var (
	vocabulary = []string{"goal", "match", "team", "law", "senate", "vote"}
	notes      = []corpus.Doc{
		corpus.Bag([]int32{0, 0, 1, 2, 2}), corpus.Bag([]int32{3, 4, 4, 5, 5}),
		corpus.Bag([]int32{0, 1, 1, 2}), corpus.Bag([]int32{3, 3, 4, 5}),
		corpus.Bag([]int32{1, 2, 2, 0, 0}), corpus.Bag([]int32{4, 5, 3, 3}),
		corpus.Bag([]int32{0, 1, 2, 5}), corpus.Bag([]int32{4, 4, 5}),
	}
)

// top lists the words of a topic, the most probable first.
func top(phi []float64, k, n int) []string {
	row := phi[k*len(vocabulary) : (k+1)*len(vocabulary)]
	order := []int{0, 1, 2, 3, 4, 5}
	slices.SortFunc(order, func(a, b int) int {
		if row[a] > row[b] {
			return -1
		}
		return 1
	})
	var words []string
	for _, w := range order[:n] {
		words = append(words, vocabulary[w])
	}
	slices.Sort(words)
	return words
}

// Two topics of eight notes: φ and θ are means over the kept sweeps.
func ExamplePrior_Model() {
	m, err := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}.Model(notes, len(vocabulary),
		lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 100, Draws: 100, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	phi, _ := tr.Moments("phi")
	theta, _ := tr.Moments("theta")
	for k := range 2 {
		fmt.Println(top(phi[0].Mean, k, 3))
	}
	fmt.Printf("the note that is about both: %.1f %.1f\n", theta[0].Mean[2*6], theta[0].Mean[2*6+1])
	// Output:
	// [goal match team]
	// [law senate vote]
	// the note that is about both: 0.8 0.2
}

// The tutorial sampler, sweep by sweep: starting from random topics, the log joint density rises.
func ExampleSettings() {
	m, err := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}.Model(notes, len(vocabulary),
		lda.Settings{Sampler: lda.Dense, RandomStart: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("chain", 2, 0)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n++; n == 1 || n == 50 {
			fmt.Printf("sweep %2d: log p(w, z) %.1f, of which log p(w | z) %.1f\n", n, s.LogJoint(),
				s.LogLikelihood())
		}
		if n == 50 {
			break
		}
	}
	// Output:
	// sweep  1: log p(w, z) -69.3, of which log p(w | z) -62.4
	// sweep 50: log p(w, z) -61.3, of which log p(w | z) -51.0
}

// What a state can tell you: the topics of the tokens, their counts, and the estimates that follow.
func ExampleState() {
	prior := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}
	m, err := prior.Model(notes, len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("chain", 1, 0)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n++; n < 100 {
			continue
		}
		doc, word := make([]int32, 2), make([]int32, 2)
		s.DocTopics(6, doc)
		s.WordTopics(5, word)
		fmt.Println("topics of the words of note 6:", s.Assignments()[6], "so many of each:", doc)
		fmt.Println("topics of vote:", word)
		phi, theta := make([]float64, 2*len(vocabulary)), make([]float64, len(notes)*2)
		s.Phi(phi)
		s.Theta(theta)
		fmt.Printf("goal in topic 0: %.2f; topic 0 in note 0: %.2f\n", phi[0], theta[0])
		break
	}
	// Output:
	// topics of the words of note 6: [0 0 0 1] so many of each: [3 1]
	// topics of vote: [0 6]
	// goal in topic 0: 0.35; topic 0 in note 0: 0.98
}

// The number of threads changes only the time.
func ExampleSettings_threads() {
	prior := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}
	set := sampler.Settings{Chains: 1, Warmup: 20, Draws: 20, Seed: 1}
	for _, threads := range []int{1, 2} {
		m, err := prior.Model(notes, len(vocabulary),
			lda.Settings{Sampler: lda.Fast, Blocks: 2, Threads: threads})
		if err != nil {
			fmt.Println(err)
			return
		}
		tr, err := sampler.Run(context.Background(), m, set)
		if err != nil {
			fmt.Println(err)
			return
		}
		lp, _ := tr.Draws("lp__")
		fmt.Printf("%d threads: log p(w, z) %.6f at the end\n", threads, lp[len(lp)-1])
	}
	// Output:
	// 1 threads: log p(w, z) -61.295699 at the end
	// 2 threads: log p(w, z) -61.295699 at the end
}

// The partially collapsed sampler has the same posterior: here, the mean of the log joint density.
func ExamplePartiallyCollapsed() {
	prior := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.5}
	collapsed, err := prior.Model(notes, len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	partially, err := prior.Model(notes, len(vocabulary),
		lda.Settings{Sampler: lda.PartiallyCollapsed, Threads: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []sampler.Model[lda.State]{collapsed, partially} {
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Draws: 1000, Warmup: 100, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		mean, _ := tr.Moments("lp__")
		fmt.Printf("%.0f\n", sampler.PoolMoments(mean).Mean[0])
	}
	// Output:
	// -66
	// -66
}

// α and β are learnt along with the topics, from twenty copies of the notes and two more notes
// about both.
func ExampleOptimise() {
	both := []corpus.Doc{corpus.Bag([]int32{0, 2, 3, 4, 5}), corpus.Bag([]int32{1, 1, 2, 0, 4})}
	docs := slices.Repeat(slices.Concat(notes, both), 20)
	m, err := lda.Prior{K: 2}.Model(docs, len(vocabulary), lda.Settings{Learn: lda.Optimise{Every: 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 200, Draws: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	alpha, _ := tr.Moments("alpha")
	beta, _ := tr.Moments("beta")
	fmt.Printf("α from 2.5 to %.2f and %.2f, β from 0.01 to %.2f\n", alpha[0].Mean[0],
		alpha[0].Mean[1], beta[0].Mean[0])
	// Output:
	// α from 2.5 to 0.08 and 0.09, β from 0.01 to 0.24
}

// The posterior of α and β: eight notes say little about them.
func ExampleSampleHyper() {
	prior := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.1}
	m, err := prior.Model(notes, len(vocabulary), lda.Settings{Learn: lda.SampleHyper{AlphaRate: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Warmup: 100, Draws: 1000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	beta, _ := tr.Draws("beta")
	slices.Sort(beta)
	fmt.Printf("β: 90 %% between %.1f and %.0f\n", beta[len(beta)/20], beta[len(beta)*19/20])
	// Output:
	// β: 90 % between 0.2 and 2
}

// Documents that are read one after the other, here from lines of text, need not be held in memory.
func ExamplePrior_ModelSeq() {
	file := "0 0 1 0\n3 2 3\n1 0 1\n2 2 3 3\n"
	docs := func(yield func(corpus.Doc) bool) {
		for line := range strings.Lines(file) {
			var words []int32
			for word := range strings.FieldsSeq(line) {
				w, _ := strconv.Atoi(word)
				words = append(words, int32(w))
			}
			if !yield(corpus.Bag(words)) {
				return
			}
		}
	}
	prior := lda.Prior{K: 2, Alpha: []float64{0.1}}
	model, err := prior.ModelSeq(docs, 4, lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	model.Params = model.Params[:1] // no phi and theta, which take 24 bytes × K × (V + documents)
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Chains: 1, Draws: 200})
	fmt.Println(tr.Names(), err)
	// Output: [loglik lp__] <nil>
}
