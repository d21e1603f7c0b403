package classic

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// refNumber is a number of classics.json: null is NaN, NA or "not given", and infinities are
// strings.
type refNumber float64

func (r *refNumber) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = refNumber(math.NaN())
		return nil
	}
	v, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*r = refNumber(v)
	return err
}

// tolerance is the allowed relative difference from coda.
const tolerance = 1e-10

// classicCase is one case of testdata/classics.json.
type classicCase struct {
	diagtest.ChainSpec
	Params int
	SHA256 string
	Coda   map[string]refNumber
}

// make returns parameters × chains × draws; the twin of make in classics.py.
func (c *classicCase) make() [][][]float64 {
	params := make([][][]float64, c.Params)
	for p := range params {
		spec := c.ChainSpec
		spec.Seed += 1000 * uint64(p)
		params[p] = spec.Make()
		if p == 0 {
			continue
		}
		for i, chain := range params[p] {
			for k := range chain {
				chain[k] += params[0][i][k] / 2
			}
		}
	}
	return params
}

type classics struct {
	Tails, F []map[string]refNumber
	Cases    []classicCase
}

func loadClassics(t *testing.T) classics {
	t.Helper()
	data, err := os.ReadFile("testdata/classics.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref classics
	if err := json.Unmarshal(data, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// ourClassics are our values of everything that classics.json may contain about the chains.
func ourClassics(params [][][]float64) map[string]float64 {
	chains := params[0]
	chain := chains[0]
	psrf := PSRF(chains, 0.95)
	z := HeidelbergerWelch(chain, 0.1, 0.05)
	ours := map[string]float64{
		"spec": spectrum0(chain), "ess": essSpectral(chains),
		"geweke": Geweke(chain, 0.1, 0.5).Z, "geweke24": Geweke(chain, 0.2, 0.4).Z,
		"hw_ok": truth(z.Stationary), "hw_start": float64(z.Start + 1), "hw_p": z.PValue,
		"hw_half_ok": truth(z.HalfWidthOK), "hw_mean": z.Mean, "hw_half": z.HalfWidth,
		"psrf": psrf.Point, "psrf_upper": psrf.Upper, "psrf_upper50": PSRF(chains, 0.5).Upper,
	}
	if !z.Stationary {
		ours["hw_start"], ours["hw_half_ok"] = math.NaN(), math.NaN()
	}
	for name, l := range map[string]RafteryLewisResult{"rl0.025": RafteryLewis(chain, 0.025, 0.0125,
		0.95), "rl0.5": RafteryLewis(chain, 0.5, 0.1, 0.9)} {
		// as coda does
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(l.Dependence, 'g', 3, 64), 64)
		ours[name+"_m"], ours[name+"_n"], ours[name+"_nmin"], ours[name+"_i"] = l.BurnIn, l.Total,
			l.LowerBound, rounded
	}
	return ours
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestClassicsReference(t *testing.T) {
	counts := make([]int, len(classicDisagreements))
	agreed := map[string]int{}
	for _, c := range loadClassics(t).Cases {
		params := c.make()
		var all [][]float64
		for _, p := range params {
			all = append(all, p...)
		}
		if got := diagtest.Digest(all); got != c.SHA256 {
			t.Fatalf("%+v: these chains are not those of classics.py: digest %s, want %s",
				c.ChainSpec, got, c.SHA256)
		}
		ours := ourClassics(params)
		for stat, want := range c.Coda {
			got, ok := ours[stat]
			if !ok {
				t.Fatalf("%s is not compared", stat)
			}
			if diagtest.Near(got, float64(want), tolerance) {
				agreed[stat]++
				continue
			}
			listed := false
			for i, d := range classicDisagreements {
				if d.applies(&c, stat) && d.right(got, float64(want)) {
					counts[i]++
					listed = true
					break
				}
			}
			if !listed {
				t.Errorf("%+v: %s = %.15g, want %.15g", c.ChainSpec, stat, got, float64(want))
			}
		}
	}
	t.Logf("values that agree: %v", agreed)
	for i, d := range classicDisagreements {
		if counts[i] != d.count {
			t.Errorf("%d values, want %d: %s", counts[i], d.count, d.name)
		}
	}
}
