package paint

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/recorder"
)

// FreshColour is the first colour of the palette that the legend does not show. When all are taken
// it begins again.
func FreshColour(p *plot.Plot) color.NRGBA { return Palette[FreshIndex(p)] }

// FreshIndex is the place of [FreshColour] in the palette.
func FreshIndex(p *plot.Plot) int {
	taken := map[color.Color]bool{}
	entries := KeyEntries(&p.Legend)
	for _, e := range entries {
		for _, action := range e.Thumb {
			if set, ok := action.(*recorder.SetColor); ok {
				taken[set.Color] = true
			}
		}
	}
	for i, c := range Palette {
		if !taken[c] {
			return i
		}
	}
	return len(entries) % len(Palette)
}
