// Command diag times [diag.Summarize] for speed.py beside it. Its arguments are a file of draws
// (float64, least byte first; scalar by scalar, chain by chain), the number of chains and that of
// draws a chain. For each line read, a number of processors, it summarises all scalars on so many
// and prints the seconds; at the end of the input, R-hat, bulk ESS and tail ESS of each scalar.
package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func main() {
	args := tool.Args(3)
	tr := read(args[0], tool.Int(args[1]), tool.Int(args[2]))
	s := &diag.Summary{}
	for line := range tool.Lines(os.Stdin) {
		runtime.GOMAXPROCS(tool.Int(line))
		began := time.Now()
		s = tool.Must(diag.Summarize(tr))
		fmt.Println(time.Since(began).Seconds())
	}
	for _, r := range s.Rows {
		fmt.Println(r.RHat, r.ESSBulk, r.ESSTail)
	}
}

// read makes a trace from a file of draws.
func read(name string, chains, draws int) *sampler.Trace {
	data := tool.Must(os.ReadFile(name))
	tr := &sampler.Trace{}
	for k := 0; len(data) > 0; k++ {
		x := make([][]float64, chains)
		for c := range x {
			x[c] = make([]float64, draws)
			if len(data) < 8*draws {
				tool.Fail("%s ends within scalar %d: want %d chains of %d draws", name,
					k, chains, draws)
			}
			for i := range x[c] {
				x[c][i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
			}
			data = data[8*draws:]
		}
		tool.Check(tr.Add(fmt.Sprint("x", k), x))
	}
	return tr
}
