package nb

import (
	"fmt"
	"html"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"gibbslab/sampler"
)

// Progress returns a function for sampler.Settings.Progress. In a notebook it redraws one line for each
// chain in place, and ends as one line without times, so that the stored output is the same on a slow and a
// fast machine. Elsewhere it writes a line to standard error every five seconds, and nothing in a run of less
// than a second. [Run] uses it by itself for runs that take longer than two seconds.
func Progress() func(sampler.Report) {
	if !inNotebook() {
		var last time.Duration
		return func(r sampler.Report) {
			due := r.Elapsed-last >= 5*time.Second || last == 0
			if r.Elapsed >= time.Second && (due || r.Done) {
				last = r.Elapsed
				fmt.Fprintln(os.Stderr, oneLine(r))
			}
		}
	}
	id := gonbui.UniqueId()
	return func(r sampler.Report) {
		m := sentence(greyText, "▸", finalLine(r))
		if !r.Done {
			text := strings.Join(chainLines(r), "\n")
			m = message{Text: text, HTML: "<pre>" + html.EscapeString(text) + "</pre>"}
		}
		m.ID = id
		emit(m)
	}
}

// barWidth is the number of characters of a full bar.
const barWidth = 24

// chainLines is one line for each chain: bar, sweeps, draws, speed, time left.
func chainLines(r sampler.Report) []string {
	var lines []string
	for c, chain := range r.Chains {
		full := barWidth
		if chain.Total > 0 {
			full = barWidth * min(chain.Sweeps, chain.Total) / chain.Total
		}
		bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
		line := fmt.Sprintf("chain %d %s %d of %d sweeps, %d draws", c, bar, chain.Sweeps, chain.Total, chain.Draws)
		if s := r.Elapsed.Seconds(); s > 0 && chain.Sweeps > 0 {
			perSecond := float64(chain.Sweeps) / s
			left := time.Duration(float64(chain.Total-chain.Sweeps) / perSecond * float64(time.Second))
			line += fmt.Sprintf(", %.0f/s, %s left", perSecond, max(left, 0).Round(time.Second))
		}
		if chain.Err != nil {
			line += ": stopped: " + chain.Err.Error()
		}
		lines = append(lines, line)
	}
	if r.Warning != nil {
		lines = append(lines, "warning: "+r.Warning.Error())
	}
	return lines
}

// finalLine says what was kept, and nothing that depends on the machine.
func finalLine(r sampler.Report) string {
	draws, sweeps := counts(r)
	line := fmt.Sprintf("%s: %s draws each, from %s sweeps", plural(len(r.Chains), "chain"), draws, sweeps)
	for c, chain := range r.Chains {
		if chain.Err != nil {
			line += fmt.Sprintf("; chain %d stopped: %v", c, chain.Err)
		}
	}
	if r.Warning != nil {
		line += "; warning: " + r.Warning.Error()
	}
	return line
}

// oneLine is the state of the run for a terminal.
func oneLine(r sampler.Report) string {
	if r.Done {
		return finalLine(r) + fmt.Sprintf(" (%s)", roundDuration(r.Elapsed))
	}
	done, total := 0, 0
	for _, chain := range r.Chains {
		done, total = done+chain.Sweeps, total+chain.Total
	}
	return fmt.Sprintf("%s: %d of %d sweeps after %s", plural(len(r.Chains), "chain"), done, total, roundDuration(r.Elapsed))
}

// counts writes the draws and sweeps of the chains: one number if they agree, else one for each.
func counts(r sampler.Report) (draws, sweeps string) {
	var d, s []int
	for _, chain := range r.Chains {
		d, s = append(d, chain.Draws), append(s, chain.Sweeps)
	}
	return agreed(d), agreed(s)
}

func agreed(ns []int) string {
	if len(slices.Compact(slices.Clone(ns))) == 1 {
		return fmt.Sprint(ns[0])
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ns), " ", ", "), "[]")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
