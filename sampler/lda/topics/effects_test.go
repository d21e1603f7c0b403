package topics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"
)

// corpora is the number of simulated corpora in a long test. EFFECTS_CORPORA=100 makes them 100.
func corpora(t *testing.T, long int) int {
	turns.Long(t)
	if n, err := strconv.Atoi(os.Getenv("EFFECTS_CORPORA")); err == nil {
		return n
	}
	return long
}

// known is a prior under which each of as many topics has one word.
func known(topics int) lda.Prior {
	p := lda.Prior{K: topics, Alpha: []float64{0.5}, Beta: 1, Guide: map[int32][]float64{}}
	for k := range topics {
		p.Guide[int32(k)] = slices.Repeat([]float64{1e-6}, topics)
		p.Guide[int32(k)][k] = 1
	}
	return p
}

// written draws a document of n tokens with these shares; topic k has word k.
func written(r *rand.Rand, theta []float64, n int) corpus.Doc {
	words := make([]int32, n)
	for i := range words {
		words[i] = int32(variate.Categorical(r, theta))
	}
	return corpus.Bag(words)
}

// ran runs two chains of known topics.
func ran(t *testing.T, p lda.Prior, docs []corpus.Doc, sweeps int) *sampler.Trace {
	t.Helper()
	return must(sampler.Run(t.Context(), must(p.Model(docs, p.K, lda.Settings{Counts: sweeps / 4})),
		sampler.Settings{Chains: 2, Warmup: sweeps, Draws: sweeps, Seed: 1, NoReplay: true}))
}

// TestEffectsCoverage: shares from the model itself, and shares of a topic that fills 2 % or 8 % of
// the documents and is absent elsewhere. The intervals of early, late and difference contain the
// truth in nearly 95 of 100 corpora; SharesAt warns in all corpora of the second kind, and (nearly)
// never in those of the first.
func TestEffectsCoverage(t *testing.T) {
	const docs, topics = 2000, 20
	n := corpora(t, 20)
	for _, full := range []bool{false, true} {
		truth := []float64{0.2 / 9.7, 0.8 / 10.3}
		if full {
			truth = []float64{0.02, 0.08}
		}
		truth = append(truth, truth[1]-truth[0])
		covered, warned := make([]int, 3), 0
		for i := range n {
			r := sampler.Stream(fmt.Sprint("coverage ", full), 1, i)
			by := lda.Covariates{Names: []string{"late"}}
			var texts []corpus.Doc
			alpha, theta := slices.Repeat([]float64{0.5}, topics), make([]float64, topics)
			for d := range docs {
				late := d % 2
				if alpha[0] = []float64{0.2, 0.8}[late]; full {
					variate.Dirichlet(r, alpha[1:], theta[1:])
					if theta[0] = 0; r.Float64() < truth[late] {
						clear(theta)
						theta[0] = 1
					}
				} else {
					variate.Dirichlet(r, alpha, theta)
				}
				texts, by.X = append(texts, written(r, theta, 30)), append(by.X, []float64{float64(late)})
			}
			p, sweeps := known(topics), 4
			if p.By = by; i%5 == 0 || n > 20 {
				sweeps = 100
			} else {
				p.By = nil
			}
			tr := ran(t, p, texts, sweeps)
			e := must(Effects(tr, texts, by, Contrast{Name: "early", At: []float64{0}},
				Contrast{Name: "late", At: []float64{1}}, Contrast{"change", []float64{1}, []float64{0}}))
			for q, want := range truth {
				if e.Low[q][0][0] <= want && want <= e.High[q][0][0] {
					covered[q]++
				}
			}
			if p.By != nil {
				s := must(SharesAt(tr, by, []string{"early", "late"}, [][]float64{{0}, {1}}))
				if len(s.Warnings) > 0 {
					warned++
				}
				if full && i == 0 && !strings.Contains(s.Report().String(), "were counted") {
					t.Errorf("the report says:\n%v", s.Report())
				}
			}
		}
		runs := n
		if n <= 20 {
			runs = (n + 4) / 5
		}
		t.Logf("full %t: early, late and difference in %d of %d; warned in %d of %d", full, covered, n,
			warned, runs)
		if full && warned < runs || !full && warned > runs/50 || slices.Min(covered) < n*17/20-1 {
			t.Errorf("full %t: covered %d of %d, warned in %d of %d", full, covered, n, warned, runs)
		}
	}
}

