package datasets

import (
	"fmt"

	"gibbslab/internal/memory"
)

// What a slice, a string included, a count and an entry of a map of words take, beside what they hold.
const sliceBytes, countBytes, mapBytes = 24, 8, 48

// A budget counts the bytes that a reader keeps of a file. They can be many times the bytes of the file.
type budget struct{ kept, most float64 }

// newBudget is an eighth of the memory, because a slice that grows has its old elements and its new ones in memory at
// one time, and because the garbage collector frees memory late.
func newBudget() budget { return budget{most: memory.Limit() / 8} }

// keep counts bytes, and fails when they are more than there is memory for.
func (b *budget) keep(bytes int) error {
	if b.kept += float64(bytes); b.kept > b.most {
		return fmt.Errorf("what is read so far takes %s, more than an eighth of the memory; read a part of the data",
			memory.Format(b.kept))
	}
	return nil
}
