package datasets

import (
	"fmt"

	"gibbslab/internal/memory"
)

// The memory of a slice or string, of a count, and of an entry in a map of words, without their
// content.
const sliceBytes, countBytes, mapBytes = 24, 8, 48

// A budget counts the bytes that a reader keeps of a file. They can be many times the size of the
// file.
type budget struct{ kept, most float64 }

// newBudget is an eighth of the memory. A slice that grows has its old and its new elements in
// memory at the same time, and the garbage collector frees memory late.
func newBudget() budget { return budget{most: memory.Limit() / 8} }

// keep counts bytes, and fails when they are more than there is memory for.
func (b *budget) keep(bytes int) error {
	if b.kept += float64(bytes); b.kept > b.most {
		return fmt.Errorf("what is read so far takes %s, more than an eighth of the memory; read a part of the data",
			memory.Format(b.kept))
	}
	return nil
}
