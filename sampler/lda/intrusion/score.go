package intrusion

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gibbslab/sampler/lda/topics"
	"gibbslab/sampler/report"
)

// Scores say what people found. They come from [Sheet.Score].
type Scores struct {
	topics.Validated
	High float64 // the upper end of the interval of Found
	// Alpha is Krippendorff's α, how far people agree beyond chance, with its interval; NaN for one
	// person.
	Alpha, AlphaLow, AlphaHigh float64
	// ByTopic is the share of answers that found the intruder, for each topic; NaN without rows.
	ByTopic []float64
	people  int
}

// Score compares the answers of people, one list from [Sheet.Read] for each, with the key and with
// each other. 95 % intervals come from a bootstrap of the rows. The interval of Found is
// at least as wide as Wilson's for as many rows. It has a width even if all intruders are found.
// Rows without an answer are left out.
func (s *Sheet) Score(r *rand.Rand, people ...[]int) (*Scores, error) {
	if len(people) == 0 || r == nil || len(s.Rows) == 0 {
		return nil, errors.New("intrusion: Score: give a sheet with rows, a generator, and a list of " +
			"answers for each person")
	}
	topicsOf := 0
	for p, answers := range people {
		if len(answers) != len(s.Rows) {
			return nil, fmt.Errorf("intrusion: Score: person %d has %d answers, and the sheet %d rows: "+
				"read them by Sheet.Read", p, len(answers), len(s.Rows))
		}
	}
	all := make([]int, len(s.Rows))
	for i := range all {
		all[i], topicsOf = i, max(topicsOf, s.Rows[i].Topic+1)
	}
	found, alpha := s.found(all, people), s.alpha(all, people)
	if found != found {
		return nil, errors.New("intrusion: Score: nobody has answered a row")
	}
	var founds, alphas []float64
	rows := make([]int, len(all))
	for range 2000 {
		for i := range rows {
			rows[i] = r.IntN(len(all))
		}
		founds, alphas = append(founds, s.found(rows, people)), append(alphas, s.alpha(rows, people))
	}
	out := &Scores{Validated: topics.Validated{Found: found,
		Chance: 1 / float64(len(s.Rows[0].Choices))}, Alpha: alpha, people: len(people)}
	low, high := ends(founds)
	n := float64(len(all))
	shift, width := 1.96*1.96/n, 1.96*math.Sqrt(found*(1-found)/n+1.96*1.96/(4*n*n))
	out.Low = min(low, (found+shift/2-width)/(1+shift))
	out.High = max(high, min((found+shift/2+width)/(1+shift), 1))
	out.AlphaLow, out.AlphaHigh = ends(alphas)
	for k := range topicsOf {
		about := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return s.Rows[i].Topic != k })
		out.ByTopic = append(out.ByTopic, s.found(about, people))
	}
	return out, nil
}

// found is the share of answers that are the intruder.
func (s *Sheet) found(rows []int, people [][]int) float64 {
	right, n := 0., 0.
	for _, answers := range people {
		for _, i := range rows {
			if answers[i] >= 0 {
				n++
				if answers[i] == s.Rows[i].Intruder {
					right++
				}
			}
		}
	}
	return right / n
}

// alpha is Krippendorff's α for nominal values: 1 − observed / expected disagreement. Choices stand
// in random order, so people who guess agree by chance, and α is 0.
func (s *Sheet) alpha(rows []int, people [][]int) float64 {
	most := 0
	for _, row := range s.Rows {
		most = max(most, len(row.Choices))
	}
	total, pairs, apart := make([]float64, most), 0., 0.
	for _, i := range rows {
		of, n := make([]float64, most), 0.
		for _, answers := range people {
			if answers[i] >= 0 {
				of[answers[i]]++
				n++
			}
		}
		if n < 2 {
			continue
		}
		pairs += n
		for v, x := range of {
			total[v] += x
			apart += x * (n - x) / (n - 1)
		}
	}
	expected := 0.
	for _, x := range total {
		expected += x * (pairs - x) / (pairs - 1)
	}
	if pairs > 0 && expected == 0 { // all found all intruders
		return 1
	}
	return 1 - apart/expected
}

// ends of the middle 95 %.
func ends(x []float64) (low, high float64) {
	x = slices.DeleteFunc(x, func(v float64) bool { return v != v })
	if len(x) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(x)
	return x[len(x)*25/1000], x[min(len(x)*975/1000, len(x)-1)]
}

// Report says whether people see what the topics are about. found, the share of other chains that
// have a topic ([topics.StabilityResult].Found), stands beside it; nil leaves it out.
func (c *Scores) Report() report.Report { return c.Beside(nil) }

// Beside is [Scores.Report] with the stability of the topics.
func (c *Scores) Beside(stability []float64) report.Report {
	r := report.Report{Wrong: c.Low <= c.Chance,
		Verdict: fmt.Sprintf("People found %.0f %% of the intruders "+
			"(%.0f to %.0f %%; guessing finds %.0f %%).", 100*c.Found, 100*c.Low, 100*c.High, 100*c.Chance),
		Table: report.Table{Align: "l", Head: []string{"topic", "found by people"}}}
	if c.people > 1 {
		r.Verdict += fmt.Sprintf(" They agree beyond chance with Krippendorff's α = %.2f (%.2f to %.2f).",
			c.Alpha, c.AlphaLow, c.AlphaHigh)
	} else {
		r.Warnings = append(r.Warnings,
			errors.New("one person cannot agree with another: let two fill in the sheet"))
	}
	if stability != nil {
		r.Table.Head = append(r.Table.Head, "in other chains")
	}
	for k, found := range c.ByTopic {
		row := []string{strconv.Itoa(k), fmt.Sprintf("%.2f", found)}
		if found != found {
			row[1] = "–"
		}
		if k < len(stability) {
			row = append(row, fmt.Sprintf("%.2f", stability[k]))
		}
		r.Table.Rows = append(r.Table.Rows, row)
	}
	return r
}
