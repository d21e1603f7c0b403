package picture

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
)

// frames are the pictures of an animation or an exploration, all of one size.
type frames struct {
	grids         []Grid
	width, height int // of each, in CSS pixels
}

// framesOf makes pictures comparable: plots at the same place have the same axes. what says who
// asks, and name names picture i.
func framesOf(what string, grids []Grid, width, height int, name func(i int) string) frames {
	f, rooms := frames{grids: make([]Grid, len(grids))}, make([]paint.Frame, len(grids[0].Plots))
	for i, g := range grids {
		if len(g.Plots) == 0 || slices.Contains(g.Plots, nil) {
			panic(fmt.Sprintf("%s: the plot for %s is nil: return a plot for each", what, name(i)))
		}
		if len(g.Plots) != len(grids[0].Plots) {
			panic(fmt.Sprintf("%s: the picture for %s has %d plots, and the one for %s has %d: make "+
				"as many for each", what, name(i), len(g.Plots), name(0), len(grids[0].Plots)))
		}
		g.Plots = slices.Clone(g.Plots)
		for k, p := range g.Plots {
			own := *p
			wish := paint.WishOf(p)
			wish.Frame = &rooms[k]
			paint.SetWish(&own, wish)
			g.Plots[k] = &own
		}
		if width != 0 {
			g.Width = width
		}
		if height != 0 {
			g.Height = height
		}
		_, _, w, h := g.Layout()
		if i == 0 {
			f.width, f.height = w, h
		}
		if w != f.width || h != f.height {
			panic(fmt.Sprintf("%s: the picture for %s is %d × %d pixels, and the one for %s is %d × %d: "+
				"set Width and Height for all", what, name(i), w, h, name(0), f.width, f.height))
		}
		f.grids[i] = g
	}
	for k := range f.grids[0].Plots {
		var place []*plot.Plot
		for _, g := range f.grids {
			place = append(place, g.Plots[k])
		}
		SameAxes(place)
	}
	for _, g := range f.grids { // measures what is around the axes
		g.Draw(draw.NewCanvas(&recorder.Canvas{}, paint.Points(f.width), paint.Points(f.height)))
	}
	for k := range rooms {
		rooms[k].Measured = true
	}
	return f
}

func gridOf(picture any) Grid {
	if p, ok := picture.(*plot.Plot); ok {
		return Grid{Plots: []*plot.Plot{p}}
	}
	return picture.(Grid)
}
