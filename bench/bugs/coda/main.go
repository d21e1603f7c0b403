// Command coda summarises the draws that JAGS has left as CODA files, by our diag, for speed.py.
//
//	coda FOLDER     has CODAindex.txt and CODAchain1.txt, ...; prints JSON, an object a quantity
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler/diag"
)

func main() {
	args := tool.Args(1)
	files := tool.Must(filepath.Glob(filepath.Join(args[0], "CODAchain*.txt")))
	if len(files) == 0 {
		tool.Fail("coda: %s has no CODAchain1.txt", args[0])
	}
	var chains [][]float64
	for _, file := range files {
		chains = append(chains, numbers(file))
	}
	index := tool.Must(os.ReadFile(filepath.Join(args[0], "CODAindex.txt")))
	for line := range strings.Lines(string(index)) {
		var name string
		var first, last int
		tool.Must(fmt.Sscan(line, &name, &first, &last))
		show(name, chains, first, last)
	}
}

// show prints a quantity, which is on lines first to last of each chain.
func show(name string, chains [][]float64, first, last int) {
	var x [][]float64
	for _, c := range chains {
		if first < 1 || last > len(c) {
			tool.Fail("coda: %s is on lines %d to %d of %d", name, first, last, len(c))
		}
		x = append(x, c[first-1:last])
	}
	all := slices.Concat(x...)
	out := map[string]any{"name": name, "mean": diag.Mean(all), "sd": diag.SD(all)}
	if slices.Min(all) < slices.Max(all) {
		out["mcse"], out["ess_bulk"] = diag.MCSEMean(x), diag.ESSBulk(x)
		out["rhat"] = diag.RHat(x)
	}
	tool.Check(json.NewEncoder(os.Stdout).Encode(out))
}

// numbers reads the second column of a file.
func numbers(file string) (x []float64) {
	for line := range tool.LinesOf(file) {
		_, number, _ := strings.Cut(line, "  ")
		x = append(x, tool.Float(strings.TrimSpace(number)))
	}
	return x
}
