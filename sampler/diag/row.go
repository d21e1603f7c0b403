package diag

import (
	"errors"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/internal/parallel"
	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

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
