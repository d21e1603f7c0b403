package diag

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteCSV writes all rows, in the order of the model and with all their digits, as comma-separated values with
// a head. A number that cannot be given is an empty field, and infinity is +Inf; the last column has the
// row's own warnings, which say why.
func (s *Summary) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := []string{"parameter", "mean", "sd", "q2.5", "median", "q97.5", "mcse_mean", "ess_bulk", "ess_tail", "r_hat", "warnings"}
	_ = out.Write(record) // an error stays, and is returned at the end
	reasons := s.reasons()
	for _, r := range s.Rows {
		record = append(record[:0], r.Label)
		for _, v := range []float64{r.Mean, r.SD, r.Lower, r.Median, r.Upper, r.MCSEMean, r.ESSBulk, r.ESSTail, r.RHat} {
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
// Rows are all there, in the order of the model and with all their digits. A number that cannot be given, or is
// infinite, is null, and "warnings" of that row say why.
func (s *Summary) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(s)
}

// MarshalJSON lets encoding/json write what [Summary.WriteJSON] does, in spite of NaN.
func (s *Summary) MarshalJSON() ([]byte, error) {
	all := jsonSummary{Verdict: s.Verdict(), Chains: s.Chains, Draws: s.Draws, Warnings: []string{}, Rows: []jsonRow{}}
	for _, w := range s.Warnings {
		all.Warnings = append(all.Warnings, w.Error())
	}
	reasons := s.reasons()
	for _, r := range s.Rows {
		n := func(v float64) *float64 {
			if !finite(v) {
				return nil
			}
			return &v
		}
		all.Rows = append(all.Rows, jsonRow{r.Label, n(r.Mean), n(r.SD), n(r.Lower), n(r.Median), n(r.Upper),
			n(r.MCSEMean), n(r.ESSBulk), n(r.ESSTail), n(r.RHat), reasons[r.Label]})
	}
	return json.Marshal(all)
}

type jsonSummary struct {
	Verdict  string    `json:"verdict"`
	Chains   int       `json:"chains"`
	Draws    int       `json:"draws"`
	Warnings []string  `json:"warnings"`
	Rows     []jsonRow `json:"rows"`
}

type jsonRow struct {
	Parameter string   `json:"parameter"`
	Mean      *float64 `json:"mean"`
	SD        *float64 `json:"sd"`
	Lower     *float64 `json:"q2.5"`
	Median    *float64 `json:"median"`
	Upper     *float64 `json:"q97.5"`
	MCSEMean  *float64 `json:"mcse_mean"`
	ESSBulk   *float64 `json:"ess_bulk"`
	ESSTail   *float64 `json:"ess_tail"`
	RHat      *float64 `json:"r_hat"`
	Warnings  []string `json:"warnings,omitempty"`
}
