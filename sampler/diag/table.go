package diag

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/internal/parallel"
	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/diag/internal/tables"
	"gibbslab/sampler/report"
)

// Report gives the verdict, the table and the warnings as values.
//
// The digits follow the MCSE. The MCSE is shown with two digits. The last digit of the other
// numbers of the row is the first one that the MCSE leaves in doubt (twice the MCSE, as in ArviZ).
// A number that cannot be given is "–".
//
// Parameters with warnings come first, the worst first, with "!" after their names: draws that are
// not finite, then R-hat, then ESS, then numbers that cannot be given. The others follow in the
// order of the model.
//
// Rows that were asked for by name are shown, up to 100 of them. Without names an array of more
// than 12 elements shows only its worst ones: up to 8 with warnings, or 3 if it has no warnings.
// One line stands for the rest, with the largest MCSE and R-hat and the smallest ESS among them.
// After 60 lines one line stands for all remaining parameters. A note then says how to see the
// others.
func (s *Summary) Report() report.Report {
	lower, upper := s.Options.ends()
	r := report.Report{Verdict: s.Verdict(), Wrong: len(s.failed) > 0, Warnings: s.Warnings,
		Table: report.Table{
			Head: []string{"", "mean", "sd", lower, "median", upper, "MCSE", "ESS bulk", "ESS tail",
				"R-hat"},
			Align: "l",
		}}
	if s.Options.HDI && len(s.Rows) > 0 {
		r.Notes = append(r.Notes, "HDI is the highest-density interval that "+
			"holds "+percents(s.Options.prob())+" %.")
	}
	if note := s.allowance(); note != "" {
		r.Notes = append(r.Notes, note)
	}
	hidden := ""
	for _, l := range s.lines() {
		r.Table.Rows = append(r.Table.Rows, l.cells())
		if l.rest != nil && hidden == "" {
			hidden = l.rest[0].Label
		}
	}
	if hidden != "" {
		r.Notes = append(r.Notes, fmt.Sprintf("To see more rows, ask for them by name, such as "+
			"%q (up to %d are shown). Rows and WriteCSV have all.", hidden, namedRows))
	}
	return r
}

// allowance explains why a row with R-hat above 1.01 has no mark, if there is one.
func (s *Summary) allowance() string {
	j, worst := s.Judge(), Row{}
	for _, r := range s.Rows {
		if rhat, ess := j.Beyond(r); !rhat && !ess && r.RHat > worst.RHat {
			worst = r
		}
	}
	limit := j.MaxRHat(worst.ESSBulk)
	if j.limits.RHat > 0 || !(worst.RHat >= maxRHat+5e-4) { // as the table shows it
		return ""
	}
	return fmt.Sprintf("! marks rows beyond their limits. R-hat %s of %s is not: it is noisy, and in "+
		"a table of %s, with an ESS of %s, chance alone reaches %s. A row with an ESS below %.0f has "+
		"no such allowance, and the limit %v.", tables.UpTo(worst.RHat, -3), worst.Label,
		tables.Count(j.parameters), tables.Count(int(worst.ESSBulk)), tables.UpTo(limit, -3),
		j.MinESS(), maxRHat)
}

// String is the report as text.
func (s *Summary) String() string { return s.Report().String() }

func (r Row) cells() []string {
	digits := func(v float64) string { return tables.Four(v) }
	mcse := tables.Four(r.MCSEMean)
	if r.MCSEMean > 0 {
		doubt := tables.Order(2 * r.MCSEMean)
		digits = func(v float64) string { return tables.UpTo(v, doubt) }
		mcse = tables.UpTo(r.MCSEMean, tables.Order(r.MCSEMean)-1)
	}
	return []string{
		r.Label, digits(r.Mean), digits(r.SD), digits(r.Lower), digits(r.Median), digits(r.Upper), mcse,
		tables.UpTo(math.Floor(r.ESSBulk), 0), tables.UpTo(math.Floor(r.ESSTail), 0),
		tables.UpTo(r.RHat, -3),
	}
}

// rows computes the row of each label of a trace on all processors, and the problems of its draws.
// Both depend only on this scalar, so the number of processors changes nothing.
func (o Options) rows(tr *sampler.Trace, labels []string) ([]Row, []inspection, error) {
	out, found, errs := make([]Row, len(labels)), make([]inspection, len(labels)),
		make([]error, len(labels))
	workers := make([]fast.Workspace, parallel.Workers(len(labels)))
	parallel.Each(len(workers), len(labels), func(w, i int) {
		var chains [][]float64
		chains, errs[i] = tr.Chains(labels[i])
		workers[w].Interval = o.interval
		out[i] = o.row(&workers[w], labels[i], chains)
		out[i].Name, _, _ = tr.Locate(labels[i])
		found[i].inspect(out[i], chains)
	})
	return out, found, errors.Join(errs...)
}

// row computes the row of one scalar, with the workspace if possible.
func (o Options) row(w *fast.Workspace, label string, chains [][]float64) Row {
	r, ok := w.Row(chains)
	if !ok {
		return o.plainRow(label, chains)
	}
	return Row{
		Label: label, Mean: r.Mean, SD: r.SD, Lower: r.Lower, Median: r.Median, Upper: r.Upper,
		MCSEMean: r.MCSEMean, ESSBulk: r.ESSBulk, ESSTail: r.ESSTail, RHat: r.RHat,
	}
}

// plainRow computes the row of one scalar with the functions of this package, one by one. It is for
// short and awkward chains, and tests compare the workspace with it.
func (o Options) plainRow(label string, chains [][]float64) Row {
	nan := math.NaN()
	row := Row{Label: label, Mean: nan, SD: nan, Lower: nan, Median: nan, Upper: nan, MCSEMean: nan,
		ESSBulk: nan, ESSTail: nan, RHat: nan}
	x, ok := series.Usable(chains, 1)
	if !ok {
		return row
	}
	all := slices.Concat(x...)
	row.Mean, row.SD = Mean(all), SD(all)
	slices.Sort(all)
	row.Lower, row.Upper = o.interval(all)
	row.Median = numeric.Quantile(all, 0.5)
	row.MCSEMean = MCSEMean(x)
	row.ESSBulk, row.ESSTail = ESSBulk(x), ESSTail(x)
	row.RHat = RHat(x)
	for _, v := range []*float64{&row.SD, &row.MCSEMean} {
		if math.IsInf(*v, 0) { // draws up to ±1e308: the spread exceeds float64
			*v = nan
		}
	}
	return row
}
