package sampler

import (
	"fmt"
	"math"
	"strings"
)

// suspect says where to look for the cause of a value x of p that is not finite.
func (c *chain) suspect(p *anyParam, x float64) string {
	cause := "0/0, or a Log or Sqrt of a negative number"
	if !math.IsNaN(x) {
		cause = "a division by 0, a Log of 0, or an Exp of a large number"
	}
	if p.Name == logJointName {
		return "LogJoint returned it. Look in it for " + cause +
			", and for an Init or a block that leaves an impossible state"
	}
	block := "the block that draws it"
	for _, b := range c.model.Blocks {
		if b.Name == p.Name || len(c.model.Blocks) == 1 {
			block = fmt.Sprintf("block %q", b.Name)
		}
	}
	return fmt.Sprintf("look in %s for %s", block, cause)
}

// tooShort explains an index that is out of range while a parameter is read, if it may be the index
// of dst.
func (c *chain) tooShort(said string) string {
	p, n := &c.params[c.param], len(c.record[c.param].buf)
	if p.Name == logJointName || !strings.Contains(said, "index out of range") ||
		!strings.Contains(said, fmt.Sprintf("with length %d (line", n)) {
		return ""
	}
	if len(p.Shape) > 0 {
		return fmt.Sprintf(": dst has %d elements, because the Shape of %q is %v", n, p.Name, p.Shape)
	}
	return fmt.Sprintf(": dst has 1 element, because %q has no Shape; for n values give "+
		"Shape: []int{n}, or use sampler.Vector", p.Name)
}
