package diag

import (
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/diag/internal/problems"
	"gibbslab/sampler/diag/internal/tables"
)

// These numbers limit what a table shows. Lines that say how much they stand for sum up the rest.
const (
	namedRows    = 100 // rows that were asked for by name are shown, at most this many
	firstOfArray = 3   // shown of a larger array without warnings
	tableLines   = 60  // lines of the table: twice a small screen
)

// A line of the table is one row, or stands for the rows that are not shown.
type line struct {
	graded
	rest []graded
}

// lines returns the lines of the table: parameters with warnings first, the worst first, then the
// others in the order of the model. Long arrays show their worst elements, and one line for the
// rest.
func (s *Summary) lines() []line {
	groups := s.groups()
	var lines []line
	most := tableLines
	if s.named {
		most = namedRows
	}
	for i, g := range groups {
		room := most - len(lines)
		if i < len(groups)-1 {
			room-- // for the line about the others
		}
		block := linesOf(g, s.shown(g, room))
		if len(block) > room {
			return append(lines, restOf(tables.Count(len(groups)-i)+" more parameters",
				slices.Concat(groups[i:]...), true))
		}
		lines = append(lines, block...)
	}
	return lines
}

// groups are the rows of each parameter, worst first.
func (s *Summary) groups() [][]graded {
	byName := map[string]int{}
	var groups [][]graded
	for _, r := range s.graded() {
		i, ok := byName[r.Name]
		if !ok || r.Name == "" {
			i = len(groups)
			byName[r.Name] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, compareProblems)
	}
	slices.SortStableFunc(groups, func(a, b []graded) int { return compareProblems(a[0], b[0]) })
	return groups
}

// shown is the number of rows of one parameter to show if there is room for this many lines.
func (s *Summary) shown(g []graded, room int) int {
	switch marked := warned(g); {
	case s.named && len(g) > room:
		return max(room-1, 0) // and a line for the rest
	case s.named || len(g) <= tables.WholeArray:
		return len(g)
	case marked > 0:
		return min(marked, tables.WorstOfArray)
	}
	return firstOfArray
}

// linesOf shows the worst rows of one parameter, and one line for the others.
func linesOf(g []graded, shown int) []line {
	if shown < len(g) && warned(g) == 0 {
		g = slices.Clone(g)
		slices.SortStableFunc(g, compare)
	}
	var lines []line
	for _, r := range g[:shown] {
		lines = append(lines, line{graded: r})
	}
	if shown < len(g) {
		lines = append(lines, restOf(g[0].Name+": "+tables.Count(len(g)-shown)+" more", g[shown:], false))
	}
	return lines
}

// restOf sums up the rows that are not shown, and gives their number if the label does not.
func restOf(label string, rest []graded, counted bool) line {
	var notes []string
	if counted {
		notes = append(notes, tables.Count(len(rest))+" rows")
	}
	if marked := warned(rest); marked > 0 {
		notes = append(notes, tables.Count(marked)+" with warnings")
	}
	if len(notes) > 0 {
		label += " (" + strings.Join(notes, ", ") + ")"
	}
	l := line{rest: rest}
	l.Label = label
	return l
}

// warned counts the rows with warnings of their own.
func warned(rows []graded) int {
	n := 0
	for _, r := range rows {
		if r.grade != problems.Fine {
			n++
		}
	}
	return n
}

// cells returns the line as text. The bounds for a rest ignore NaN.
func (l line) cells() []string {
	if l.rest == nil {
		cells := l.Row.cells()
		if l.grade != problems.Fine {
			cells[0] += " !"
		}
		return cells
	}
	nan := math.NaN()
	mcse, bulk, tail, rhat := nan, nan, nan, nan
	least := func(a, b float64) float64 { // of those that are numbers
		if math.IsNaN(a) || b < a {
			return b
		}
		return a
	}
	most := func(a, b float64) float64 { return -least(-a, -b) }
	for _, r := range l.rest {
		mcse, rhat = most(mcse, r.MCSEMean), most(rhat, r.RHat)
		bulk, tail = least(bulk, r.ESSBulk), least(tail, r.ESSTail)
	}
	return []string{
		l.Label, "", "", "", "", "", tables.Bound("≤ ", mcse, tables.Order(mcse)-1),
		tables.Bound("≥ ", math.Floor(bulk), 0), tables.Bound("≥ ", math.Floor(tail), 0),
		tables.Bound("≤ ", rhat, -3),
	}
}