// TestClusterCoverage: two groups of 15 clusters each, without a difference, whose shares vary by
// cluster. With the clusters, intervals contain 0 nearly always; without them they often do not.
func TestClusterCoverage(t *testing.T) {
	n := corpora(t, 40)
	with, without := 0, 0
	for i := range n {
		r := sampler.Stream("clusters", 1, i)
		group, speaker := []string{}, []string{}
		var texts []corpus.Doc
		theta := make([]float64, 5)
		for g := range 30 {
			var of [5]float64
			variate.Dirichlet(r, []float64{2, 2, 2, 2, 2}, of[:])
			for range 20 {
				alpha := of
				for k := range alpha {
					alpha[k] *= 5
				}
				variate.Dirichlet(r, alpha[:], theta)
				texts = append(texts, written(r, theta, 20))
				group, speaker = append(group, fmt.Sprint(g%2)), append(speaker, fmt.Sprint(g))
			}
		}
		tr := ran(t, known(5), texts, 4)
		fields := map[string]any{"group": group, "speaker": speaker}
		zero := func(formula string) bool {
			e := must(Effects(tr, texts, lda.Covariates{}.Formula(formula, fields)))
			return e.Low[0][0][0] <= 0 && 0 <= e.High[0][0][0]
		}
		if zero("group + (1 | speaker)") {
			with++
		}
		if zero("group") {
			without++
		}
	}
	t.Logf("0 is in %d of %d intervals with clusters, and in %d without", with, n, without)
	if with < n*17/20 || without > n*3/4 {
		t.Errorf("0 is in %d of %d intervals with clusters, and in %d without", with, n, without)
	}
}

// TestFewTreated: a placebo that 3 or 20 of 40 clusters have, whose shares vary by cluster. The
// intervals contain 0 in nearly 95 of 100 corpora; with the 39 degrees of freedom that 40 clusters
// seem to give, they do not. A contrast that rests on few clusters is never recommended.
func TestFewTreated(t *testing.T) {
	n := corpora(t, 150)
	for _, treated := range []int{3, 20} {
		covered, naive := 0, 0
		for i := range n {
			r := sampler.Stream("treated", uint64(treated), i)
			var texts []corpus.Doc
			var author, kind []string
			for g := range 40 {
				u := 1 / (1 + math.Exp(r.NormFloat64()))
				for range 6 {
					texts = append(texts, written(r, []float64{u, 1 - u}, 20))
					author, kind = append(author, fmt.Sprint(g)), append(kind, fmt.Sprint(g < treated))
				}
			}
			e := must(Effects(ran(t, known(2), texts, 4), texts, lda.Covariates{}.Formula("kind + (1 | author)",
				map[string]any{"kind": kind, "author": author})))
			low, high := e.Low[0][0][0], e.High[0][0][0]
			if low <= 0 && 0 <= high {
				covered++
			}
			df := distuv.StudentsT{Sigma: 1, Nu: e.Clusters[0] - 1}
			if m := e.Mean[0][0][0]; math.Abs(m) <= (high-m)*2.0227/df.Quantile(0.975) { // R: qt(0.975, 39)
				naive++
			}
			few := strings.Contains(e.Report().String(), "rests on 3.5 effective clusters")
			e.Low[0][0], e.High[0][0], e.Mean[0][0] = []float64{.1, .1}, []float64{.3, .3}, []float64{.2, .2}
			e.Found[0], e.Without[0][0] = 1, 0.1
			if few != (treated == 3) || e.Stands(0, 0) == few {
				t.Fatalf("%d treated: %.1f clusters, stands %t\n%v", treated, e.Clusters[0], e.Stands(0, 0),
					e.Report())
			}
		}
		t.Logf("%d treated: 0 is in %d of %d intervals, with 39 degrees of freedom in %d", treated, covered,
			n, naive)
		if covered < n*90/100 || treated == 3 && naive > n*90/100 {
			t.Errorf("%d treated: 0 is in %d of %d intervals, with 39 degrees of freedom in %d", treated,
				covered, n, naive)
		}
	}
}

