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
	"os"
	"path/filepath"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func main() {
	args := tool.Args(4)
	set := sampler.Settings{Warmup: tool.Int(args[1]), Draws: tool.Int(args[2]),
		Seed: uint64(tool.Int(args[3]))}
	kid, radon, wells := table(args[0], "kidiq.csv"), table(args[0], "radon.csv"), table(args[0],
		"wells.csv")
	measure("eight schools", "mu and theta given tau at once; update.Slice", schools(), set)
	measure("kidscore_interaction", "regress", kidscore(kid), set)
	measure("radon, hierarchical", "regress", housesRegress(radon), set)
	measure("radon, hierarchical", "sums by county; update.Slice, update.Scale", houses(radon), set)
	measure("GLM_Poisson", "update.Metropolis", counts(), set)
	measure("GLM_Poisson", "update.NUTS", countsNUTS(), set)
	measure("wells", "regress (Pólya-Gamma)", wellsRegress(wells), set)
	measure("wells", "update.NUTS", wellsNUTS(wells), set)
	measure("seeds", "regress (Pólya-Gamma)", seedsRegress(), set)
	measure("seeds", "update.NUTS", seedsNUTS(), set)
	measure("seeds", "Pólya-Gamma; sigma and coefficients at once", seedsJoint(), set)
	measure("hmm_example", "update.HMM", hidden(), set)
	statements(kid, radon, wells, set)
}

// table reads the columns of a file.
func table(folder, name string) map[string][]float64 {
	f := tool.Must(os.Open(filepath.Join(folder, name)))
	defer f.Close()
	rows, columns := tool.Must(csv.NewReader(f).ReadAll()), map[string][]float64{}
	for _, row := range rows[1:] {
		for i, cell := range row {
			columns[rows[0][i]] = append(columns[rows[0][i]], tool.Float(cell))
		}
	}
	return columns
}

// measure runs a model and prints the results.
func measure[S any](posterior, how string, m sampler.Model[S], set sampler.Settings) {
	before := tool.CPU()
	tr := tool.Must(sampler.Run(context.Background(), m, set))
	after := tool.CPU()
	out := struct {
		Posterior, Sampler string
		CPU, ESS           float64
		Worst              string
		Params             map[string][3]float64
	}{Posterior: posterior, Sampler: how, CPU: after - before, Params: map[string][3]float64{}}
	labels := tool.Must(tr.Labels())
	for _, label := range labels {
		chains := tool.Must(tr.Chains(label))
		if ess := diag.ESSBulk(chains); out.Worst == "" || ess < out.ESS {
			out.ESS, out.Worst = ess, label
		}
		all := tool.Must(tr.Draws(label))
		out.Params[label] = [3]float64{diag.Mean(all), diag.MCSEMean(chains), diag.SD(all)}
	}
	tool.Check(json.NewEncoder(os.Stdout).Encode(out))
}
