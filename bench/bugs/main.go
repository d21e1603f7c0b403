// Command bugs measures what bugs.Compile makes of a model, for speed.py beside it.
//
//	bugs FOLDER WARMUP DRAWS SEED     FOLDER has model.bug, data.json, meta.json, and inits.json
//	                                  if chains are to begin there; prints JSON
//	bugs groups N G DRAWS             N observations in G groups: random intercepts
//	bugs plate N DRAWS                N observations in one plate
//
// The object has the seconds of compiling and from there to the first draw, the CPU seconds of the
// sweeps after the warm-up, their number, and the smallest bulk ESS of what is monitored. Chains
// run one after the other, on one processor.
package main

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

const chains = 4

func main() {
	runtime.GOMAXPROCS(1)
	args := tool.Args(3)
	n := []int{tool.Int(args[1]), tool.Int(args[2])}
	if args[0] == "plate" {
		measure(plate, plated(n[0]), nil, []string{"mu", "tau"}, 20, n[1], 1)
		return
	}
	n = append(n, tool.Int(tool.Args(4)[3]))
	if args[0] == "groups" {
		measure(groups, grouped(n[0], n[1]), nil, []string{"mu", "tau", "tau.a"}, 20, n[2], 1)
	} else {
		folder(args[0], n[0], n[1], uint64(n[2]))
	}
}

const groups = `model {
  for (i in 1:n) { y[i] ~ dnorm(a[g[i]] + b * x[i], tau) }
  for (j in 1:G) { a[j] ~ dnorm(mu, tau.a) }
  mu ~ dnorm(0, 0.01)
  b ~ dnorm(0, 0.01)
  tau ~ dgamma(1, 1)
  tau.a ~ dgamma(1, 1)
}`

const plate = `model {
  for (i in 1:n) { y[i] ~ dnorm(mu, tau) }
  mu ~ dnorm(0, 0.01)
  tau ~ dgamma(1, 1)
}`

// grouped draws data of the model groups.
func grouped(n, size int) bugs.Data {
	r := rand.New(rand.NewPCG(1, 2))
	a := make([]float64, size)
	for j := range a {
		a[j] = 1 + r.NormFloat64()
	}
	y, x, g := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range y {
		j := r.IntN(size)
		x[i], g[i] = r.NormFloat64(), float64(j+1)
		y[i] = a[j] + x[i]/2 + r.NormFloat64()
	}
	return bugs.Data{"n": n, "G": size, "y": y, "x": x, "g": g}
}

// plated draws data of the model plate.
func plated(n int) bugs.Data {
	r := rand.New(rand.NewPCG(1, 2))
	y := make([]float64, n)
	for i := range y {
		y[i] = 3 + 2*r.NormFloat64()
	}
	return bugs.Data{"n": n, "y": y}
}

func folder(name string, warmup, draws int, seed uint64) {
	text := tool.Must(os.ReadFile(filepath.Join(name, "model.bug")))
	data := tool.Must(bugs.ReadData(tool.Must(os.Open(filepath.Join(name, "data.json")))))
	var meta struct{ Monitors []string }
	tool.Check(json.Unmarshal(tool.Must(os.ReadFile(filepath.Join(name, "meta.json"))), &meta))
	starts := bugs.Data{}
	if f, err := os.Open(filepath.Join(name, "inits.json")); err == nil {
		starts = tool.Must(bugs.ReadData(f))
	}
	measure(string(text), data, starts, meta.Monitors, warmup, draws, seed)
}

// measure compiles and runs a model, and prints the results.
func measure(
	text string, data, starts bugs.Data, monitors []string, warmup, draws int, seed uint64,
) {
	began := time.Now()
	m := tool.Must(bugs.Compile(text, data))
	compiled := time.Now()
	maps.DeleteFunc(starts, func(name string, v any) bool { // names that the model does not have
		_, err := m.Start(bugs.Data{name: v})
		return err != nil
	})
	m = tool.Must(tool.Must(m.Start(starts)).Monitor(variables(monitors)...))
	model := m.Sampler()
	model.LogJoint = nil // JAGS records what is monitored, and nothing else
	sweeps, warm, first := 0, 0.0, time.Time{}
	clock := sampler.Update("clock", func(*rand.Rand, *bugs.State) {
		if sweeps++; sweeps == 2 {
			first = time.Now()
		}
		if sweeps%(warmup+draws) == warmup+1 {
			warm -= tool.CPU()
		}
	})
	model.Blocks = append([]sampler.Block[bugs.State]{clock}, model.Blocks...)
	var parts []*sampler.Trace
	for chain := range chains {
		parts = append(parts, tool.Must(sampler.Run(context.Background(), model, sampler.Settings{
			Chains: 1, First: chain, Warmup: warmup, Draws: draws, Seed: seed, NoReplay: true})))
		warm += tool.CPU()
	}
	tr := tool.Must(sampler.Join(parts...))
	out := result{Compile: compiled.Sub(began).Seconds(), First: first.Sub(began).Seconds(),
		CPU: warm, Sweeps: chains * draws, Quantities: map[string][3]float64{}}
	out.summarise(tr, monitors)
	tool.Check(json.NewEncoder(os.Stdout).Encode(out))
}

type result struct {
	Compile, First, CPU, ESS float64
	Sweeps                   int
	Worst                    string
	Quantities               map[string][3]float64
}

// summarise fills ESS, Worst and Quantities.
func (out *result) summarise(tr *sampler.Trace, monitors []string) {
	labels := tool.Must(tr.Labels())
	for _, label := range labels {
		name := element(label)
		if !wanted(name, monitors) {
			continue
		}
		x := tool.Must(tr.Chains(label))
		all := tool.Must(tr.Draws(label))
		if slices.Min(all) == slices.Max(all) {
			continue
		}
		out.Quantities[name] = [3]float64{diag.Mean(all), diag.SD(all), diag.MCSEMean(x)}
		if ess := diag.ESSBulk(x); out.Worst == "" || ess < out.ESS {
			out.ESS, out.Worst = ess, name
		}
	}
	if out.Worst == "" {
		tool.Fail("bugs: none of %v has been drawn; the labels are %v", monitors, labels)
	}
}

// element is the name that BUGS has for a label: an array with known elements has Y[26.2].
func element(label string) string {
	name, indices, found := strings.Cut(label, "[")
	if !found {
		return label
	}
	return name + "[" + strings.ReplaceAll(indices, ".", ",")
}

// wanted says whether a quantity is monitored, or an element of one that is.
func wanted(name string, monitors []string) bool {
	for _, m := range monitors {
		if name == m || strings.HasPrefix(name, m+"[") {
			return true
		}
	}
	return false
}

// variables are the names of the monitored quantities without indices.
func variables(monitors []string) (names []string) {
	for _, m := range monitors {
		name, _, _ := strings.Cut(m, "[")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
