package nb

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/recorder"
)

// freshColour is the first colour of the palette that the legend does not show. When all are taken it begins again.
func freshColour(p *plot.Plot) color.NRGBA { return palette[freshIndex(p)] }

func freshIndex(p *plot.Plot) int {
	taken := map[color.Color]bool{}
	entries := keyEntries(&p.Legend)
	for _, e := range entries {
		for _, action := range e.thumb {
			if set, ok := action.(*recorder.SetColor); ok {
				taken[set.Color] = true
			}
		}
	}
	for i, c := range palette {
		if !taken[c] {
			return i
		}
	}
	return len(entries) % len(palette)
}
