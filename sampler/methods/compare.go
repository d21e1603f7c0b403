package methods

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gibbslab/sampler/report"
)

// Compare says whether another run is the same as this one, and if not, what changed. Its report is
// wrong if the draws differ.
func (s *Statement) Compare(now *Statement) report.Report {
	var changed []error
	say := func(format string, a ...any) { changed = append(changed, fmt.Errorf(format, a...)) }
	names := maps.Clone(s.Parts)
	maps.Copy(names, now.Parts)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, before := s.Parts[name]
		is, after := now.Parts[name]
		switch {
		case !before || !after:
			say("%s is only in one of the statements", name)
		case was.SHA256 == is.SHA256:
		case was.Words != nil && is.Words != nil:
			say("%s: %s", name, difference(was.Words, is.Words))
		case was.Text != is.Text && was.Text != "" && is.Text != "":
			say("%s: it was %s and is %s", name, was.Text, is.Text)
		default:
			say("%s has changed", name)
		}
	}
	if s.Run.Data != now.Run.Data {
		say("the data or the prior of the model have changed")
	}
	for _, f := range []struct {
		name    string
		was, is any
	}{{"version", s.Run.Version, now.Run.Version}, {"version of Go", s.Run.Go, now.Run.Go},
		{"kind of machine", s.Run.Machine, now.Run.Machine}, {"seed", s.Run.Seed, now.Run.Seed},
		{"first chain", s.Run.First, now.Run.First},
		{"number of chains", s.Run.Chains, now.Run.Chains}, {"warm-up", s.Run.Warmup, now.Run.Warmup},
		{"thinning", s.Run.Thin, now.Run.Thin}, {"number of draws", s.Kept, now.Kept},
		{"list of blocks", fmt.Sprint(s.Run.Blocks), fmt.Sprint(now.Run.Blocks)}} {
		if f.was != f.is {
			say("the %s was %v and is %v", f.name, f.was, f.is)
		}
	}
	r := report.Report{Verdict: "The run gives the same draws, bit for bit.", Warnings: changed}
	if s.Draws != now.Draws {
		r.Wrong, r.Verdict = true, "The run gives other draws."
		if changed == nil {
			r.Verdict += " Data, settings and versions are the same, so the code of the model has changed."
		}
	}
	return r
}

// difference says how two lists of words differ.
func difference(was, is []string) string {
	gone, added := without(was, is), without(is, was)
	if len(gone)+len(added) == 0 {
		return fmt.Sprintf("its %d entries stand in another order", len(is))
	}
	var said []string
	for _, d := range []struct {
		words []string
		what  string
	}{{gone, "gone"}, {added, "new"}} {
		if n := len(d.words); n > 0 {
			said = append(said, fmt.Sprintf("%d %s (%s)", n, d.what,
				strings.Join(d.words[:min(n, 5)], ", ")))
		}
	}
	return fmt.Sprintf("%d entries, and there were %d: %s",
		len(is), len(was), strings.Join(said, ", "))
}

// without lists the words of a that are not in b.
func without(a, b []string) []string {
	known := map[string]bool{}
	for _, w := range b {
		known[w] = true
	}
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return known[w] })
}
