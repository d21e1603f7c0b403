// Command criticism writes a Zarr store for speed.py beside it, and times [criticism.LOO]. Its
// arguments are the folder of the store and the number of observations. For each line read, a
// number of processors, it prints the seconds that LOO takes. At the end of the input it prints,
// as JSON, what LOO found and the summary of the parameters.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

func main() {
	args := tool.Args(2)
	y := outliers(tool.Int(args[1]))
	tr, l := fit(y)
	like := tool.Must(l.ZarrArray("y"))
	tool.Check(tr.WriteZarr(args[0], like))
	recorded := record(tr, y, l.Draws())
	fmt.Println("ready")
	var loo *criticism.Elpd
	for line := range tool.Lines(os.Stdin) {
		runtime.GOMAXPROCS(tool.Int(line))
		start := time.Now()
		loo = tool.Must(criticism.LOO(recorded))
		fmt.Println(time.Since(start).Seconds())
	}
	summary := tool.Must(diag.Summarize(tr, "mu", "sigma2"))
	tool.Check(json.NewEncoder(os.Stdout).Encode(map[string]any{"elpd": loo.Elpd, "se": loo.SE,
		"p": loo.P, "rows": summary.Rows}))
}

// outliers are n data whose tails are heavier than those the model expects.
func outliers(n int) []float64 {
	r := sampler.Stream("data", 1, 0)
	y := make([]float64, n)
	for i := range y {
		y[i] = 80 + 8*variate.StudentT(r, 5, 0, 1)
	}
	return y
}

// fit draws from the posterior of the normal model given the data.
func fit(y []float64) (*sampler.Trace, *criticism.LogLik) {
	m := tool.Must(normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(y))
	tr := tool.Must(sampler.Run(context.Background(), m, sampler.Settings{Seed: 1}))
	return tr, tool.Must(criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(y[i], d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
	}))
}

// record computes the log likelihood once, as a model that records it would.
func record(tr *sampler.Trace, y []float64, draws int) *criticism.LogLik {
	r := sampler.Stream("record", 1, 0)
	likelihood := func(_ *rand.Rand, d *sampler.Draw, row []float64) {
		mu, sigma := d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2"))
		for i := range row {
			row[i] = variate.NormalLogProb(y[i], mu, sigma)
		}
	}
	rows := tool.Must(tr.Replicate(r, 0, len(y), likelihood))
	a := sampler.Array{Shape: []int{len(y)}}
	for per := draws / tr.NumChains(); len(rows) > 0; rows = rows[per:] {
		a.Draws = append(a.Draws, rows[:per])
	}
	with := &sampler.Trace{}
	for _, name := range []string{"mu", "sigma2"} {
		chains := tool.Must(tr.Chains(name))
		tool.Check(with.Add(name, chains))
	}
	tool.Check(with.AddArray("log_lik", a))
	return tool.Must(criticism.Recorded(with, "log_lik"))
}
