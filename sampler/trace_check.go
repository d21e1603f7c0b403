package sampler

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// check tells whether a decoded column can be used, because altered bytes may decode to anything.
// It must have as many chains as the first column of its trace.
func (c *column) check(first *column) error {
	if err := checkName(c.Name); err != nil {
		return err
	}
	if slices.ContainsFunc(c.Shape, func(n int) bool { return n < 1 }) ||
		elements(c.Shape) > math.MaxInt32 {
		return fmt.Errorf("its shape is %v", c.Shape)
	}
	if err := checkCoords(c.Shape, c.Coords); err != nil {
		return err
	}
	chains := max(len(c.Draws), len(c.Running))
	if chains != max(len(first.Draws), len(first.Running)) || c.Every < 0 {
		return fmt.Errorf("it has %d chains and is recorded every %d", chains, c.Every)
	}
	if c.Moments && c.Draws != nil || !c.Moments && c.Running != nil {
		return errors.New("it has both draws and moments")
	}
	for k := range chains {
		draws := 0
		if c.Moments {
			draws = c.Running[k].N
		} else if len(c.Draws[k]) > 0 {
			draws = len(c.Draws[k][0])
		}
		if err := c.holds(k, draws); err != nil {
			return err
		}
	}
	return nil
}

// holds checks that the column has the given number of draws of a chain for each element.
func (c *column) holds(chain, draws int) error {
	n := c.size()
	bad := func(what string, have, want int) error {
		return fmt.Errorf("%s has %d %s, expected %d", c.describe(), have, what, want)
	}
	if chain >= max(len(c.Draws), len(c.Running)) {
		return bad("chains", max(len(c.Draws), len(c.Running)), chain+1)
	}
	if c.Moments {
		m := c.Running[chain]
		if m.N != draws || m.N < 0 {
			return bad("draws", m.N, max(draws, 0))
		}
		if len(m.Mean) != len(m.SumSq) || draws > 0 && len(m.Mean) != n {
			return bad("elements", len(m.Mean), n)
		}
		return nil
	}
	if len(c.Draws[chain]) != n {
		return bad("elements", len(c.Draws[chain]), n)
	}
	for _, d := range c.Draws[chain] {
		if len(d) != draws {
			return bad("draws", len(d), draws)
		}
	}
	return nil
}
