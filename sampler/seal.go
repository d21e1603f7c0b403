package sampler

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"gibbslab/internal/durable"
	"gibbslab/internal/memory"
)

const sealMagic = "gibbslab checkpoint 2\n"

// oldMagic began the files of versions that did not store a digest of the data.
const oldMagic = "gibbslab checkpoint 1\n"

// seal prepends a checksum to the data.
func seal(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(append([]byte(sealMagic), sum[:]...), data...)
}

// readSealed reads a checkpoint and checks the checksum.
func readSealed(path string) (data []byte, err error) {
	target, err := durable.Target(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(target)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	magic := make([]byte, len(sealMagic))
	switch n, _ := io.ReadFull(f, magic); {
	case string(magic[:n]) == oldMagic:
		return nil, errors.New("the file comes from an earlier version, which did not note the data: " +
			"delete it to start again")
	case string(magic[:n]) != sealMagic:
		return nil, errors.New("this is not a checkpoint: name another file, or delete it")
	}
	if size := float64(info.Size()); size > memoryLimit() {
		return nil, fmt.Errorf("the file has %s, more than fits into memory", memory.Format(size))
	}
	b := bytes.NewBuffer(make([]byte, 0, info.Size()))
	if _, err := b.ReadFrom(f); err != nil {
		return nil, err
	}
	rest := b.Bytes()
	if len(rest) < sha256.Size ||
		sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest[:sha256.Size]) {
		return nil, fmt.Errorf("the file is damaged (%d bytes, and the checksum does not fit): "+
			"restore it, or delete it to start again",
			info.Size())
	}
	return rest[sha256.Size:], nil
}
