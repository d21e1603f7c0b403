// Command coda summarises the draws that JAGS has left as CODA files, by our diag, for speed.py.
//
//	coda FOLDER     has CODAindex.txt and CODAchain1.txt, ...; prints JSON, an object a quantity
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/diag"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: coda FOLDER")
	}
	files, err := filepath.Glob(filepath.Join(args[0], "CODAchain*.txt"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("coda: %s has no CODAchain1.txt", args[0])
	}
	var chains [][]float64
	for _, file := range files {
		draws, err := numbers(file)
		if err != nil {
			return err
		}
		chains = append(chains, draws)
	}
	index, err := os.ReadFile(filepath.Join(args[0], "CODAindex.txt"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(index)) {
		var name string
		var first, last int
		if _, err := fmt.Sscan(line, &name, &first, &last); err != nil {
			return fmt.Errorf("coda: the index has %q: %w", line, err)
		}
		if err := show(name, chains, first, last); err != nil {
			return err
		}
	}
	return nil
}

// show prints a quantity, which is on lines first to last of each chain.
func show(name string, chains [][]float64, first, last int) error {
	var x [][]float64
	for _, c := range chains {
		if first < 1 || last > len(c) {
			return fmt.Errorf("coda: %s is on lines %d to %d of %d", name, first, last, len(c))
		}
		x = append(x, c[first-1:last])
	}
	all := slices.Concat(x...)
	out := map[string]any{"name": name, "mean": diag.Mean(all), "sd": diag.SD(all)}
	if slices.Min(all) < slices.Max(all) {
		out["mcse"], out["ess_bulk"] = diag.MCSEMean(x), diag.ESSBulk(x)
		out["rhat"] = diag.RHat(x)
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// numbers reads the second column of a file.
func numbers(file string) ([]float64, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var x []float64
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		_, number, _ := strings.Cut(lines.Text(), "  ")
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil {
			return nil, fmt.Errorf("coda: %s: %w", file, err)
		}
		x = append(x, v)
	}
	return x, lines.Err()
}
