package datasets

import (
	"fmt"

	"gibbslab/internal/memory"
)

// These are the bytes of a slice or string, of a count, and of an entry in a map of words, without
// their content.
const sliceBytes, countBytes, mapBytes = 24, 8, 48

// A budget counts the bytes of a file that a reader keeps. They can be many times the size of the
// file.
type budget struct{ kept, most float64 }

// newBudget allows an eighth of the memory. While a slice grows, its old and its new elements are
// in memory at the same time, and the garbage collector frees memory late.
func newBudget() budget { return budget{most: memory.Limit() / 8} }

// keep counts bytes, and fails when they exceed the budget.
func (b *budget) keep(bytes int) error {
	if b.kept += float64(bytes); b.kept > b.most {
		return fmt.Errorf("the part read so far takes %s, more than an eighth of the memory; read "+
			"a part of the data", memory.Format(b.kept))
	}
	return nil
}
