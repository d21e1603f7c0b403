// Command diag times [diag.Summarize] for speed.py beside it. Its arguments are a file of draws
// (float64, least byte first; scalar by scalar, chain by chain), the number of chains and that of
// draws a chain. For each line read, a number of processors, it summarises all scalars on so many
// and prints the seconds; at the end of the input, R-hat, bulk ESS and tail ESS of each scalar.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: diag FILE CHAINS DRAWS")
	}
	chains, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	draws, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	tr, err := read(args[0], chains, draws)
	if err != nil {
		return err
	}
	s := &diag.Summary{}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		procs, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		runtime.GOMAXPROCS(procs)
		began := time.Now()
		if s, err = diag.Summarize(tr); err != nil {
			return err
		}
		fmt.Println(time.Since(began).Seconds())
	}
	for _, r := range s.Rows {
		fmt.Println(r.RHat, r.ESSBulk, r.ESSTail)
	}
	return nil
}

// read makes a trace from a file of draws.
func read(name string, chains, draws int) (*sampler.Trace, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	tr := &sampler.Trace{}
	for k := 0; len(data) > 0; k++ {
		x := make([][]float64, chains)
		for c := range x {
			x[c] = make([]float64, draws)
			if len(data) < 8*draws {
				return nil, fmt.Errorf("%s ends within scalar %d: want %d chains of %d draws", name,
					k, chains, draws)
			}
			for i := range x[c] {
				x[c][i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
			}
			data = data[8*draws:]
		}
		if err := tr.Add(fmt.Sprint("x", k), x); err != nil {
			return nil, err
		}
	}
	return tr, nil
}
