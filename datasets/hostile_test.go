package datasets

import (
	"bytes"
	"compress/gzip"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func gzipped(t *testing.T, text string, level int) string {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		_, err = z.Write([]byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A gzip file of 80 KiB used to take 3.4 GB.
func TestGzipBomb(t *testing.T) {
	path := write(t, "bomb.gz", gzipped(t, strings.Repeat("\n", 5<<20), gzip.BestSpeed))
	_, err := ReadLines(path)
	wantError(t, err, "bomb.gz", "more than 200 times its size", "gunzip")
	// Text with ordinary repetition is read however long it is.
	path = write(t, "long.gz",
		gzipped(t, strings.Repeat("All work and no play\n", 1<<18), gzip.HuffmanOnly))
	if lines, err := ReadLines(path); err != nil || len(lines) != 1<<18 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

// A file without line ends, or a device without end, is not read into memory.
func TestLineWithoutEnd(t *testing.T) {
	path := write(t, "line", "")
	if err := os.Truncate(path, maxLineSize+1); err != nil {
		t.Fatal(err)
	}
	_, err := ReadLines(path)
	wantError(t, err, "line 1", "longer than 64 MiB")
	_, err = ReadLDAC(path, "")
	wantError(t, err, "line 1", "longer than 64 MiB")
}

// The memory kept for a file may be many times its size.
func TestReadersKeepToMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	debug.SetMemoryLimit(64 << 20)
	for name, read := range map[string]func() error{
		"lines": func() error {
			_, err := ReadLines(write(t, "x", strings.Repeat("\n", 1<<20)))
			return err
		},
		"texts": func() error {
			_, err := ReadCSVTexts(write(t, "x", "a,b\n"+strings.Repeat(",\n", 1<<20)), "a")
			return err
		},
		"LDA-C": func() error {
			_, err := ReadLDAC(write(t, "x", strings.Repeat("0\n", 1<<20)), "")
			return err
		},
		"UCI": func() error {
			_, err := ReadUCI(write(t, "x", "1000000\n1\n1\n1000000 1 1\n"), "")
			return err
		},
		"vocabulary": func() error {
			var words strings.Builder
			for i := range 1 << 17 {
				words.WriteString(string([]byte{'a' + byte(i%26), 'a' + byte(i/26%26),
					'a' + byte(i/676%26), 'a' + byte(i/17576), '\n'}))
			}
			_, err := ReadLDAC(write(t, "x", "0\n"), write(t, "words", words.String()))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			wantError(t, read(), "more than an eighth of the memory", "read a part")
		})
	}
}

// A file of separators used to take 16 times its size and more, short rows 65 times.
func TestCSVMemory(t *testing.T) {
	_, err := parseCSV([]byte("a\n"+strings.Repeat(",", 1<<20)), "a")
	wantError(t, err, "line 2: more than 1048576 fields")
	data := []byte(strings.Repeat("1\n", 1<<18))
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	if x, err := parseCSV(data, ""); err != nil || len(x) != 1<<18 {
		t.Errorf("%d numbers, %v", len(x), err)
	}
	runtime.ReadMemStats(&end)
	if times := float64(end.TotalAlloc-start.TotalAlloc) / float64(len(data)); times > 30 {
		t.Errorf("allocated %.0f times the size of the file", times)
	}
}
