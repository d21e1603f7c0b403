package exercises

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// redTape is the share of topic 0 in 1981 and in 1982, in each draw of four chains.
func redTape() (in1981, in1982 [][]float64) {
	words := datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinDocs: 2}
	c := nb.Must(datasets.FromTexts(datasets.ReaganTexts(), words))
	p := lda.Prior{K: 20, Alpha: []float64{0.1}, Beta: 0.1, Guide: map[int32][]float64{}}
	for _, word := range []string{"regulations", "grants", "local"} {
		beta := slices.Repeat([]float64{0.001}, 20)
		beta[0] = 5
		p.Guide[int32(slices.Index(c.Vocabulary, word))] = beta
	}
	by := lda.Covariates{}.Steps("year", lda.Years(datasets.ReaganDates()))
	p.By = by
	tr := chainsOf(nb.Must(p.Model(c.Docs, c.V(), lda.Settings{})),
		sampler.Settings{Warmup: 300, Draws: 200, Seed: 1})
	years := strings.Fields("1981 1982 1983 1984 1985 1986 1987 1988")
	rows := make([][]float64, 8)
	for d, day := range datasets.ReaganDates() {
		rows[day.Year()-1981] = by.X[d]
	}
	shares := nb.Must(topics.SharesAt(tr, by, years, rows))
	return nb.Must(shares.Chains("share[1981,0]")), nb.Must(shares.Chains("share[1982,0]"))
}

func TestTopicsOverTime(t *testing.T) {
	n := open(t, "15_topics_over_time")
	n.exercise("1", func(e *exercise) {
		e.exact(math.E / (1 + math.E + 2))
		e.wrong("the old share times e", 0.25*math.E)
		e.wrong("the old share", 0.25)
		e.wrong("the coefficient is added to α", 1.1/(0.1+1.1+0.2))
		e.wrong("logarithms", (math.Log(0.1)+1)/(2*math.Log(0.1)+1+math.Log(0.2)))
		e.wrong("every topic grows", 0.1*math.E/(0.4*math.E))
	})
	n.exercise("2", func(e *exercise) {
		tokens := func(texts []string, least int) float64 {
			set := datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinDocs: least}
			return float64(nb.Must(datasets.FromTexts(texts, set)).Tokens())
		}
		all, year := datasets.ReaganTexts(), func(y int) int {
			return slices.IndexFunc(datasets.ReaganDates(), func(d time.Time) bool { return d.Year() == y })
		}
		e.exact(tokens(all[:year(1983)], 2))
		words := datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinDocs: 2}
		c := nb.Must(datasets.FromTexts(all, words))
		c.Docs = c.Docs[:year(1983)]
		e.wrong("words counted in all years", float64(c.Tokens()))
		e.wrong("1983 as well", tokens(all[:year(1984)], 2))
		e.wrong("1981 only", tokens(all[:year(1982)], 2))
		e.wrong("every word", tokens(all[:year(1983)], 1))
	})
	n.exercise("3", func(e *exercise) {
		weigh := func(a, b float64) float64 {
			zero, one := (1+a)*4.1/10.5, (2+b)*1.1/10.5
			return zero / (zero + one)
		}
		e.exact(weigh(0.5*math.Exp(-1), 0.5))
		e.wrong("the same α for every paragraph", weigh(0.5, 0.5))
		e.wrong("the coefficient of the other topic", weigh(0.5, 0.5*math.Exp(-1)))
		e.wrong("the sign of the coefficient", weigh(0.5*math.E, 0.5))
		e.wrong("the logarithm for α", weigh(math.Log(0.5)-1, math.Log(0.5)))
		e.wrong("topic 1", 1-weigh(0.5*math.Exp(-1), 0.5))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		in1981, in1982 := redTape()
		var fell []float64 // the share of draws in which it fell, in each chain
		for c := range in1981 {
			fell = append(fell, shareBelow(in1982[c], in1981[c]))
		}
		e.exact(slices.Min(fell))
		e.wrong("all chains together", shareBelow(slices.Concat(in1982...), slices.Concat(in1981...)))
		e.wrong("chain 0", fell[0])
		e.wrong("the largest", slices.Max(fell))
		e.wrong("it rose", 1-slices.Min(fell))
		e.wrong("all of them", fell[0]*fell[1]*fell[2]*fell[3])
	})
}
