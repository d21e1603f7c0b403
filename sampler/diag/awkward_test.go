package diag

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// survive calls everything and checks properties that must always hold.
func survive(t *testing.T, chains [][]float64) {
	t.Helper()
	for _, s := range chainStats {
		v := s.f(chains)
		if v < 0 || math.IsInf(v, 0) && s.name != "RHat" && s.name != "bulk R-hat" &&
			s.name != "MCSEMean" {
			t.Errorf("%s(%v) = %v", s.name, chains, v)
		}
	}
	all := make([]float64, 0)
	for _, c := range chains {
		all = append(all, c...)
	}
	checkPooled(t, all)
	survivePrecision(t, chains, all)
	tr := &sampler.Trace{}
	if len(chains) > 0 {
		if err := tr.Add("x", chains); err != nil {
			t.Fatal(err)
		}
	}
	checkSummary(t, tr)
}

func checkPooled(t *testing.T, all []float64) {
	t.Helper()
	usable := len(all) > 0 && series.AllFinite(all)
	for _, p := range []float64{-1, 0, 0.01, 0.5, 0.95, 1, 2, math.NaN()} {
		q := Quantile(all, p)
		lo, hi := ETI(all, p)
		from, to := HDI(all, p)
		if usable == math.IsNaN(q) && p >= 0 && p <= 1 || usable && p > 0 && p <= 1 &&
			!(lo <= hi && from <= to) {
			t.Errorf("p = %v of %v: quantile %v, ETI %v to %v, HDI %v to %v", p, all, q, lo, hi, from, to)
		}
	}
	if usable == math.IsNaN(Mean(all)) {
		t.Errorf("Mean(%v) = %v", all, Mean(all))
	}
	SD(all)
	for lag, rho := range Autocorr(all, 1<<30) {
		if !math.IsNaN(rho) && math.Abs(rho) > 1+1e-9 {
			t.Errorf("ρ at lag %d of %v is %v", lag, all, rho)
		}
	}
	d, err := KDE(all, math.Inf(-1), math.Inf(1))
	if (err == nil) != (len(d.X) == gridPoints) {
		t.Errorf("KDE gives %d points and error %v", len(d.X), err)
	}
	if err == nil {
		checkDensity(t, d)
	}
}

// survivePrecision calls the functions for the precision of a statistic, and the statistics of
// discrete draws and running statistics.
func survivePrecision(t *testing.T, chains [][]float64, all []float64) {
	t.Helper()
	for _, s := range precise {
		if v := s.f(chains); v < 0 {
			t.Errorf("%s(%v) = %v", s.name, chains, v)
		}
	}
	k := ParetoK(chains)
	if (math.IsNaN(k.Lower) || math.IsNaN(k.Upper)) && len(k.Warnings) == 0 {
		t.Errorf("no k̂ of %v and no reason", chains)
	}
	usable := len(all) > 0 && series.AllFinite(all)
	if v := ROPE(all, -1, math.Inf(1)); v < 0 || v > 1 || usable && math.IsNaN(v) {
		t.Errorf("ROPE of %v is %v", all, v)
	}
	density := RaoBlackwell([]float64{0, 1}, len(all), func(draw int, x float64) float64 {
		return all[draw]
	})
	if len(density) != 2 {
		t.Errorf("Rao–Blackwell of %v gives %v", all, density)
	}
	if r := MaxRHat(len(all), len(chains), len(all), ESSBulk(chains), 0.99); r < 1 ||
		math.IsInf(r, 0) {
		t.Errorf("the largest R-hat to expect of %v is %v", chains, r)
	}
}

// checkSummary checks that a NaN in the table has a warning about its parameter, and prints as a
// dash.
func checkSummary(t *testing.T, tr *sampler.Trace) {
	t.Helper()
	s, err := Summarize(tr)
	if err != nil {
		t.Fatal(err)
	}
	about := errors.Join(s.Warnings...)
	text := s.String()
	if strings.Contains(text[:strings.Index(text, "\n")], "NaN") ||
		(len(s.Rows) == 0 && about == nil) {
		t.Errorf("summary %q", text)
	}
	if err := errors.Join(s.WriteCSV(io.Discard), s.WriteJSON(io.Discard)); err != nil ||
		s.Verdict() == "" || len(s.Report().Table.Head) == 0 {
		t.Errorf("summary %q: %v", text, err)
	}
	for _, r := range s.Rows {
		for _, v := range []float64{r.Mean, r.SD, r.Lower, r.Median, r.Upper, r.MCSEMean, r.ESSBulk,
			r.ESSTail, r.RHat} {
			if math.IsNaN(v) && (about == nil || !strings.Contains(about.Error(), r.Label)) {
				t.Errorf("row %+v holds NaN without a reason: %v", r, about)
			}
		}
		if strings.Contains(strings.Join(r.cells(), " "), "NaN") {
			t.Errorf("NaN is printed: %v", r.cells())
		}
	}
}

func TestAwkwardChains(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		t.Run(name, func(t *testing.T) { survive(t, chains) })
	}
}

func TestUnequalChainsUseTheCommonLength(t *testing.T) {
	x := invarianceChains()
	ragged := [][]float64{x[0], nil, x[1][:90], x[2][:100]}
	want := [][]float64{x[0][:90], x[1][:90], x[2][:90]}
	for _, s := range chainStats {
		if a, b := s.f(ragged), s.f(want); a != b {
			t.Errorf("%s of unequal chains is %v, of their common length %v", s.name, a, b)
		}
	}
}

func TestInputIsNotModified(t *testing.T) {
	x := ChainSpec{Kind: "normal", Phi: 0.6, Chains: 2, Draws: 101, Seed: 3}.Make()
	for _, scale := range []float64{1, 1e200} {
		before := diagtest.Mapped(x, func(v float64) float64 { return v * scale })
		after := diagtest.Mapped(x, func(v float64) float64 { return v * scale })
		survive(t, after)
		if digest(before) != digest(after) {
			t.Error("draws were modified")
		}
	}
}

// FuzzDiagnostics reads draws from bytes: the number of chains, the kind of numbers, then the
// draws.
func FuzzDiagnostics(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3})
	f.Add([]byte{2, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1})
	f.Add([]byte{4, 2, 9, 200, 13, 55, 0, 255, 128, 127, 3, 9, 200, 13, 55, 0, 255, 128, 127, 3, 7, 8})
	f.Add(binary.BigEndian.AppendUint64([]byte{1, 3}, math.Float64bits(math.MaxFloat64)))
	f.Add(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64([]byte{2, 3}, 1),
		0xFFEFFFFFFFFFFFFF))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 1<<12 {
			return
		}
		chains := make([][]float64, int(data[0])%9)
		kind := data[1] % 4
		width := 1
		if kind == 3 { // any bits: NaN, infinities, subnormal numbers
			width = 8
		}
		for i := 0; len(chains) > 0 && 2+(i+1)*width <= len(data); i++ {
			word := data[2+i*width:]
			v := float64(word[0])
			switch kind {
			case 1:
				v = float64(word[0] % 3)
			case 2:
				v = math.Ldexp(float64(word[0])-100, 4*int(word[0]))
			case 3:
				v = math.Float64frombits(binary.BigEndian.Uint64(word))
			}
			// Bursts of eight draws go to one chain, so chains can differ in length.
			c := (i / 8) % len(chains)
			chains[c] = append(chains[c], v)
		}
		survive(t, chains)
	})
}
