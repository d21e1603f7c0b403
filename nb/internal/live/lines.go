package live

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gibbslab/nb/internal/output"
	"gibbslab/sampler"
)

// manyChains is the largest number of chains that have a line each. More have one line together.
const manyChains = 16

// barWidth is the number of characters of a full bar, and longest the seconds that are written as
// time left at most: a century, as a Duration ends at three.
const (
	barWidth = 24
	longest  = 100 * 365 * 24 * 3600
)

// chainLines is one line for each chain: bar, sweeps, draws, speed, time left.
func chainLines(r sampler.Report) []string {
	var lines []string
	if r.Says != "" {
		lines = append(lines, "elsewhere: "+r.Says)
	}
	if n := len(r.Chains); n > manyChains {
		done, share := 0, 0.0
		for _, chain := range r.Chains {
			if chain.Sweeps >= chain.Total {
				done++
				share++
			} else {
				share += float64(chain.Sweeps) / float64(chain.Total)
			}
		}
		full := int(barWidth * share / float64(n))
		lines = append(lines, fmt.Sprintf("%s%s %d of %d chains done", strings.Repeat("█", full),
			strings.Repeat("░", barWidth-full), done, n))
		r.Chains = nil
	}
	for c, chain := range r.Chains {
		full := barWidth
		if chain.Total > 0 {
			full = barWidth * min(chain.Sweeps, chain.Total) / chain.Total
		}
		bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
		line := fmt.Sprintf("chain %d %s %d of %d sweeps, %d draws", c, bar, chain.Sweeps,
			chain.Total, chain.Draws)
		if s := r.Elapsed.Seconds(); s > 0 && chain.Sweeps > chain.Before {
			perSecond := float64(chain.Sweeps-chain.Before) / s
			seconds := min(float64(max(chain.Total-chain.Sweeps, 0))/perSecond, longest)
			most := ""
			if r.Missing != "" {
				most = "at most "
			}
			line += fmt.Sprintf(", %s, %s%s left", speed(perSecond, r.Work), most,
				time.Duration(math.Round(seconds))*time.Second)
		}
		if chain.Err != nil {
			line += ": stopped: " + chain.Err.Error()
		}
		lines = append(lines, line)
	}
	if r.Missing != "" && !r.Done {
		lines = append(lines, "goes on: "+r.Missing)
	}
	if r.Warning != nil {
		lines = append(lines, "warning: "+r.Warning.Error())
	}
	return lines
}

// finalLine says what was kept, and nothing that depends on the machine.
func finalLine(r sampler.Report) string {
	draws, sweeps := Counts(r)
	line := fmt.Sprintf("%s: %s draws each, from %s sweeps",
		output.Plural(len(r.Chains), "chain"), draws, sweeps)
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

// Line is the state of the run for a terminal.
func Line(r sampler.Report) string {
	if r.Done {
		return finalLine(r) + fmt.Sprintf(" (%s)", output.Rounded(r.Elapsed))
	}
	done, total := 0, 0
	for _, chain := range r.Chains {
		done, total = done+chain.Sweeps, total+chain.Total
	}
	return fmt.Sprintf("%s: %d of %d sweeps after %s",
		output.Plural(len(r.Chains), "chain"), done, total, output.Rounded(r.Elapsed))
}

// speed writes sweeps a second, or what they go through.
func speed(perSecond float64, w sampler.SweepSize) string {
	switch each := perSecond * w.Amount; {
	case w.Unit == "" || !(each > 0):
		return fmt.Sprintf("%.0f/s", perSecond)
	case each >= 1e6:
		return fmt.Sprintf("%.1f million %s/s", each/1e6, w.Unit)
	default:
		return fmt.Sprintf("%.0f %s/s", each, w.Unit)
	}
}

// Counts writes the draws and sweeps of the chains: one number if they agree, else one for each.
func Counts(r sampler.Report) (draws, sweeps string) {
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
