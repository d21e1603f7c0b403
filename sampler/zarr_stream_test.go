package sampler

import (
	"flag"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

var zarrElements = flag.Int("zarr.elements", 1500,
	"elements of the array of 4 × 1000 draws that is streamed; a million take 32 GB of disk")

// TestZarrStreams writes an array whose elements are computed while they are written. The memory
// that is in use does not grow with their number.
func TestZarrStreams(t *testing.T) {
	const chains, draws = 4, 1000
	var tr Trace
	x := make([][]float64, chains)
	for c := range x {
		x[c] = make([]float64, draws)
	}
	if err := tr.Add("mu", x); err != nil {
		t.Fatal(err)
	}
	inUse := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most, calls := inUse(), uint64(0), 0
	like := ZarrArray{Group: "log_likelihood", Name: "y", Shape: []int{*zarrElements}, Chains: chains,
		Draws: draws, Fill: func(lo, hi int, dst [][]float64) error {
			for i := range dst {
				dst[i] = make([]float64, chains*draws)
				for s := range dst[i] {
					dst[i][s] = float64(lo+i) + float64(s)/8192
				}
			}
			if calls++; calls%5 == 0 {
				most = max(most, inUse())
			}
			return nil
		}}
	folder := filepath.Join(t.TempDir(), "store")
	start := time.Now()
	if err := tr.WriteZarr(folder, like); err != nil {
		t.Fatal(err)
	}
	took, grown := time.Since(start).Seconds(), float64(most-min(most, before))/1e6
	size := 8e-6 * chains * draws * float64(*zarrElements)
	t.Logf("%.0f MB in %.1f s, %.0f MB/s; at most %.1f MB in use", size, took, size/took, grown)
	if calls < 5 || grown > 24 {
		t.Errorf("%.0f MB in use after %d calls of Fill: expected less than 24", grown, calls)
	}
	back, err := ReadZarr(folder, "")
	if err != nil || back.NumChains() != chains {
		t.Error(err)
	}
}
