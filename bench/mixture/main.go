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
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/mixture"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "galaxies":
		draws, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return galaxies(args[1], draws)
	case len(args) == 5 && args[0] == "plane":
		warm, errWarm := strconv.Atoi(args[3])
		sweeps, errSweeps := strconv.Atoi(args[4])
		if err := errors.Join(errWarm, errSweeps); err != nil {
			return err
		}
		return plane(args[1], args[2], warm, sweeps)
	}
	return errors.New("usage: see the comment of the program")
}

// build makes the model of a sampler's name.
func build(name string, f mixture.Conjugate) (sampler.Model[mixture.State], error) {
	dp := mixture.DP{Alpha: 1}
	name, number, _ := strings.Cut(name, "-")
	n := 0
	if number != "" {
		var err error
		if n, err = strconv.Atoi(number); err != nil {
			return sampler.Model[mixture.State]{}, err
		}
	}
	switch name {
	case "neal3":
		return mixture.Neal3(dp, f)
	case "neal8":
		return mixture.Neal8(dp, f, n)
	case "splitmerge":
		return mixture.SplitMerge(dp, f, mixture.SplitMergeSettings{Proposals: n})
	case "collapsed":
		return mixture.Collapsed(mixture.Finite{K: 20}, f)
	}
	return sampler.Model[mixture.State]{}, fmt.Errorf("there is no sampler %q", name)
}

// galaxies measures the whole run, including its warm-up.
func galaxies(name string, draws int) error {
	f, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(datasets.Galaxies(),
		nil)
	if err != nil {
		return err
	}
	m, err := build(name, f)
	if err != nil {
		return err
	}
	m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[mixture.State]) bool {
		return p.Name != "clusters"
	})
	m.LogJoint = nil
	began := cpuSeconds()
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: draws, Seed: 1})
	if err != nil {
		return err
	}
	took := cpuSeconds() - began
	chains, err := tr.Chains("clusters")
	if err != nil {
		return err
	}
	fmt.Println(diag.ESSMean(chains), took, diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains))
	return nil
}

// plane measures only the sweeps.
func plane(file, name string, warm, sweeps int) error {
	x, err := read(file)
	if err != nil {
		return err
	}
	f, err := mixture.MultiNormal{Mean: []float64{0, 0}, Kappa: 0.01, DF: 4,
		Scale: [][]float64{{1, 0}, {0, 1}}}.Family(x, nil)
	if err != nil {
		return err
	}
	m, err := build(name, f)
	if err != nil {
		return err
	}
	n, began, cpu := 0, time.Now(), cpuSeconds()
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("bench", 1, 0)) {
		if err != nil {
			return err
		}
		if n++; n == warm {
			began, cpu = time.Now(), cpuSeconds()
		}
		if n == warm+sweeps {
			wall, used, clusters := time.Since(began).Seconds(), cpuSeconds()-cpu, 0
			for _, size := range s.Sizes {
				if size > 0 {
					clusters++
				}
			}
			fmt.Println(wall, used, clusters)
			break
		}
	}
	return nil
}

func read(file string) (x [][]float64, err error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		row := make([]float64, 2)
		if _, err := fmt.Sscan(lines.Text(), &row[0], &row[1]); err != nil {
			return nil, err
		}
		x = append(x, row)
	}
	return x, lines.Err()
}

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
