package bugs_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gibbslab/sampler/bugs"
	slices "gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

const groups = `model {
  for (i in 1:n) { y[i] ~ dnorm(b[g[i]], tau) }
  for (j in 1:m) { b[j] ~ dnorm(mu, t) }
  mu ~ dnorm(0, 1.0E-4)
  tau ~ dgamma(1, 1)
  t ~ dgamma(1, 1)
}`

// grouped are n numbers in m groups.
func grouped(n, m int) bugs.Data {
	r := rand.New(rand.NewPCG(1, 2))
	y, g := make([]float64, n), make([]int, n)
	for i := range y {
		g[i] = 1 + i%m
		y[i] = r.NormFloat64() + float64(g[i])/10
	}
	return bugs.Data{"y": y, "g": g, "n": n, "m": m}
}

func BenchmarkCompile(b *testing.B) {
	data := grouped(100_000, 100)
	for b.Loop() {
		if _, err := bugs.Compile(groups, data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSweep makes sweeps over data in a hundred groups, and over a million numbers in one plate,
// beside the updates of that plate in plain loops.
func BenchmarkSweep(b *testing.B) {
	b.Run("groups", func(b *testing.B) { sweeps(b, groups, grouped(100_000, 100)) })
	plate := `model { for (i in 1:n) { y[i] ~ dt(mu, tau, 4) }
	  mu ~ dnorm(0, 1.0E-4)
	  tau ~ dgamma(1, 1) }`
	million := grouped(1_000_000, 1)
	delete(million, "g")
	delete(million, "m")
	b.Run("plate", func(b *testing.B) { sweeps(b, plate, million) })
	b.Run("loops", func(b *testing.B) {
		y := million["y"].([]float64)
		r := rand.New(rand.NewPCG(1, 2))
		mu, tau := 0.1, 1.0
		w := make([]float64, len(y))
		for b.Loop() {
			sum, all := 0.0, 0.0
			for i, v := range y {
				w[i] = variate.Gamma(r, 2.5, 1+tau*(v-mu)*(v-mu)/4)
				sum, all = sum+w[i]*v, all+w[i]
			}
			mu = variate.NormalPrecision(r, 1e-4+tau*all/2, tau*sum/2)
			logDensity := func(tau float64) float64 {
				l := float64(len(y))/2*math.Log(tau) - tau
				for _, v := range y {
					l -= 2.5 * math.Log1p(tau*(v-mu)*(v-mu)/4)
				}
				return l
			}
			tau = slices.SliceSteps(r, tau, 0.01, 0, math.Inf(1), 40, logDensity)
		}
	})
}

func sweeps(b *testing.B, text string, data bugs.Data) {
	m, err := bugs.Compile(text, data)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	model := m.Sampler()
	s, err := model.Init(r)
	if err != nil {
		b.Fatal(err)
	}
	for range 100 { // widths are learnt
		for _, block := range model.Blocks {
			if err := block.Update(r, s); err != nil {
				b.Fatal(err)
			}
		}
		if b.Elapsed() > 5e9 {
			break
		}
	}
	for b.Loop() {
		for _, block := range model.Blocks {
			if err := block.Update(r, s); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// A model keeps twice the data at most: its own copy, and four bytes for each of its rows.
func TestMemory(t *testing.T) {
	data := grouped(200_000, 1)
	text := `model { for (i in 1:n) { y[i] ~ dnorm(mu, tau) }
	  mu ~ dnorm(0, 1.0E-4)
	  tau ~ dgamma(1, 1) }`
	delete(data, "g")
	delete(data, "m")
	heap := func() (kept, all float64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc), float64(m.TotalAlloc)
	}
	before, started := heap()
	m, err := bugs.Compile(text, data)
	if err != nil {
		t.Fatal(err)
	}
	after, ended := heap()
	runtime.KeepAlive(m)
	const size = 8 * 200_000
	if kept, all := (after-before)/size, (ended-started)/size; kept > 2.3 || all > 11 {
		t.Errorf("%.1f times the data are kept, and %.1f times were needed: expected 2.3 and 11", kept, all)
	}
}
