// Package live shows how far a run is while it goes on: a line for each chain, a small trace, and
// what the draws are worth so far.
package live

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// display redraws one output while a run goes on.
type display struct {
	id      string
	passing bool // the final line is not worth storing

	glance Glance        // at the draws, the last one
	due    time.Duration // when to look again, by the run's clock
}

// Glance is what a short look at the draws so far shows.
type Glance struct {
	Lines []string // R-hat and ESS
	SVG   string   // a small trace
}

const (
	firstLook = time.Second     // how long to wait for draws to look at
	redraw    = time.Second / 4 // the least time from one look to the next
	share     = 150             // looking may take 1/share of the run's time
	watched   = 3               // parameters whose R-hat and ESS are shown
	fewDraws  = 10              // ESS takes as many draws of each chain
	manyDraws = 4000            // of each chain; of longer ones each n-th draw is looked at
)

// A long run says that nobody needs to wait for it.
const (
	longRun  = 10 * time.Second
	closable = "\n\nYou may close this page. Run the cell again later: the result will be there."
)

// Display returns a function for sampler.Settings.Progress, which redraws one output of a notebook.
// If passing is true, the line that stays is not worth storing.
func Display(passing bool) func(sampler.Report) {
	return (&display{id: output.NewID(), passing: passing}).show
}

func (l *display) show(r sampler.Report) {
	m := output.Sentence(output.Grey, "▸", finalLine(r))
	m.Passing = l.passing
	if !r.Done {
		if r.Trace != nil && r.Elapsed >= max(l.due, firstLook) {
			began := time.Now()
			l.glance = GlanceAt(r.Trace())
			// half, as reports do not come on the dot
			l.due = r.Elapsed + max(redraw/2, share*time.Since(began))
		}
		lines := strings.Join(chainLines(r), "\n")
		below := strings.Join(l.glance.Lines, "\n")
		if l.passing && r.Elapsed > longRun {
			below += closable
		}
		m = output.Message{Text: strings.TrimSpace(lines + "\n" + below), HTML: "<pre>" +
			html.EscapeString(lines+"\n") + l.glance.SVG + html.EscapeString(below) + "</pre>"}
	}
	m.ID = l.id
	output.Emit(m)
}

// GlanceAt sums up the first parameters of a trace. It returns nothing if there are too few draws.
func GlanceAt(tr *sampler.Trace) (g Glance) {
	labels, err := tr.Labels()
	if err != nil || len(labels) == 0 {
		return g
	}
	scalars := len(labels)
	labels = labels[:min(watched, len(labels))]
	width := 0
	for _, label := range labels {
		width = max(width, utf8.RuneCountInString(label))
	}
	for i, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil || slices.ContainsFunc(chains,
			func(x []float64) bool { return len(x) < fewDraws }) {
			return Glance{}
		}
		chains, every := eachNth(chains)
		if i == 0 {
			g.SVG = smallTrace(label, chains)
		}
		r := diag.Row{RHat: diag.RHat(chains), ESSBulk: diag.ESSBulk(chains),
			ESSTail: diag.ESSTail(chains)}
		badRHat, badESS := diag.Limits{}.Judge(scalars, len(chains), len(chains[0])).Beyond(r)
		rhat, ess := decimals(r.RHat, 3), decimals(r.MinESS(), 0)
		if badRHat {
			rhat += " !"
		}
		if every > 1 { // draws in between are left out, and can only add to it
			ess += " or more"
		} else if badESS {
			ess += " !"
		}
		g.Lines = append(g.Lines, fmt.Sprintf("%-*s  R-hat %s  ESS %s", width, label, rhat, ess))
	}
	return g
}

// eachNth takes every n-th draw of long chains.
func eachNth(chains [][]float64) (some [][]float64, every int) {
	longest := 0
	for _, x := range chains {
		longest = max(longest, len(x))
	}
	every = (longest + manyDraws - 1) / manyDraws
	for _, x := range chains {
		var y []float64
		for i := 0; i < len(x); i += every {
			y = append(y, x[i])
		}
		some = append(some, y)
	}
	return some, every
}

func decimals(x float64, n int) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.*f", n, x)
}

// The small trace: its size in pixels, and the number of columns. All draws of a column are drawn
// as one line.
const traceWidth, traceHeight, traceColumns = 480.0, 64.0, 160

// smallTrace draws the chains as lines in a box, from the lowest to the highest draw of each
// column.
func smallTrace(label string, chains [][]float64) string {
	lo, hi, longest := math.Inf(1), math.Inf(-1), 0
	for _, x := range chains {
		lo, hi, longest = min(lo, slices.Min(x)), max(hi, slices.Max(x)), max(longest, len(x))
	}
	if !(hi > lo) {
		hi, lo = lo+1, lo-1
	}
	var b strings.Builder
	label = html.EscapeString(label)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" `+
		`role="img" aria-label="trace of %s" style="display:block;margin:6px 0" fill="none" `+
		`stroke-width="1" stroke-opacity="0.7">`, traceWidth+100, traceHeight, label)
	fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" font-size="13" fill="currentColor">%s</text>`,
		traceWidth+8, traceHeight/2+4, label)
	columns := min(traceColumns, longest)
	for c, x := range chains {
		colour := paint.ChainColour(c)
		fmt.Fprintf(&b, `<polyline stroke="#%02x%02x%02x" points="`, colour.R, colour.G, colour.B)
		for k := range columns {
			from, to := k*longest/columns, min((k+1)*longest/columns, len(x))
			if from >= to {
				break
			}
			at := traceWidth * (float64(k) + 0.5) / float64(columns)
			y := func(v float64) float64 { return 1 + (traceHeight-2)*(hi-v)/(hi-lo) }
			top, bottom := y(slices.Max(x[from:to])), y(slices.Min(x[from:to]))
			if k%2 == 1 { // down and up in turn: the line must not double back
				top, bottom = bottom, top
			}
			fmt.Fprintf(&b, "%.1f,%.1f ", at, top)
			if top != bottom {
				fmt.Fprintf(&b, "%.1f,%.1f ", at, bottom)
			}
		}
		b.WriteString(`"/>`)
	}
	b.WriteString("</svg>")
	return b.String()
}
