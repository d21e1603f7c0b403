package diag

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/report"
)

// WriteCSV writes all rows, in the order of the model and with all their digits, as comma-separated
// values with a header. The ends of the interval are in the columns q2.5 and q97.5, or in others if
// [Options] ask for another interval (hdi89_lower and hdi89_upper, for example). A number that
// cannot be given is an empty field, and infinity is +Inf; the last column has the row's own
// warnings, which say why.
func (s *Summary) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lower, upper := s.Options.keys()
	record := []string{"parameter", "mean", "sd", lower, "median", upper, "mcse_mean", "ess_bulk",
		"ess_tail", "r_hat", "warnings"}
	_ = out.Write(record) // errors are kept, and returned at the end
	reasons := s.reasons()
	for _, r := range s.Rows {
		record = append(record[:0], r.Label)
		for _, v := range []float64{r.Mean, r.SD, r.Lower, r.Median, r.Upper, r.MCSEMean, r.ESSBulk,
			r.ESSTail, r.RHat} {
			text := ""
			if !math.IsNaN(v) {
				text = strconv.FormatFloat(v, 'g', -1, 64)
			}
			record = append(record, text)
		}
		_ = out.Write(append(record, strings.Join(reasons[r.Label], "; ")))
	}
	out.Flush()
	return out.Error()
}

// WriteJSON writes the summary as one JSON object:
//
//	{"verdict": "…", "chains": 4, "draws": 1000, "warnings": ["…"],
//	 "rows": [{"parameter": "mu", "mean": 86.31, …, "r_hat": 1.001}]}
//
// It has all rows, in the order of the model and with all their digits. A number that cannot be
// given, or is infinite, is null, and "warnings" of that row say why.
func (s *Summary) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(s)
}

// MarshalJSON makes encoding/json write the same as [Summary.WriteJSON], despite NaN.
func (s *Summary) MarshalJSON() ([]byte, error) {
	lower, upper := s.Options.keys()
	all := jsonSummary{Verdict: s.Verdict(), Chains: s.Chains, Draws: s.Draws, Warnings: []string{},
		Rows: []jsonObject{}}
	for _, w := range s.Warnings {
		all.Warnings = append(all.Warnings, w.Error())
	}
	reasons := s.reasons()
	for _, r := range s.Rows {
		row := jsonObject{{"parameter", r.Label}}
		for _, f := range []struct {
			key   string
			value float64
		}{{"mean", r.Mean}, {"sd", r.SD}, {lower, r.Lower}, {"median", r.Median}, {upper, r.Upper},
			{"mcse_mean", r.MCSEMean}, {"ess_bulk", r.ESSBulk}, {"ess_tail", r.ESSTail}, {"r_hat", r.RHat}} {
			var v any // null
			if series.Finite(f.value) {
				v = f.value
			}
			row = append(row, jsonField{f.key, v})
		}
		if w := reasons[r.Label]; len(w) > 0 {
			row = append(row, jsonField{"warnings", w})
		}
		all.Rows = append(all.Rows, row)
	}
	return json.Marshal(all)
}

type jsonSummary struct {
	Verdict  string       `json:"verdict"`
	Chains   int          `json:"chains"`
	Draws    int          `json:"draws"`
	Warnings []string     `json:"warnings"`
	Rows     []jsonObject `json:"rows"`
}

// A jsonObject is written with its fields in this order.
type jsonObject []jsonField

type jsonField struct {
	key   string
	value any
}

func (o jsonObject) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, f := range o {
		key, err := json.Marshal(f.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.WriteByte("{,"[min(i, 1)])
		b.Write(append(append(key, ':'), value...))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Columns are the draws for other programs: a row for each draw of each chain, a column for each
// scalar, with its label as the name.
//
//	columns, err := diag.Columns(tr, "mu", "sigma2")
//	err = columns.Save("draws.parquet")
//
// Without names it takes all parameters that have a value in each draw. Errors: an unknown name,
// parameters of different numbers of draws.
func Columns(tr *sampler.Trace, names ...string) (report.Columns, error) {
	labels, err := tr.Labels(names...)
	if err != nil {
		return nil, err
	}
	var chain, draw []int
	var columns report.Columns
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return nil, err
		}
		var all []float64
		for c, x := range chains {
			for i := range x {
				if len(columns) == 0 {
					chain, draw = append(chain, c), append(draw, i)
				}
			}
			all = append(all, x...)
		}
		if len(names) == 0 && len(all) != len(chain) {
			continue // recorded in some sweeps only
		}
		columns = append(columns, report.Column{Name: label, Values: all})
	}
	return append(report.Columns{{Name: "chain", Values: chain}, {Name: "draw", Values: draw}},
		columns...), nil
}
