package sampler

import (
	"errors"
	"fmt"

	"gibbslab/internal/durable"
)

const sealMagic = "gibbslab checkpoint 2\n"

// oldMagic began the files of versions that did not store a digest of the data.
const oldMagic = "gibbslab checkpoint 1\n"

// readSealed reads a checkpoint and checks the checksum.
func readSealed(path string) ([]byte, error) {
	data, err := durable.ReadSealed(path, sealMagic, memoryLimit())
	switch other := durable.OtherFormat(""); {
	case !errors.As(err, &other):
	case other == oldMagic:
		return nil, errors.New("the file comes from an earlier version, which did not note the data: " +
			"delete it to start again")
	default:
		return nil, errors.New("this is not a checkpoint: name another file, or delete it")
	}
	if errors.Is(err, durable.ErrDamaged) {
		return nil, fmt.Errorf("%w: restore it, or delete it to start again", err)
	}
	return data, err
}
