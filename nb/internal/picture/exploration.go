package picture

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// Exploration is a picture or a table for each of some values, and buttons that choose one.
type Exploration struct {
	// Width and Height are the size of each picture in CSS pixels. 0 means 480 × 300, or the usual
	// size of a grid.
	Width, Height int

	dials    []dial
	pictures []Grid         // or
	tables   []output.Table // in the order of the values, those of the last dial fastest
}

// dial is a row of buttons.
type dial struct {
	name   string
	values []string
}

// The limits of an exploration.
const (
	mostPictures  = 100
	largestSheet  = 400 << 10 // bytes
	exploreWidth  = 480
	exploreHeight = 300
	sheetWidth    = 1500 // about how wide small multiples are, before a page shrinks them
)

// Explore makes an Exploration with one row of buttons; see nb.Explore.
func Explore[V any, F interface {
	*plot.Plot | Grid | output.Table
}](name string, values []V, frame func(V) F) Exploration {
	e := Exploration{dials: []dial{dialOf(name, values)}}
	e.check()
	for _, v := range values {
		e.add(frame(v))
	}
	return e.checked()
}

// Explore2 makes an Exploration with two rows of buttons.
func Explore2[V, W any, F interface {
	*plot.Plot | Grid | output.Table
}](name string, values []V, other string, others []W, frame func(V, W) F) Exploration {
	e := Exploration{dials: []dial{dialOf(name, values), dialOf(other, others)}}
	e.check()
	for _, v := range values {
		for _, w := range others {
			e.add(frame(v, w))
		}
	}
	return e.checked()
}

func dialOf[V any](name string, values []V) dial {
	d := dial{name: name}
	for _, v := range values {
		d.values = append(d.values, output.Text(v))
	}
	return d
}

// check panics if there are too few or too many pictures to draw.
func (e Exploration) check() {
	n := 1
	for _, d := range e.dials {
		if len(d.values) == 0 {
			panic(fmt.Sprintf("explore: %q has no values: give some to choose from", d.name))
		}
		n *= len(d.values)
	}
	if n > mostPictures {
		panic(fmt.Sprintf("explore: there would be %d pictures, and %d are the most: give fewer values",
			n, mostPictures))
	}
}

func (e *Exploration) add(frame any) {
	if t, ok := frame.(output.Table); ok {
		e.tables = append(e.tables, t)
		return
	}
	e.pictures = append(e.pictures, gridOf(frame))
}

// checked panics if the pictures do not fit together.
func (e Exploration) checked() Exploration {
	if len(e.tables) == 0 {
		e.frames()
	}
	return e
}

// Frames are the pictures, with the same axes.
func Frames(e Exploration) []Grid { return e.frames().grids }

func (e Exploration) frames() frames {
	pictures := slices.Clone(e.pictures)
	for i, g := range pictures {
		plain := len(g.Plots) == 1 && g.Plots[0] != nil && paint.WishOf(g.Plots[0]).Usual()
		if plain && g.Width == 0 && g.Height == 0 {
			pictures[i].Width, pictures[i].Height = exploreWidth, exploreHeight
		}
	}
	return framesOf("explore", pictures, e.Width, e.Height, e.name)
}

// name says which values picture i belongs to.
func (e Exploration) name(i int) string {
	var words []string
	for _, d := range e.dials {
		words = append(words, d.name)
	}
	for k := len(e.dials) - 1; k >= 0; k-- {
		n := len(e.dials[k].values)
		words[k] += " = " + e.dials[k].values[i%n]
		i /= n
	}
	return strings.Join(words, ", ")
}

// words are the pictures or tables as text, each after its values.
func (e Exploration) words() []string {
	if len(e.dials) == 0 {
		panic("explore: there is nothing to show: nb.Explore makes an Exploration")
	}
	var words []string
	if len(e.tables) > 0 {
		for i, t := range e.tables {
			words = append(words, e.name(i)+"\n"+t.String())
		}
		return words
	}
	for i, g := range e.frames().grids {
		words = append(words, e.name(i)+": "+g.String())
	}
	return words
}

// String is the text form: each picture or table in words, after its values.
func (e Exploration) String() string { return strings.Join(e.words(), "\n") }
