package engine

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"strings"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

// read reads a Stan CSV file and prints the result.
func read(file string) {
	tr, err := sampler.ReadStanCSV(strings.NewReader(file))
	report(tr, err)
}

// stanCSV are files of other programs that are cut off, strange or hostile, and traces that were
// altered.
var stanCSV = []frame.Attack{
	{Name: "csv-cut-inside-a-number",
		Want: "[1] …line 3 has no line end…1 draws before that are whole…", Run: func() {
			read("x\n1.5\n1.25e-0")
		}},
	{Name: "csv-cut-anywhere", Want: "0 wrong numbers in 2000 cuts", Run: func() {
		var b strings.Builder
		r := rand.New(rand.NewPCG(1, 1))
		b.WriteString("lp__,x\n")
		for range 100 {
			fmt.Fprintf(&b, "%v,%v\n", r.NormFloat64(), r.NormFloat64()*1e-5)
		}
		whole, err := sampler.ReadStanCSV(strings.NewReader(b.String()))
		if err != nil {
			panic(err)
		}
		all, _ := whole.Draws("x")
		wrong := 0
		for cut := b.Len() - 2000; cut < b.Len(); cut++ {
			tr, _ := sampler.ReadStanCSV(strings.NewReader(b.String()[:cut]))
			x, _ := tr.Draws("x")
			for i := range x {
				if x[i] != all[i] {
					wrong++
				}
			}
		}
		fmt.Println(wrong, "wrong numbers in 2000 cuts")
	}},
	{Name: "csv-negative-warmup", Want: "no trace: …num_warmup = \"-5\"…", Run: func() {
		read("# num_warmup = -5\n# save_warmup = 1\nx\n1\n")
	}},
	{Name: "csv-thinned-warmup", Want: "[500] <nil>", Run: func() {
		read("# num_samples = 1000\n# num_warmup = 1000\n# save_warmup = 1\n# thin = 2\nx\n" +
			strings.Repeat("1\n", 1000))
	}},
	{Name: "csv-too-few-rows", Want: "[3] …3 lines of draws and its comments promise 1000…",
		Run: func() {
			read("# num_samples = 1000\nx\n1\n2\n3\n")
		}},
	{Name: "csv-byte-order-mark", Want: "[1] <nil>", Run: func() { read("\ufeffx\n1\n") }},
	{Name: "csv-name-of-a-megabyte", Want: "no trace: …(1048576 bytes)…", Run: func() {
		read(strings.Repeat("\x00", 1<<20) + "\n1\n")
	}},
	{Name: "csv-line-without-end", Want: "no trace: …line 1 is longer than 256 MiB…", Run: func() {
		read(strings.Repeat("x", 300<<20))
	}},
	{Name: "csv-no-reader", Want: "no trace: …the reader is nil…",
		Run: func() { report(sampler.ReadStanCSV(nil)) }},
	{Name: "trace-altered", CPU: 120, Want: "no panic in 100000 traces", Run: func() {
		var tr sampler.Trace
		if err := tr.Add("x", [][]float64{{1, 2, 3}, {4, 5, 6}}); err != nil {
			panic(err)
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(&tr); err != nil {
			panic(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 100_000 {
			data := bytes.Clone(b.Bytes())
			for range 1 + r.IntN(4) {
				data[r.IntN(len(data))] = byte(r.Uint32())
			}
			var back sampler.Trace
			if gob.NewDecoder(bytes.NewReader(data)).Decode(&back) == nil {
				back.Labels()
				back.Moments("x")
				back.Draws("x")
			}
		}
		fmt.Println("no panic in 100000 traces")
	}},
}
