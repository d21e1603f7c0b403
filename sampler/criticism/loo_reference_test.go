package criticism

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gibbslab/sampler"
)

// numbers is the linear congruential generator of testdata/loo.py.
type numbers struct{ state uint64 }

func (n *numbers) uniform() float64 {
	n.state = n.state*6364136223846793005 + 1442695040888963407
	return (float64(n.state>>11) + 0.5) / (1 << 53)
}

func (n *numbers) normal() float64 {
	u, v := n.uniform(), n.uniform()
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
}

// A maybe is a number, or a string for one that is not finite.
type maybe float64

func (m *maybe) UnmarshalJSON(b []byte) error {
	text, err := strconv.Unquote(string(b))
	if err != nil {
		text = string(b)
	}
	v, err := strconv.ParseFloat(text, 64)
	*m = maybe(v)
	return err
}

type looReference struct {
	Schools map[string]struct {
		RelativeESS float64 `json:"relative_ess"`
		Elpd, SE, P float64
		K           []float64
		ElpdI       []float64 `json:"elpd_i"`
		Shape       []int
	}
	Cases []struct {
		Kind        string
		Draws       int
		Scale       float64
		RelativeESS float64 `json:"relative_ess"`
		Seed        uint64
		Elpd, K, P  maybe
	}
	Psense []struct {
		Seed                 uint64
		Component, Parameter string
		Value                float64
	}
}

func reference(t *testing.T) (ref looReference) {
	t.Helper()
	text, err := os.ReadFile("testdata/loo.json")
	if err == nil {
		err = json.Unmarshal(text, &ref)
	}
	if err != nil || len(ref.Cases) < 50 || len(ref.Schools) != 2 || len(ref.Psense) != 12 {
		t.Fatal(err, len(ref.Cases), len(ref.Schools), len(ref.Psense))
	}
	return ref
}

// near tells whether two numbers agree to 1e-8, relative to what is larger than 1.
func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-8*max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

func TestLOOIsArviZ(t *testing.T) {
	ref := reference(t)
	agreed := 0
	for _, c := range ref.Cases {
		r := &numbers{c.Seed}
		x := make([]float64, c.Draws)
		for s := range x {
			switch c.Kind {
			case "normal":
				x[s] = c.Scale * r.normal()
			case "pareto":
				x[s] = c.Scale * math.Log(r.uniform())
			case "ties":
				x[s] = math.Floor(c.Scale*r.normal()*4) / 4
			default:
				t.Fatal(c.Kind)
			}
		}
		var w looWorker
		least, top, _ := ends(x)
		influence := make([]float64, len(x))
		p := w.point(x, least, top, c.RelativeESS, influence)
		if _, squares := sums(influence); math.Abs(p.MCSE*p.MCSE*c.RelativeESS/squares-1) > 1e-9 {
			t.Errorf("%+v: MCSE %g, and squares of influences %g", c, p.MCSE, squares)
		}
		switch { // what ArviZ cannot tell
		case c.Kind == "ties" && c.Scale == 0.5: // a quarter of the tail is one value
			if !math.IsNaN(float64(c.Elpd)) || !(p.Elpd < 0) || !math.IsNaN(p.K) {
				t.Errorf("%+v: %+v", c, p)
			}
			continue
		case c.Scale == 300: // one draw has all the weight
			if !math.IsNaN(float64(c.Elpd)) || !(p.Elpd < -900) || !math.IsInf(p.K, 1) || p.ESS > 1.1 {
				t.Errorf("%+v: %+v", c, p)
			}
			continue
		case c.Scale == 1e-9: // differences of weights have eight digits
			if math.Abs(p.Elpd-float64(c.Elpd)) > 1e-14 || math.Abs(p.K-float64(c.K)) > 1e-6 {
				t.Errorf("%+v: %+v", c, p)
			}
			continue
		}
		if !near(p.Elpd, float64(c.Elpd)) || !near(p.P, float64(c.P)) || !near(p.K, float64(c.K)) {
			t.Errorf("%+v: elpd %.12g, p %.12g, k̂ %.12g", c, p.Elpd, p.P, p.K)
			continue
		}
		agreed++
	}
	if agreed != len(ref.Cases)-4 {
		t.Errorf("%d of %d cases agree", agreed, len(ref.Cases))
	}
}

