package sampler

import (
	"fmt"
	"strconv"
	"strings"
)

// stanConfig holds the settings in the comments at the head of a CmdStan file.
type stanConfig struct {
	samples, warmup, thin int
	counted               bool // samples was given
	saved                 bool // warm-up draws are in the file
	fixed                 bool // fixed_param has no warm-up
}

// read takes one comment, such as " num_warmup = 1000 (Default)".
func (c *stanConfig) read(comment string) error {
	comment = strings.TrimSuffix(strings.TrimSpace(comment), "(Default)")
	key, value, _ := strings.Cut(strings.TrimSpace(comment), " = ")
	value = strings.TrimSpace(value)
	switch key {
	case "save_warmup":
		c.saved = value == "1" || value == "true"
	case "algorithm":
		c.fixed = value == "fixed_param"
	case "num_samples", "num_warmup", "thin":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n == 0 && key == "thin" {
			return fmt.Errorf("says %s = %s: expected a whole number that is not negative",
				key, quoted(value))
		}
		switch key {
		case "num_samples":
			c.samples, c.counted = n, true
		case "num_warmup":
			c.warmup = n
		case "thin":
			c.thin = n
		}
	}
	return nil
}

// thinned is how many of n draws CmdStan writes.
func (c *stanConfig) thinned(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + (n-1)/max(c.thin, 1)
}

// warmupRows is how many lines of warm-up the file has.
func (c *stanConfig) warmupRows() int {
	if !c.saved || c.fixed {
		return 0
	}
	return c.thinned(c.warmup)
}

// checkRows compares the number of lines with what the comments promise.
func (c *stanConfig) checkRows(rows int) error {
	if !c.counted {
		return nil
	}
	if want := c.warmupRows() + c.thinned(c.samples); rows != want {
		return fmt.Errorf("the file has %d lines of draws and its comments promise %d (%d of warm-up): "+
			"it may be cut off, or the run was stopped", rows, want, c.warmupRows())
	}
	return nil
}
