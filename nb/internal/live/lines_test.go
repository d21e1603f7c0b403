package live

import (
	"errors"
	"gibbslab/sampler"
	"slices"
	"strings"
	"testing"
	"time"
)

func progressReport(done bool, elapsed time.Duration,
	chains ...sampler.ChainReport) sampler.Report {
	return sampler.Report{Chains: chains, Elapsed: elapsed, Done: done}
}

func TestProgressLines(t *testing.T) {
	half := sampler.ChainReport{Sweeps: 1000, Total: 2000, Draws: 0}
	whole := sampler.ChainReport{Sweeps: 2000, Total: 2000, Draws: 1000}
	failed := sampler.ChainReport{Sweeps: 1500, Total: 2000, Draws: 500, Err: errors.New("no luck")}
	bar := strings.Repeat("█", 12) + strings.Repeat("░", 12)
	for _, tt := range []struct{ got, want string }{
		{chainLines(progressReport(false, 4*time.Second, half))[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 250/s, 4s left"},
		{chainLines(progressReport(false, 0, sampler.ChainReport{}))[0], "chain 0 " +
			strings.Repeat("█", 24) + " 0 of 0 sweeps, 0 draws"},
		{finalLine(progressReport(true, time.Second, whole, whole)),
			"2 chains: 1000 draws each, from 2000 sweeps"},
		{finalLine(progressReport(true, time.Second, whole)),
			"1 chain: 1000 draws each, from 2000 sweeps"},
		{finalLine(progressReport(true, time.Second, whole, failed)), "2 chains: 1000, 500 draws " +
			"each, from 2000, 1500 sweeps; chain 1 stopped: no luck"},
		{chainLines(progressReport(false, 4*time.Second, sampler.ChainReport{Sweeps: 1000,
			Total: 2000, Before: 600}))[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 100/s, 10s left"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Elapsed: 4 * time.Second,
			Missing: "patience"})[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 250/s, at most 4s left"},
		{strings.Join(chainLines(sampler.Report{Says: "2 running (n1, n2)",
			Chains: append(make([]sampler.ChainReport, 10), slices.Repeat([]sampler.ChainReport{half},
				10)...)}), "; "),
			"elsewhere: 2 running (n1, n2); " + strings.Repeat("█", 18) + strings.Repeat("░", 6) +
				" 10 of 20 chains done"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Missing: "patience"})[1],
			"goes on: patience"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Elapsed: 4 * time.Second,
			Work: sampler.SweepSize{Amount: 20_000, Unit: "tokens"}})[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 5.0 million tokens/s, 4s left"},
		{speed(250, sampler.SweepSize{Amount: 10, Unit: "tokens"}), "2500 tokens/s"},
		{Line(progressReport(false, 4*time.Second, half, whole)),
			"2 chains: 3000 of 4000 sweeps after 4s"},
	} {
		if tt.got != tt.want {
			t.Errorf("got  %q\nwant %q", tt.got, tt.want)
		}
	}
	r := progressReport(true, time.Second, whole)
	r.Warning = errors.New("disk full")
	if got := finalLine(r); !strings.HasSuffix(got, "; warning: disk full") {
		t.Error(got)
	}
	if finalLine(progressReport(true, time.Second, whole)) != finalLine(progressReport(true,
		time.Hour, whole)) {
		t.Error("the last line depends on the time")
	}
}