// schools reads the log likelihoods of ArviZ's example data as traces with the parameter log_lik.
func schools(t *testing.T) map[string]*sampler.Trace {
	t.Helper()
	f, err := os.Open("testdata/eight_schools.bin.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	traces := map[string]*sampler.Trace{}
	for _, name := range []string{"centered_eight", "non_centered_eight"} {
		values := make([]float64, 8*4*500)
		if err := binary.Read(z, binary.LittleEndian, values); err != nil {
			t.Fatal(err)
		}
		a := sampler.Array{Shape: []int{8}, Draws: make([][][]float64, 4)}
		for c := range a.Draws {
			for d := range 500 {
				x := make([]float64, 8)
				for i := range x {
					x[i] = values[(i*4+c)*500+d]
				}
				a.Draws[c] = append(a.Draws[c], x)
			}
		}
		traces[name] = &sampler.Trace{}
		if err := traces[name].AddArray("log_lik", a); err != nil {
			t.Fatal(err)
		}
	}
	return traces
}

func TestEightSchoolsAreArviZ(t *testing.T) {
	for name, tr := range schools(t) {
		want := reference(t).Schools[name]
		l, err := Recorded(tr, "log_lik")
		if err != nil {
			t.Fatal(err)
		}
		l.relESS = want.RelativeESS // that of the parameters, which are not in the trace
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		if !near(e.Elpd, want.Elpd) || !near(e.SE, want.SE) || !near(e.P, want.P) {
			t.Errorf("%s: %.10f %.10f %.10f, want %.10f %.10f %.10f", name, e.Elpd, e.SE, e.P,
				want.Elpd, want.SE, want.P)
		}
		for i, p := range e.Points {
			if !near(p.Elpd, want.ElpdI[i]) || !near(p.K, want.K[i]) {
				t.Errorf("%s: school %d: elpd %v, k̂ %v; want %v, %v", name, i, p.Elpd, p.K,
					want.ElpdI[i], want.K[i])
			}
		}
		// The smoothed weights give the same elpd as the sum over draws does.
		w, err := e.Weights(3)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := l.observation(3)
		sum := 0.0
		for s, v := range x {
			sum += math.Exp(w.Log[s] + v)
		}
		if got := e.Points[3]; !near(math.Log(sum), got.Elpd) || !near(w.K, got.K) || !near(w.ESS, got.ESS) {
			t.Errorf("%s: from the weights: %v, %v, %v; want %+v", name, math.Log(sum), w.K, w.ESS, got)
		}
	}
	if want := reference(t).Schools["centered_eight"]; near(want.Elpd, -30.7641475) {
		t.Error("near is blind") // it is -30.7641465344
	}
}

func TestPowerScaleIsArviZ(t *testing.T) {
	for _, c := range reference(t).Psense {
		r := &numbers{c.Seed}
		var a, b, logs []float64
		for range 2000 {
			u, v := r.normal(), r.normal()
			a, b = append(a, u), append(b, u+0.5*v*v*v)
		}
		for s := range a {
			if c.Component == "prior" {
				logs = append(logs, -0.5*a[s]*a[s]-0.1*b[s])
			} else {
				logs = append(logs, -2*(a[s]-1)*(a[s]-1))
			}
		}
		x := a
		if c.Parameter == "b" {
			x = b
		}
		var component scaledComponent
		for j, power := range powers {
			for _, v := range PowerWeights(logs, power).Log {
				component.weights[j] = append(component.weights[j], math.Exp(v))
			}
		}
		if got := component.sensitivity(slices.Clone(x), sortedOrder(x)); !near(got, c.Value) {
			t.Errorf("%+v: got %.12g", c, got)
		}
	}
}
