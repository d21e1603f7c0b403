package diag_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Forty parameters, one of which hardly moves: the table shows the worst and says what it leaves
// out, and the verdict says what to do next.
func ExampleSummary_Verdict() {
	m := sampler.Model[[40]float64]{
		Init: func(r *rand.Rand) (*[40]float64, error) {
			return &[40]float64{7: 3 * r.NormFloat64()}, nil
		},
		Blocks: []sampler.Block[[40]float64]{{Name: "theta",
			Update: func(r *rand.Rand, s *[40]float64) error {
				for k := range s {
					phi := 0.0
					if k == 7 {
						phi = 0.98
					}
					s[k] = phi*s[k] + r.NormFloat64()
				}
				return nil
			}}},
		Params: []sampler.Param[[40]float64]{{Name: "theta", Shape: []int{40},
			Read: func(s *[40]float64, dst []float64) { copy(dst, s[:]) }}},
	}
	trace, err := sampler.Run(context.Background(), m, sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := diag.Summarize(trace)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Verdict())
	for _, row := range summary.Report().Table.Rows {
		fmt.Printf("%-16s R-hat %s\n", row[0], row[9])
	}
	// Output:
	// Not yet: the chains do not agree on theta[7] (R-hat 1.079), 1 of 40 parameters. Look at the trace plot: if the chains wander over the same values, run 9.4 times as long (about 9400 draws a chain) for an ESS of 400; if each keeps to its own, a longer run will not help: update correlated parameters together, or make labels comparable.
	// theta[7] !       R-hat 1.079
	// theta: 39 more   R-hat ≤ 1.002
}

// A spreadsheet gets all rows with all digits.
func ExampleSummary_WriteCSV() {
	summary := &diag.Summary{Rows: []diag.Row{
		{Label: "mu", Mean: 86.311725, SD: 1.471447, Lower: 83.3514, Median: 86.3338,
			Upper: 89.1454, MCSEMean: 0.0262, ESSBulk: 3156.9, ESSTail: 3511.2, RHat: 1.00049},
	}}
	if err := summary.WriteCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// parameter,mean,sd,q2.5,median,q97.5,mcse_mean,ess_bulk,ess_tail,r_hat,warnings
	// mu,86.311725,1.471447,83.3514,86.3338,89.1454,0.0262,3156.9,3511.2,1.00049,
}

// Programs get the numbers, null where there is none, and the reason.
func ExampleSummary_WriteJSON() {
	var tr sampler.Trace
	threes := slices.Repeat([]float64{3}, 100)
	if err := tr.Add("fixed", [][]float64{threes, threes}); err != nil {
		fmt.Println(err)
		return
	}
	summary, err := diag.Summarize(&tr)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := summary.WriteJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	compact, err := json.Marshal(summary)
	fmt.Println(err, bytes.HasPrefix(compact, []byte(`{"verdict":`)))
	// Output:
	// {
	//  "verdict": "Nothing to judge: R-hat, ESS or MCSE cannot be given, for the reason that the warnings say.",
	//  "chains": 2,
	//  "draws": 100,
	//  "warnings": [
	//   "fixed: it never changes (every draw is 3), so it has no MCSE, ESS or R-hat: leave it out if it is fixed; if not, check that a block updates it"
	//  ],
	//  "rows": [
	//   {
	//    "parameter": "fixed",
	//    "mean": 3,
	//    "sd": 0,
	//    "q2.5": 3,
	//    "median": 3,
	//    "q97.5": 3,
	//    "mcse_mean": null,
	//    "ess_bulk": null,
	//    "ess_tail": null,
	//    "r_hat": null,
	//    "warnings": [
	//     "it never changes (every draw is 3), so it has no MCSE, ESS or R-hat: leave it out if it is fixed; if not, check that a block updates it"
	//    ]
	//   }
	//  ]
	// }
	// <nil> true
}
