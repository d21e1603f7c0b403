package nb_test

import (
	"fmt"

	"gibbslab/nb"
)

// Five forecasts of rain, and whether it rained.
func ExampleCalibration() {
	prob, rain := []float64{0.1, 0.15, 0.8, 0.85, 0.9}, []bool{false, false, true, false, true}
	nb.Show(nb.Calibration(prob, rain))
	d := nb.CalibrationData(prob, rain)
	fmt.Printf("%d of the days had rain announced with %.3f: it came on %.1f of them\n", d.N[1],
		d.Prob[1], d.Share[1])
	// Output:
	// Calibration error 0.200
	//   x: predicted probability, -0.05 to 1.05
	//   y: share that happened, 0 to 1
	//   drawn: honest; observed, 95 % interval, number of cases
	// 2 of the days had rain announced with 0.825: it came on 0.5 of them
}

func ExampleConfusion() {
	truth, predicted := []int{0, 0, 0, 1, 1}, []int{0, 0, 1, 1, 1}
	nb.Show(nb.Confusion([]string{"ham", "spam"}, truth, predicted))
	fmt.Println(nb.ConfusionData(2, truth, predicted))
	// Output:
	// Which class was taken for which
	//   x: predicted, -0.5 to 1.5
	//   y: true, -0.5 to 1.5
	// [[2 1] [0 2]]
}
