// Command bugs measures what bugs.Compile makes of a model, for speed.py beside it.
//
//	bugs FOLDER WARMUP DRAWS SEED     FOLDER has model.bug, data.json and meta.json; prints JSON
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
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

const chains = 4

func main() {
	runtime.GOMAXPROCS(1)
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: see the comment of the program")
	}
	var n []int
	for _, arg := range args[1:] {
		if v, err := strconv.Atoi(arg); err == nil {
			n = append(n, v)
		}
	}
	switch {
	case args[0] == "groups" && len(n) == 3:
		return measure(groups, grouped(n[0], n[1]), []string{"mu", "tau", "tau.a"}, 20, n[2], 1)
	case args[0] == "plate" && len(n) == 2:
		return measure(plate, plated(n[0]), []string{"mu", "tau"}, 20, n[1], 1)
	case len(n) == 3:
		return folder(args[0], n[0], n[1], uint64(n[2]))
	}
	return errors.New("usage: see the comment of the program")
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

func folder(name string, warmup, draws int, seed uint64) error {
	text, errText := os.ReadFile(filepath.Join(name, "model.bug"))
	numbers, errData := os.ReadFile(filepath.Join(name, "data.json"))
	about, errMeta := os.ReadFile(filepath.Join(name, "meta.json"))
	if err := errors.Join(errText, errData, errMeta); err != nil {
		return err
	}
	data := bugs.Data{}
	var meta struct{ Monitors []string }
	if err := errors.Join(json.Unmarshal(numbers, &data), json.Unmarshal(about, &meta)); err != nil {
		return err
	}
	for name, value := range data {
		var err error
		if data[name], err = array(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return measure(string(text), data, meta.Monitors, warmup, draws, seed)
}

// measure compiles and runs a model, and prints the results.
func measure(
	text string, data bugs.Data, monitors []string, warmup, draws int, seed uint64,
) error {
	began := time.Now()
	m, err := bugs.Compile(text, data)
	if err != nil {
		return err
	}
	compiled := time.Now()
	if m, err = m.Monitor(variables(monitors)...); err != nil {
		return err
	}
	model := m.Sampler()
	sweeps, warm, first := 0, 0.0, time.Time{}
	clock := sampler.Update("clock", func(*rand.Rand, *bugs.State) {
		if sweeps++; sweeps == 2 {
			first = time.Now()
		}
		if sweeps%(warmup+draws) == warmup+1 {
			warm -= cpu()
		}
	})
	model.Blocks = append([]sampler.Block[bugs.State]{clock}, model.Blocks...)
	var parts []*sampler.Trace
	for chain := range chains {
		part, err := sampler.Run(context.Background(), model, sampler.Settings{
			Chains: 1, First: chain, Warmup: warmup, Draws: draws, Seed: seed})
		if err != nil {
			return err
		}
		warm += cpu()
		parts = append(parts, part)
	}
	tr, err := sampler.Join(parts...)
	if err != nil {
		return err
	}
	out := result{Compile: compiled.Sub(began).Seconds(), First: first.Sub(began).Seconds(),
		CPU: warm, Sweeps: chains * draws, Quantities: map[string][3]float64{}}
	if err := out.summarise(tr, monitors); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

type result struct {
	Compile, First, CPU, ESS float64
	Sweeps                   int
	Worst                    string
	Quantities               map[string][3]float64
}

// summarise fills ESS, Worst and Quantities.
func (out *result) summarise(tr *sampler.Trace, monitors []string) error {
	labels, err := tr.Labels()
	if err != nil {
		return err
	}
	for _, label := range labels {
		name := element(label)
		if !wanted(name, monitors) {
			continue
		}
		x, err := tr.Chains(label)
		if err != nil {
			return err
		}
		all, err := tr.Draws(label)
		if err != nil {
			return err
		}
		if slices.Min(all) == slices.Max(all) {
			continue
		}
		out.Quantities[name] = [3]float64{diag.Mean(all), diag.SD(all), diag.MCSEMean(x)}
		if ess := diag.ESSBulk(x); out.Worst == "" || ess < out.ESS {
			out.ESS, out.Worst = ess, name
		}
	}
	if out.Worst == "" {
		return fmt.Errorf("bugs: none of %v has been drawn; the labels are %v", monitors, labels)
	}
	return nil
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

// cpu is the CPU time of this program so far, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
