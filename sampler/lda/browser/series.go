package browser

import (
	"fmt"
	"slices"
	"time"
)

// A series is the share of each topic over time, or over the order of the documents.
type series struct {
	Dated  bool     `json:"dated"`
	At     []num    `json:"at"`     // milliseconds since 1970, or the number of a document
	Labels []string `json:"labels"` // what each point stands for
	Shares [][]num  `json:"shares"` // topics × points
}

// Up to mostDays different dates have a point each. Others, and the order of documents, are cut
// into parts of equal length.
const mostDays, parts = 60, 40

// series sums the documents of each part, weighted by their lengths.
func (p Page) series(n *numbers) series {
	part, count := p.parts(n)
	s := series{Dated: p.Dates != nil, Shares: make([][]num, len(n.phi))}
	tokens, sums := make([]float64, count), make([][]float64, count)
	first, last := make([]int, count), make([]int, count)
	for b := range count {
		first[b], sums[b] = -1, make([]float64, len(n.phi))
	}
	for d, doc := range n.docs {
		b, length := part[d], float64(doc.Tokens())
		if first[b] < 0 || p.before(d, first[b]) {
			first[b] = d
		}
		if tokens[b] == 0 || p.before(last[b], d) {
			last[b] = d
		}
		tokens[b] += length
		for k, share := range n.theta[d] {
			sums[b][k] += length * share
		}
	}
	for b := range count {
		if tokens[b] == 0 {
			continue
		}
		at, label := p.place(first[b], last[b])
		s.At, s.Labels = append(s.At, num(at)), append(s.Labels, label)
		for k, v := range sums[b] {
			s.Shares[k] = append(s.Shares[k], num(v/tokens[b]))
		}
	}
	return s
}

// parts says to which part each document belongs, and how many parts there are.
func (p Page) parts(n *numbers) (part []int, count int) {
	part = make([]int, len(n.docs))
	if p.Dates == nil {
		count = min(parts, len(part))
		for d := range part {
			part[d] = d * count / len(part)
		}
		return part, count
	}
	days := slices.Clone(p.Dates)
	slices.SortFunc(days, time.Time.Compare)
	days = slices.CompactFunc(days, time.Time.Equal)
	if len(days) <= mostDays {
		for d, date := range p.Dates {
			part[d], _ = slices.BinarySearchFunc(days, date, time.Time.Compare)
		}
		return part, len(days)
	}
	start, length := days[0].Unix(), float64(days[len(days)-1].Unix()-days[0].Unix())+1
	for d, date := range p.Dates {
		part[d] = int(float64(date.Unix()-start) / length * parts)
	}
	return part, parts
}

func (p Page) before(d, e int) bool {
	if p.Dates == nil {
		return d < e
	}
	return p.Dates[d].Before(p.Dates[e])
}

// place is the middle of a part, and how to call it.
func (p Page) place(first, last int) (at float64, label string) {
	if p.Dates == nil {
		label = fmt.Sprintf("documents %d to %d", first, last)
		if first == last {
			label = fmt.Sprintf("document %d", first)
		}
		return float64(first+last) / 2, label
	}
	a, b := p.Dates[first], p.Dates[last]
	label = a.Format(time.DateOnly)
	if end := b.Format(time.DateOnly); end != label {
		label += " to " + end
	}
	return float64(a.UnixMilli()+b.UnixMilli()) / 2, label
}
