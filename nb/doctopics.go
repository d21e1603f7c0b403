package nb

import (
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// DocTopics draws which documents are about which topic. It has a row for each topic. The documents
// go from left to right in the given order, which may be their order in time. theta is documents ×
// topics, the share of each topic in each document. topics are the names of the topics; nil numbers
// them. If there are more than 200 documents, each column shows the mean of several neighbours.
func DocTopics(topics []string, theta [][]float64) *plot.Plot {
	shares, each := docTopicsData(theta)
	topics = namesOr(topics, "document topics: topics", len(shares))
	p := paint.NewPlot("Which documents are about which topic", "document", "")
	p.Add(shades{shares, checkTable("document topics", shares)})
	reversed := slices.Clone(topics)
	slices.Reverse(reversed)
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = paint.EveryName(reversed), 0, 0
	paint.SetWish(p, paint.Wish{Height: paint.NamesHeight(len(topics))})
	p.X.Tick.Marker = scaled{paint.Ticks{About: 8}, float64(each), (1 - float64(each)) / 2}
	p.X.Min, p.X.Max = -0.5, float64(len(shares[0]))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(shares))-0.5
	if each == 1 && len(theta) < 20 {
		p.X.Tick.Marker = numbered{len(theta), false}
	}
	addShades(p, "share ", slices.Max(slices.Concat(shares...)))
	return p
}

// mostColumns is how many columns of a picture can still be told apart.
const mostColumns = 200

// docTopicsData returns the numbers that [DocTopics] draws: topics × columns, the mean share of a
// topic in each column, and how many documents make a column: the fewest for which at most 200
// columns are needed. The last column has what is left.
func docTopicsData(theta [][]float64) (shares [][]float64, each int) {
	checkTable("document topics", theta)
	each = (len(theta) + mostColumns - 1) / mostColumns
	shares = make([][]float64, len(theta[0]))
	for block := range slices.Chunk(theta, each) {
		for k := range shares {
			sum := 0.0
			for _, row := range block {
				sum += row[k]
			}
			shares[k] = append(shares[k], sum/float64(len(block)))
		}
	}
	return shares, each
}

// scaled ticks say for place x the value x·by − offset.
type scaled struct {
	plot.Ticker
	by, offset float64
}

// Ticks implements plot.Ticker.
func (s scaled) Ticks(lo, hi float64) []plot.Tick {
	marks := s.Ticker.Ticks(lo*s.by-s.offset, hi*s.by-s.offset)
	for i := range marks {
		marks[i].Value = (marks[i].Value + s.offset) / s.by
	}
	return marks
}
