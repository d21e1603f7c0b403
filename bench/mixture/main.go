// Command mixture times the samplers of package mixture for speed.py beside it.
//
//	mixture galaxies SAMPLER DRAWS             effective draws of the number of clusters, CPU
//	                                           seconds, mean, its error
//	mixture plane FILE SAMPLER WARM SWEEPS     wall and CPU seconds of SWEEPS sweeps after WARM,
//	                                           clusters at the end
//
// Samplers are neal3, neal8-M with M auxiliary components, splitmerge-N with N proposals a sweep,
// splitmerge for the default, and for the plane collapsed, of 20 components. The galaxies have the
// model of the tests of package mixture; FILE has a point a line.
package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/mixture"
)

func main() {
	switch args := tool.Args(3); args[0] {
	case "galaxies":
		galaxies(args[1], tool.Int(args[2]))
	case "plane":
		args = tool.Args(5)
		plane(args[1], args[2], tool.Int(args[3]), tool.Int(args[4]))
	}
}

// build makes the model of a sampler's name.
func build(name string, f mixture.Conjugate) (m sampler.Model[mixture.State]) {
	dp := mixture.DP{Alpha: 1}
	name, number, _ := strings.Cut(name, "-")
	n := tool.Int(cmp.Or(number, "0"))
	switch name {
	case "neal3":
		m = tool.Must(mixture.Neal3(dp, f))
	case "neal8":
		m = tool.Must(mixture.Neal8(dp, f, n))
	case "splitmerge":
		m = tool.Must(mixture.SplitMerge(dp, f, mixture.SplitMergeSettings{Proposals: n}))
	case "collapsed":
		m = tool.Must(mixture.Collapsed(mixture.Finite{K: 20}, f))
	default:
		tool.Fail("there is no sampler %q", name)
	}
	return m
}

// galaxies measures the whole run, including its warm-up.
func galaxies(name string, draws int) {
	prior := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}
	f := tool.Must(prior.Family(datasets.Galaxies(), nil))
	m := build(name, f)
	m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[mixture.State]) bool {
		return p.Name != "clusters"
	})
	m.LogJoint = nil
	began := tool.CPU()
	tr := tool.Must(sampler.Run(context.Background(), m, sampler.Settings{Draws: draws, Seed: 1}))
	took := tool.CPU() - began
	chains := tool.Must(tr.Chains("clusters"))
	fmt.Println(diag.ESSMean(chains), took, diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains))
}

// plane measures only the sweeps.
func plane(file, name string, warm, sweeps int) {
	x := read(file)
	prior := mixture.MultiNormal{Mean: []float64{0, 0}, Kappa: 0.01, DF: 4,
		Scale: [][]float64{{1, 0}, {0, 1}}}
	f := tool.Must(prior.Family(x, nil))
	m := build(name, f)
	n, began, cpu := 0, time.Now(), tool.CPU()
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("bench", 1, 0)) {
		tool.Check(err)
		if n++; n == warm {
			began, cpu = time.Now(), tool.CPU()
		}
		if n == warm+sweeps {
			wall, used, clusters := time.Since(began).Seconds(), tool.CPU()-cpu, 0
			for _, size := range s.Sizes {
				if size > 0 {
					clusters++
				}
			}
			fmt.Println(wall, used, clusters)
			break
		}
	}
}

func read(file string) (x [][]float64) {
	for line := range tool.LinesOf(file) {
		row := make([]float64, 2)
		tool.Must(fmt.Sscan(line, &row[0], &row[1]))
		x = append(x, row)
	}
	return x
}
