package datasets

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"

	"gibbslab/datasets"
	"gibbslab/internal/attack/frame"
)

// bombs are small files that unpack to much, or take far more memory than their bytes.
var bombs = []frame.Attack{
	{Name: "gzip-of-newlines", Want: "datasets: file bomb.gz, line …: …200 times its size…",
		Run: func() {
			write("bomb.gz", packed(strings.Repeat("\n", 64<<20)))
			_, err := datasets.ReadLines("bomb.gz")
			fmt.Println(err)
		}},
	{Name: "gzip-of-9-GiB", Want: "datasets: file bomb.gz, line …: …200 times its size…", Run: func() {
		write("bomb.gz", bytes.Repeat(packed(strings.Repeat("0\n", 32<<20)), 144))
		_, err := datasets.ReadLDAC("bomb.gz", "")
		fmt.Println(err)
	}},
	{Name: "newlines", Want: "datasets: file lines, line …: …more than an eighth of the memory…",
		Run: func() {
			fill("lines", "", "\n", 200<<20)
			_, err := datasets.ReadLines("lines")
			fmt.Println(err)
		}},
	{Name: "empty-documents",
		Want: "datasets: file docs, line …: …more than an eighth of the memory…", Run: func() {
			fill("docs", "", "0\n", 100<<20)
			_, err := datasets.ReadLDAC("docs", "")
			fmt.Println(err)
		}},
	{Name: "csv-of-commas", Want: "datasets: file x.csv: line 2: more than 1048576 fields…",
		Run: func() {
			fill("x.csv", "a\n", ",", 250<<20)
			_, err := datasets.ReadCSV("x.csv", "a")
			fmt.Println(err)
		}},
	{Name: "csv-of-short-rows", Want: "8388608 numbers, <nil>", Run: func() {
		fill("x.csv", "", "1\n", 8<<20)
		x, err := datasets.ReadCSV("x.csv", "")
		fmt.Printf("%d numbers, %v\n", len(x), err)
	}},
	{Name: "csv-texts-of-short-rows", Want: "datasets: file x.csv: line …: …eighth of the memory…",
		Run: func() {
			fill("x.csv", "text\n", "a\n", 64<<20)
			_, err := datasets.ReadCSVTexts("x.csv", "text")
			fmt.Println(err)
		}},
	{Name: "one-line-of-250-MiB", Want: "datasets: file line, line 1: longer than 64 MiB…",
		Run: func() {
			fill("line", "", " ", 250<<20)
			_, err := datasets.ReadLDAC("line", "")
			fmt.Println(err)
		}},
	{Name: "device-without-end", Want: "datasets: file /dev/zero, line 1: longer than 64 MiB…",
		Run: func() {
			_, err := datasets.ReadLines("/dev/zero")
			fmt.Println(err)
		}},
}

func write(path string, data []byte) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		panic(err)
	}
}

// fill writes a file of head and then n times a text, without holding it in memory.
func fill(path, head, text string, n int) {
	f, err := os.Create(path)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprint(w, head)
	for range n {
		w.WriteString(text)
	}
	if err := w.Flush(); err != nil {
		panic(err)
	}
}

// packed is a gzip file of a text. Several of them in one file unpack to all their texts.
func packed(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
