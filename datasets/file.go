package datasets

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// maxFileSize bounds the amount that a reader loads into memory: 256 MiB are 32 million float64,
// and a device such as /dev/zero has no end.
const maxFileSize = 256 << 20

// readFile returns the content of the file at path, unpacked if it is compressed with gzip, or an
// error that says what to do. It never believes what a file says about itself: memory grows only
// with the bytes that are there.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w; check the path (a notebook runs in its own folder)", err)
	}
	defer f.Close()
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		// otherwise it would grow step by step, to 3 times its size
		b.Grow(int(min(info.Size(), maxFileSize)) + bytes.MinRead)
	}
	r, err := gunzip(f)
	if err == nil {
		_, err = b.ReadFrom(io.LimitReader(r, maxFileSize+1))
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w; give the path of a file that is readable "+
			"and complete", path, err)
	}
	data := b.Bytes()
	if len(data) > maxFileSize {
		return nil, fmt.Errorf("datasets: %s is larger than the limit of %d MiB; keep "+
			"only the data that you need", path, maxFileSize>>20)
	}
	return data, nil
}
