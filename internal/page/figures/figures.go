// Package figures is pictures of the course that a reader of the site can move. Its functions that
// a notebook declares, too, are the notebook's, word for word: a test compares them. Others only
// say what moves, and what is seen. figures.json says which stored picture is which figure.
package figures

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/internal/page/picture"
)

// A Figure begins with the picture that its notebook stores.
type Figure struct {
	Name    string
	Sliders []Slider
	Again   string // what a new draw is called, or "" if nothing is random
	draw    func(x []float64, again uint64) view
}

// A view is what a reader sees, of which Says is a sentence.
type view struct {
	plots []*plot.Plot
	Says  string
	More  bool // ask again: this is as far as it has come
}

// A Slider is a number that the reader moves.
type Slider struct {
	Label                 string
	Min, Max, Step, Start float64
}

// All are the figures.
func All() []Figure { return []Figure{stairs, rice, belief, evening, tables, topics} }

// Shown is a figure as the reader has set it.
type Shown struct {
	picture.Picture
	view
}

// Draw draws a figure with a number for each slider, as wide as the page has room for. With again =
// 0 it makes the notebook's draws, and with other numbers others.
func Draw(name string, x []float64, again uint64, room int) (s Shown, err error) {
	defer picture.Fault(&err)
	all := All()
	i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		return s, fmt.Errorf("there is no figure %q", name)
	}
	if len(x) != len(all[i].Sliders) {
		return s, fmt.Errorf("%s: %d numbers for %d sliders", name, len(x), len(all[i].Sliders))
	}
	for j, slider := range all[i].Sliders {
		if !(slider.Min <= x[j] && x[j] <= slider.Max) {
			return s, fmt.Errorf("%s: %s is %v, and goes from %v to %v", name, slider.Label, x[j],
				slider.Min, slider.Max)
		}
	}
	s.view = all[i].draw(x, again)
	s.Picture, err = picture.Draw(room, 340, s.plots...) // squares must not be small
	return s, err
}
