package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// A Region is an interval of highest density, from Lo to Hi. Mode is where its density is highest,
// and Mass is its probability.
type Region struct {
	Lo, Hi, Mode, Mass float64
}

// HDIs are the regions of highest density that together have the probability prob (0 < prob ≤ 1):
// all x with a density above the level that leaves out 1 − prob (Hyndman, The American Statistician
// 50, 1996, 120–126). A density with one mode gives one region, as [HDI] does. Separate modes give
// one region each and leave out the valley between them. The regions come in increasing order.
// Between the points of the grid the density is taken to be linear.
//
// A region of little mass can be a ripple of the estimate, not a mode: compare other runs, or
// bandwidths. If the density is flat at the level, the whole flat part is included, and the mass is
// more than prob. Any other prob, or a density that [KDE] has not made, gives nil.
func (d Density) HDIs(prob float64) []Region {
	if !(prob > 0 && prob <= 1) || len(d.X) < 2 || len(d.X) != len(d.Y) || !series.AllFinite(d.X) ||
		!series.AllFinite(d.Y) {
		return nil
	}
	if prob == 1 {
		return d.above(0)
	}
	low, high := 0.0, 0.0 // above low the probability is prob or more, above high less
	for _, y := range d.Y {
		high = max(high, y)
	}
	total := mass(d.above(0))
	for range 100 { // enough for any float64: 52 digits, and small levels of densities with a spike
		if level := low + (high-low)/2; mass(d.above(level)) >= prob*total {
			low = level
		} else {
			high = level
		}
	}
	return d.above(low)
}

// above returns the regions where the density is at least level.
func (d Density) above(level float64) []Region {
	var regions []Region
	inside, peak := false, 0.0
	enter := func(x float64) {
		regions = append(regions, Region{Lo: x, Hi: x, Mode: x})
		inside, peak = true, math.Inf(-1)
	}
	for i, y := range d.Y {
		x := d.X[i]
		if i > 0 && (y >= level) != (d.Y[i-1] >= level) { // crosses the level between the points
			w := (level - d.Y[i-1]) / (y - d.Y[i-1])
			at := min(d.X[i-1]+w*(x-d.X[i-1]), x)
			if y >= level {
				enter(at)
				regions[len(regions)-1].Mass = (x - at) * (level + y) / 2
			} else {
				last := &regions[len(regions)-1]
				last.Hi = at
				last.Mass += (at - d.X[i-1]) * (level + d.Y[i-1]) / 2
				inside = false
			}
		} else if inside {
			regions[len(regions)-1].Mass += (x - d.X[i-1]) * (y + d.Y[i-1]) / 2
		}
		if y < level {
			continue
		}
		if !inside {
			enter(x)
		}
		last := &regions[len(regions)-1]
		last.Hi = x
		if y > peak {
			last.Mode, peak = x, y
		}
	}
	return regions
}

// mass is the total mass of the regions.
func mass(regions []Region) float64 {
	sum := 0.0
	for _, r := range regions {
		sum += r.Mass
	}
	return sum
}
