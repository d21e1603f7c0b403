package datasets

import (
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
	{Name: "gzip-of-newlines", MiB: 2000, Want: "datasets: file bomb.gz…", Run: func() {
		write("bomb.gz", packed(strings.Repeat("\n", 64<<20)))
		_, err := datasets.ReadLines("bomb.gz")
		fmt.Println(err)
	}},
	{Name: "gzip-of-9-GiB", MiB: 2000, Want: "datasets: file bomb.gz…", Run: func() {
		write("bomb.gz", bytes.Repeat(packed(strings.Repeat("0\n", 32<<20)), 144))
		_, err := datasets.ReadLDAC("bomb.gz", "")
		fmt.Println(err)
	}},
}

func write(path string, data []byte) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		panic(err)
	}
}

// packed is a gzip file of a text. Files put together are one file of all their texts.
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