// TestMarks: a size is marked if each chain's interval holds the mean of all, whatever R-hat is; a
// sign if the intervals are on one side of 0. (The first two are from two kinds of messages.)
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		mark            string
		mean, low, high []float64
		less            []float64
	}{
		{"*", []float64{-.284, -.295, -.307, -.276}, []float64{-.308, -.323, -.335, -.309},
			[]float64{-.259, -.266, -.279, -.244}, []float64{0}},
		{"+", []float64{.277, .343, .309, .214}, []float64{.230, .295, .262, .167},
			[]float64{.324, .390, .356, .261}, []float64{0}},
		{"", []float64{.1, .1}, []float64{-.01, .05}, []float64{.21, .15}, []float64{0}},
		{"*", []float64{.1, .1}, []float64{.05, .05}, []float64{.2, .2}, nil},
		{"", []float64{.1, .3}, []float64{.05, .25}, []float64{.15, .35}, nil},
	} {
		e := &EffectsResult{Contrasts: []Contrast{{"late", []float64{1}, c.less}}, Mean: [][][]float64{{c.mean}},
			Low: [][][]float64{{c.low}}, High: [][][]float64{{c.high}}, RHat: [][]float64{{3}},
			Agree: [][]int{{len(c.mean)}}, Without: [][]float64{{c.mean[0]}}, Dropped: [][]string{{"a"}},
			Effective: []float64{100}, Largest: []string{"a"}, Clusters: []float64{100}, Found: []float64{1},
			Top: [][]int{{0, 1}}}
		if got := e.Report().Table.Rows[0][0]; got != c.mark || e.Stands(0, 0) != (c.mark == "*") {
			t.Errorf("means %.3f: marked %q, stands %t, want %q", c.mean, got, e.Stands(0, 0), c.mark)
		}
		unit := "In percentage points. "
		if c.less == nil {
			unit = "In percent. "
		}
		if got := e.Report().Notes[0]; !strings.HasPrefix(got, unit) {
			t.Errorf("less %v: %q, want %q", c.less, got, unit)
		}
		if e.Found[0] = 0.8; e.Stands(0, 0) || e.Report().Table.Rows[0][0] != "" {
			t.Errorf("means %.3f: marked, and the topic does not return", c.mean)
		}
	}
}

// TestWithout: one author has most tokens of the topic, and another carries the effect. The report
// names the second. The estimate without him equals a regression without his documents.
func TestWithout(t *testing.T) {
	var texts []corpus.Doc
	var author, kind []string
	for d := range 80 {
		words, g := []int32{1, 1, 1, 1, 0, 1, 1, 1}, d/2%8
		switch {
		case g == 3: // much of the topic, of both kinds
			words = slices.Repeat([]int32{0, 0, 1}, 40)
		case g == 5 && d%2 == 1:
			words = []int32{0, 0, 0, 0, 0, 0, 0, 0}
		}
		texts = append(texts, corpus.Bag(words))
		author, kind = append(author, fmt.Sprint("author ", g)), append(kind, []string{"a", "b"}[d%2])
	}
	fields := map[string]any{"kind": kind, "author": author}
	e := must(Effects(ran(t, known(2), texts, 16), texts,
		lda.Covariates{}.Formula("kind + (1 | author)", fields)))
	if e.Dropped[0][0] != "author 5" || e.Largest[0] != "author 3" || math.Abs(e.Without[0][0]) > 0.01 ||
		math.Abs(e.Mean[0][0][0]-7./64) > 0.01 || !strings.Contains(e.Report().String(), "(author 5)") {
		t.Errorf("%v without %v, %v most\n%v", e.Without, e.Dropped, e.Largest, e.Report())
	}
}

