package main

import (
	"bufio"
	"fmt"
	"os"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// traced prints CPU seconds of the sweeps after the warm-up, and then a line a sweep: the
// log-likelihood a token, and Σ (n_k/n)², which says how unequal the topics are.
func traced(file, name string, topics, warm, sweeps int, seed uint64) error {
	docs, _, _, v, err := read(file)
	if err != nil {
		return err
	}
	m, err := open(docs, v, name, topics)
	if err != nil {
		return err
	}
	r, all := sampler.Stream("chain", seed, 0), tokensOf(docs)
	s, err := m.Init(r)
	if err != nil {
		return err
	}
	var clock stopwatch
	lines, n := make([][2]float64, 0, sweeps), make([]int32, topics)
	for i := range warm + sweeps {
		if i >= warm {
			clock.start()
		}
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				return err
			}
		}
		if i < warm {
			continue
		}
		clock.stop()
		clear(n)
		for d := range docs {
			s.DocTopics(d, n)
		}
		sizes := 0.0
		for _, n := range n {
			sizes += float64(n) / all * float64(n) / all
		}
		lines = append(lines, [2]float64{s.LogJoint() / all, sizes})
	}
	fmt.Println(clock.cpu)
	for _, l := range lines {
		fmt.Println(l[0], l[1])
	}
	return nil
}

// effective prints, for each column of files that traced writes, a file a chain: the bulk ESS a CPU
// second of all chains, the sum of that of each chain alone, and R-hat.
func effective(files []string) error {
	seconds, columns := 0.0, [2][][]float64{}
	for c, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in, cpu := bufio.NewReader(f), 0.0
		if _, err := fmt.Fscan(in, &cpu); err != nil {
			return err
		}
		seconds += cpu
		columns[0], columns[1] = append(columns[0], nil), append(columns[1], nil)
		for {
			var x, y float64
			if n, _ := fmt.Fscan(in, &x, &y); n < 2 {
				break
			}
			columns[0][c], columns[1][c] = append(columns[0][c], x), append(columns[1][c], y)
		}
	}
	for _, chains := range columns {
		alone := 0.0
		for _, c := range chains {
			alone += diag.ESSBulk([][]float64{c})
		}
		fmt.Printf("%.3g %.3g %.2f\n", diag.ESSBulk(chains)/seconds, alone/seconds, diag.RHat(chains))
	}
	return nil
}
