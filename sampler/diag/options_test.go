package diag

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// skewed is a trace of one parameter whose equal-tailed and highest-density intervals differ.
func skewed(t *testing.T) (*sampler.Trace, []float64) {
	t.Helper()
	r := sampler.Stream("skewed", 1, 0)
	chains := make([][]float64, 2)
	for c := range chains {
		for range 500 {
			chains[c] = append(chains[c], r.ExpFloat64())
		}
	}
	tr := &sampler.Trace{}
	if err := tr.Add("x", chains); err != nil {
		t.Fatal(err)
	}
	return tr, append(append([]float64{}, chains[0]...), chains[1]...)
}

func TestOptionsOfIntervals(t *testing.T) {
	tr, draws := skewed(t)
	for _, c := range []struct {
		o          Options
		prob       float64
		head, keys string
	}{
		{Options{}, 0.95, "2.5 % to 97.5 %", "q2.5,median,q97.5"},
		{Options{Prob: 0.9}, 0.9, "5 % to 95 %", "q5,median,q95"},
		{Options{Prob: 0.89}, 0.89, "5.5 % to 94.5 %", "q5.5,median,q94.5"},
		{Options{HDI: true}, 0.95, "HDI from to HDI to", "hdi95_lower,median,hdi95_upper"},
		{Options{Prob: 0.89, HDI: true}, 0.89, "HDI from to HDI to",
			"hdi89_lower,median,hdi89_upper"},
	} {
		s, err := c.o.Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := ETI(draws, c.prob)
		if c.o.HDI {
			lo, hi = HDI(draws, c.prob)
		}
		short := c.o.plainRow("x", [][]float64{draws})
		if r := s.Rows[0]; r.Lower != lo || r.Upper != hi || short.Lower != lo ||
			short.Upper != hi {
			t.Errorf("%+v: %v to %v, row by row %v to %v, want %v to %v", c.o, r.Lower, r.Upper,
				short.Lower, short.Upper, lo, hi)
		}
		if head := s.Report().Table.Head; head[3]+" to "+head[5] != c.head {
			t.Errorf("%+v: head %q", c.o, head)
		}
		if c.o.HDI != strings.Contains(s.String(), "interval that holds "+percents(c.prob)+" %") {
			t.Errorf("%+v: %s", c.o, s)
		}
		var csv, js bytes.Buffer
		if err := s.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(),
			"sd,"+c.keys+",mcse") {
			t.Errorf("%+v: %v, %s", c.o, err, csv.String())
		}
		if err := s.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) {
			t.Errorf("%+v: %v, %s", c.o, err, js.String())
		}
		for _, key := range strings.Split(c.keys, ",") {
			if !strings.Contains(js.String(), `"`+key+`":`) {
				t.Errorf("%+v: no %s in %s", c.o, key, js.String())
			}
		}
	}
}

func TestOptionsOfLimits(t *testing.T) {
	tr, _ := skewed(t)
	for _, c := range []struct {
		limits Limits
		warns  string
	}{
		{Limits{}, ""},
		{Limits{RHat: 0.99}, "R-hat is"},
		{Limits{RHat: math.Inf(1)}, ""},
		{Limits{ESS: 490}, "below 980 (490 a chain)"},
		{Limits{ESS: 2}, ""},
	} {
		s, err := Options{Limits: c.limits}.Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		text := s.String()
		if (c.warns == "") != (len(s.Warnings) == 0) || !strings.Contains(text, c.warns) {
			t.Errorf("%+v: %s, want %q", c.limits, text, c.warns)
		}
	}
	loose, strict := Limits{Probability: 0.5}.Judge(100, 4, 1000), Limits{}.Judge(100, 4, 1000)
	if loose.MaxRHat(500) >= strict.MaxRHat(500) {
		t.Errorf("the limit is %v for the probability 0.5, and %v for 0.99", loose.MaxRHat(500),
			strict.MaxRHat(500))
	}
	for _, bad := range []Options{{Prob: -1}, {Prob: 1}, {Prob: math.NaN()},
		{Limits: Limits{RHat: -1}}, {Limits: Limits{ESS: math.NaN()}},
		{Limits: Limits{ESS: math.Inf(1)}}, {Limits: Limits{Probability: 1}}} {
		if _, err := bad.Summarize(tr); err == nil || !strings.Contains(err.Error(), "give ") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := (Options{}).Summarize(nil); err == nil {
		t.Error("no trace is accepted")
	}
}