// TestEffectsByHand: the estimates are those of regressions in each draw, and the intervals those
// of the jackknife, both made again without each cluster.
func TestEffectsByHand(t *testing.T) {
	r := sampler.Stream("by hand", 1, 0)
	var texts []corpus.Doc
	var speaker, party []string
	day, theta := []float64{}, make([]float64, 3)
	for d := range 60 {
		variate.Dirichlet(r, []float64{1, 1, 1}, theta)
		texts = append(texts, written(r, theta, 5+d%4))
		speaker, party = append(speaker, fmt.Sprint("s", d*d%7)), append(party, []string{"a", "b"}[d%2])
		day = append(day, r.NormFloat64())
	}
	texts[5] = nil
	fields := map[string]any{"speaker": speaker, "party": party, "day": day}
	by := lda.Covariates{}.Formula("party * day + (1 | speaker)", fields)
	p := known(3)
	tr := must(sampler.Run(t.Context(), must(p.Model(texts, 3, lda.Settings{Counts: 2})),
		sampler.Settings{Chains: 2, Warmup: 1, Draws: 20, Seed: 1, NoReplay: true}))
	at := must(by.At(map[string]any{"party": "b", "day": 0.3}))
	less := must(by.At(map[string]any{"party": "a", "day": 0.3}))
	e := must(Effects(tr, texts, by, Contrast{"level", at, nil}, Contrast{"party", at, less}))
	estimate := func(k int, draw int, without string, ask []float64) float64 {
		var x, y []float64
		for d, doc := range texts {
			if len(doc) > 0 && speaker[d] != without {
				x = append(append(x, 1), by.X[d]...)
				n := must(tr.Chains(fmt.Sprintf("counts[%d,%d]", d, k)))[0][draw]
				y = append(y, n/float64(doc.Tokens()))
			}
		}
		var beta mat.VecDense
		if err := beta.SolveVec(mat.NewDense(len(y), 4, x), mat.NewVecDense(len(y), y)); err != nil {
			t.Fatal(err)
		}
		return floats.Dot(beta.RawVector().Data, ask)
	}
	for q, ask := range [][]float64{append([]float64{1}, at...), {0, 1, 0, at[2]}} {
		var rows []float64
		var of []string
		for d, doc := range texts {
			if len(doc) > 0 {
				rows, of = append(append(rows, 1), by.X[d]...), append(of, speaker[d])
			}
		}
		var gram, beta, weights mat.Dense // X (XᵀX)⁻¹ ask
		x := mat.NewDense(len(of), 4, rows)
		gram.Mul(x.T(), x)
		if err := gram.Inverse(&gram); err != nil {
			t.Fatal(err)
		}
		beta.Mul(&gram, mat.NewDense(4, 1, ask))
		weights.Mul(x, &beta)
		gamma, sums := map[string]float64{}, map[string]float64{}
		for i, speaker := range of {
			sums[speaker] += weights.At(i, 0)
			gamma[speaker] += weights.At(i, 0) * weights.At(i, 0)
		}
		one, two := 0.0, 0.0
		for g := range gamma {
			gamma[g] += sums[g] * sums[g]
			one, two = one+gamma[g], two+gamma[g]*gamma[g]
		}
		quantile := distuv.StudentsT{Sigma: 1, Nu: one*one/two - 1}.Quantile(0.975)
		for k := range 3 {
			var means []float64
			within, draws := 0.0, 10
			for s := range draws {
				whole := estimate(k, s, "", ask)
				means = append(means, whole)
				for _, g := range []string{"s0", "s1", "s2", "s4"} { // squares modulo 7
					off := whole - estimate(k, s, g, ask)
					within += 3. / 4 * off * off / float64(draws)
				}
			}
			between := diag.SD(means) * diag.SD(means) * 1.1
			half := quantile * math.Sqrt(within+between)
			low := diag.Mean(means) - half
			if m := diag.Mean(means); q == 0 {
				low = 1 / (1 + math.Exp(-(math.Log(m/(1-m)) - half/(m*(1-m)))))
			}
			if math.Abs(e.Mean[q][k][0]-diag.Mean(means)) > 1e-9 || math.Abs(e.Low[q][k][0]-low) > 1e-9 {
				t.Errorf("%s of topic %d: %g from %g, by hand %g from %g", e.Contrasts[q].Name, k,
					e.Mean[q][k][0], e.Low[q][k][0], diag.Mean(means), low)
			}
		}
	}
	bad := func(formula string, c ...Contrast) error {
		_, err := Effects(tr, texts, lda.Covariates{}.Formula(formula, fields), c...)
		return err
	}
	fields["one"], fields["two"] = slices.Repeat([]string{"x"}, 60), day[:59]
	fields["party2"] = append(slices.Repeat([]string{"a", "b"}, 29), "c", "b")
	fields["gaps"] = slices.Clone(speaker)
	fields["gaps"].([]string)[3] = ""
	fields["once"] = slices.Repeat([]float64{0}, 60)
	fields["once"].([]float64)[2], fields["const"] = 1, slices.Repeat([]float64{3}, 60)
	_, atErr := by.At(map[string]any{"party": "green", "day": 1.})
	_, noDay := by.At(map[string]any{"party": "a"})
	_, extra := by.At(map[string]any{"party": "a", "day": 1, "month": 2})
	turned := slices.Clone(texts)
	slices.Reverse(turned)
	_, reversed := Effects(tr, turned, by)
	_, checked := Check(Case{Trace: tr, Docs: slices.Concat(texts[1:], texts[:1])})
	for want, err := range map[string]error{
		"document 0 has 8 tokens, and 5 in the trace":     reversed,
		"document 0 has 6 tokens, and 5 in the trace":     checked,
		"more brackets of one kind":                       bad("party + (1 | speaker"),
		"two kinds of clusters":                           bad("party + (1 | speaker) + (1 | party2)"),
		`"~ party" is not under`:                          bad("~ party"),
		`"party - day" is not under`:                      bad("party - day"),
		`clusters are (1 | field)`:                        bad("(one | speaker)"),
		"document 3 has no cluster":                       bad("party + (1 | gaps)"),
		`there is no field "nobody"`:                      bad("party + nobody"),
		`the groups of (1 | nobody): there is no field`:   bad("party + (1 | nobody)"),
		`"one" has the kinds ["x"]`:                       bad("one"),
		`"const" is 0 in all documents`:                   bad("const"),
		`there are 1 clusters`:                            bad("party + (1 | one)"),
		`"party" holds strings, and smooth needs numbers`: bad("smooth(party, 3)"),
		`"smooth(day)" is not understood`:                 bad("smooth(day)"),
		`"x" in "smooth(day, x)" is no number`:            bad("smooth(day, x)"),
		`"party" has 60 values and "two" 59`:              bad("party:two"),
		`without the cluster "document 2", "once" is the`: bad("once"),
		`the contrast "c" has a row of 2 numbers`:         bad("party", Contrast{"c", []float64{1, 2}, nil}),
		`no row has the party "green"`:                    atErr,
		`there is no value of "day"`:                      noDay,
		`there is no field "month"`:                       extra,
		`without the cluster "b", "party=b" is the same`:  bad("party + (1 | party2)"),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", want, err)
		}
	}
}
