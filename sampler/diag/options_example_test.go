package diag_test

import (
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// waits is a trace of independent waiting times.
func waits() *sampler.Trace {
	r := sampler.Stream("waits", 1, 0)
	chains := make([][]float64, 4)
	for c := range chains {
		for range 1000 {
			chains[c] = append(chains[c], r.ExpFloat64())
		}
	}
	var tr sampler.Trace
	if err := tr.Add("wait", chains); err != nil {
		panic(err)
	}
	return &tr
}

// An 89 % highest-density interval, and limits of your own.
func ExampleOptions_Summarize() {
	o := diag.Options{Prob: 0.89, HDI: true, Limits: diag.Limits{ESS: 2000}}
	summary, err := o.Summarize(waits())
	if err != nil {
		panic(err)
	}
	table := summary.Report().Table
	for _, line := range [][]string{table.Head, table.Rows[0]} {
		fmt.Println(line[3], line[4], line[5])
	}
	fmt.Println(summary.Warnings[0])
	// Output:
	// HDI from median HDI to
	// 0.00 0.72 2.29
	// wait: bulk ESS is 3784, below 8000 (2000 a chain): mean and median may be off
}

// If all chains have mixed, how large may the largest of 200 R-hats be?
func ExampleLimits() {
	judge := diag.Limits{}.Judge(200, 4, 1000)
	fmt.Printf("%.3f with 500 effective draws, %.3f with 4000; at least %.0f\n", judge.MaxRHat(500),
		judge.MaxRHat(4000), judge.MinESS())

	summary, err := diag.Summarize(waits())
	if err != nil {
		panic(err)
	}
	row := summary.Rows[0]
	badRHat, badESS := summary.Judge().Beyond(row)
	fmt.Println("beyond a limit:", badRHat, badESS, "effective draws:", row.MinESS() > 3000)
	// Output:
	// 1.035 with 500 effective draws, 1.010 with 4000; at least 400
	// beyond a limit: false false effective draws: true
}
