// Command criticism writes a Zarr store for speed.py beside it, and times [criticism.LOO]. Its
// arguments are the folder of the store and the number of observations. For each line read, a
// number of processors, it prints the seconds that LOO takes. At the end of the input it prints,
// as JSON, what LOO found and the summary of the parameters.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: criticism FOLDER OBSERVATIONS")
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	y := outliers(n)
	tr, l, err := fit(y)
	if err != nil {
		return err
	}
	like, err := l.ZarrArray("y")
	if err != nil {
		return err
	}
	if err := tr.WriteZarr(args[0], like); err != nil {
		return err
	}
	recorded, err := record(tr, y, l.Draws())
	if err != nil {
		return err
	}
	fmt.Println("ready")
	var loo *criticism.Elpd
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		procs, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		runtime.GOMAXPROCS(procs)
		start := time.Now()
		if loo, err = criticism.LOO(recorded); err != nil {
			return err
		}
		fmt.Println(time.Since(start).Seconds())
	}
	summary, err := diag.Summarize(tr, "mu", "sigma2")
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"elpd": loo.Elpd, "se": loo.SE, "p": loo.P,
		"rows": summary.Rows})
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
func fit(y []float64) (*sampler.Trace, *criticism.LogLik, error) {
	m, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(y)
	if err != nil {
		return nil, nil, err
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Seed: 1})
	if err != nil {
		return nil, nil, err
	}
	l, err := criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(y[i], d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
	})
	return tr, l, err
}

// record computes the log likelihood once, as a model that records it would.
func record(tr *sampler.Trace, y []float64, draws int) (*criticism.LogLik, error) {
	r := sampler.Stream("record", 1, 0)
	rows, err := tr.Replicate(r, 0, len(y), func(_ *rand.Rand, d *sampler.Draw, row []float64) {
		mu, sigma := d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2"))
		for i := range row {
			row[i] = variate.NormalLogProb(y[i], mu, sigma)
		}
	})
	if err != nil {
		return nil, err
	}
	a := sampler.Array{Shape: []int{len(y)}}
	for per := draws / tr.NumChains(); len(rows) > 0; rows = rows[per:] {
		a.Draws = append(a.Draws, rows[:per])
	}
	with := &sampler.Trace{}
	for _, name := range []string{"mu", "sigma2"} {
		chains, err := tr.Chains(name)
		if err != nil {
			return nil, err
		}
		if err := with.Add(name, chains); err != nil {
			return nil, err
		}
	}
	if err := with.AddArray("log_lik", a); err != nil {
		return nil, err
	}
	return criticism.Recorded(with, "log_lik")
}
