// Command nutpie measures our samplers on posteriors of posteriordb and of BUGS, for speed.py
// beside it.
//
//	nutpie DATA WARMUP DRAWS SEED     DATA is the folder of the data; prints JSON, an object a line
//
// An object has the posterior and the sampler, the CPU seconds of the run with its warm-up, the
// smallest bulk ESS with its parameter, and mean, its standard error and SD of each parameter.
package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/regress"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 4 {
		return errors.New("usage: see the comment of the program")
	}
	var numbers [3]int
	for i, arg := range args[1:] {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		numbers[i] = n
	}
	set := sampler.Settings{Warmup: numbers[0], Draws: numbers[1], Seed: uint64(numbers[2])}
	kid, errKid := table(args[0], "kidiq.csv")
	radon, errRadon := table(args[0], "radon.csv")
	wells, errWells := table(args[0], "wells.csv")
	if err := errors.Join(errKid, errRadon, errWells); err != nil {
		return err
	}
	return errors.Join(
		measure("eight schools", "mu and theta given tau at once; update.Slice", schools(), set),
		made("kidscore_interaction", "regress", kidscore, kid, set),
		made("radon, hierarchical", "regress", housesRegress, radon, set),
		measure("radon, hierarchical", "sums by county; update.Slice, update.Scale",
			houses(radon), set),
		measure("GLM_Poisson", "update.Metropolis", counts(), set),
		measure("GLM_Poisson", "update.NUTS", countsNUTS(), set),
		made("wells", "regress (Pólya-Gamma)", wellsRegress, wells, set),
		measure("wells", "update.NUTS", wellsNUTS(wells), set),
		made("seeds", "regress (Pólya-Gamma)",
			func(map[string][]float64) (sampler.Model[regress.State], error) {
				return seedsRegress()
			}, nil, set),
		measure("seeds", "update.NUTS", seedsNUTS(), set),
		measure("seeds", "Pólya-Gamma; sigma and coefficients at once", seedsJoint(), set),
		measure("hmm_example", "update.HMM", hidden(), set),
	)
}

// made measures a model of package regress.
func made(
	posterior, how string, model func(map[string][]float64) (sampler.Model[regress.State], error),
	data map[string][]float64, set sampler.Settings,
) error {
	m, err := model(data)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", posterior, how, err)
	}
	return measure(posterior, how, m, set)
}

// table reads the columns of a file.
func table(folder, name string) (map[string][]float64, error) {
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	columns := map[string][]float64{}
	for _, row := range rows[1:] {
		for i, cell := range row {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return nil, err
			}
			columns[rows[0][i]] = append(columns[rows[0][i]], x)
		}
	}
	return columns, nil
}

// measure runs a model and prints the results.
func measure[S any](posterior, how string, m sampler.Model[S], set sampler.Settings) error {
	before, err := cpu()
	if err != nil {
		return err
	}
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", posterior, how, err)
	}
	after, err := cpu()
	if err != nil {
		return err
	}
	out := struct {
		Posterior, Sampler string
		CPU, ESS           float64
		Worst              string
		Params             map[string][3]float64
	}{Posterior: posterior, Sampler: how, CPU: after - before, Params: map[string][3]float64{}}
	labels, err := tr.Labels()
	if err != nil {
		return err
	}
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return err
		}
		if ess := diag.ESSBulk(chains); out.Worst == "" || ess < out.ESS {
			out.ESS, out.Worst = ess, label
		}
		all, err := tr.Draws(label)
		if err != nil {
			return err
		}
		out.Params[label] = [3]float64{diag.Mean(all), diag.MCSEMean(chains), diag.SD(all)}
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// cpu is the CPU time of this program so far, in seconds.
func cpu() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime), nil
}
