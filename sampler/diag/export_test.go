package diag

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
)

// exported is a summary with good, constant and stuck parameters.
func exported(t *testing.T) *Summary {
	t.Helper()
	tr := &sampler.Trace{}
	x := invarianceChains()
	if err := errors.Join(
		tr.Add("mu", x),
		tr.Add("fixed", with(x, func(int, float64) float64 { return 3 })),
		tr.Add("stuck", with(x, func(c int, _ float64) float64 { return float64(c) }))); err != nil {
		t.Fatal(err)
	}
	s, err := Summarize(tr)
	if err != nil {
		t.Fatal(err)
	}
	s.Rows[0].Label = `mu[0,1], "<σ>"` // CSV must quote this
	return s
}

func with(x [][]float64, f func(c int, v float64) float64) [][]float64 {
	y := series.Like(x)
	for c := range x {
		for i, v := range x[c] {
			y[c][i] = f(c, v)
		}
	}
	return y
}

func TestCSVKeepsEverything(t *testing.T) {
	s := exported(t)
	var b bytes.Buffer
	if err := s.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(records) != 4 || len(records[0]) != 11 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, r := range s.Rows {
		record := records[i+1]
		if record[0] != r.Label {
			t.Errorf("row %d is %q, want %q", i, record[0], r.Label)
		}
		for k, v := range []float64{r.Mean, r.SD, r.Lower, r.Median, r.Upper, r.MCSEMean, r.ESSBulk,
			r.ESSTail, r.RHat} {
			back, err := strconv.ParseFloat(record[k+1], 64)
			if math.IsNaN(v) {
				if record[k+1] != "" || record[10] == "" {
					t.Errorf("%s: NaN is written %q with the reason %q", r.Label, record[k+1], record[10])
				}
			} else if err != nil || back != v {
				t.Errorf("%s: %v is written %q", r.Label, v, record[k+1])
			}
		}
	}
	if records[1][10] != "" || !strings.Contains(records[2][10], "never changes") ||
		records[3][9] != "+Inf" {
		t.Errorf("records %q", records[1:])
	}
}

func TestJSONKeepsEverything(t *testing.T) {
	s := exported(t)
	var b bytes.Buffer
	if err := s.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdict       string
		Chains, Draws int
		Warnings      []string
		Rows          []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Verdict != s.Verdict() || got.Chains != s.Chains || got.Draws != s.Draws ||
		s.Draws == 0 || len(got.Warnings) != len(s.Warnings) || len(got.Rows) != 3 {
		t.Errorf("JSON %s", b.String())
	}
	for i, r := range s.Rows {
		row := got.Rows[i]
		if row["parameter"] != r.Label || row["mean"] != r.Mean || row["sd"] != r.SD {
			t.Errorf("row %v, want %+v", row, r)
		}
		v, ok := row["r_hat"]
		if reasons, _ := row["warnings"].([]any); !ok || series.Finite(r.RHat) != (v == r.RHat) ||
			(v == nil) != (len(reasons) > 0) {
			t.Errorf("%s: R-hat %v is %v, warnings %v", r.Label, r.RHat, v, row["warnings"])
		}
	}
	if compact, err := json.Marshal(s); err != nil || len(compact) > b.Len() {
		t.Errorf("json.Marshal: %v", err)
	}
}

// Errors of the writer are returned, and nothing panics without rows.
func TestExportErrors(t *testing.T) {
	s := exported(t)
	for name, write := range map[string]func(*Summary) error{
		"CSV":  func(s *Summary) error { return s.WriteCSV(brokenWriter{}) },
		"JSON": func(s *Summary) error { return s.WriteJSON(brokenWriter{}) },
	} {
		if err := write(s); !errors.Is(err, errBroken) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	var b bytes.Buffer
	if err := errors.Join((&Summary{}).WriteCSV(&b), (&Summary{}).WriteJSON(&b)); err != nil ||
		!strings.Contains(b.String(), `"rows": []`) {
		t.Errorf("empty: %v, %s", err, b.String())
	}
}

var errBroken = errors.New("disc full")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
