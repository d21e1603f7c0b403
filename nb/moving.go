package nb

import (
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/picture"
)

// Animate shows how something changes: it draws frames 0, 1, … and shows them one after another.
// All have the same axes, which have room for every frame. There are at most 100 frames. Animate
// panics if there is none, or if they differ in size.
//
//	nb.Show(nb.Animate(40, func(i int) *plot.Plot { return staircase(draws[:i+1]) }))
//
// The result has options: Delay is how long each picture is shown (0 means a quarter of a second),
// Pause how long the last one is (0 means two seconds), Plays how often they are shown (0 means for
// ever, beginning with the last one), and Width and Height are the size of each in CSS pixels (0
// means the usual size):
//
//	a := nb.Animate(12, tables)
//	a.Delay = time.Second / 2
//	nb.Show(a)
//
// It is an animated PNG: it needs no script, and moves wherever notebooks show pictures. On paper
// and in programs that cannot show animations it is its last picture. In pages of `make html` a
// reader can stop it, and it stands still for those whose system asks for less motion.
func Animate[P interface{ *plot.Plot | Grid }](frames int, frame func(i int) P) picture.Animation {
	return picture.Animate(frames, frame)
}

// Explore shows how a picture depends on a number or a choice: a row of buttons, one for each
// value, chooses the picture. All pictures are drawn at once, with the same axes. frame returns a
// *plot.Plot, a [Grid] or a [Table]. Explore panics if there is no value, or if pictures differ in
// size. The result has the fields Width and Height, the size of each picture in CSS pixels (0 means
// 480 × 300, or the usual size of a grid).
//
// It answers clicks and arrow keys from the stored output: there is no script, and no kernel need
// run. Where buttons cannot work, in a notebook that is not trusted, on paper and on GitHub, it
// shows all pictures beside each other.
//
//	nb.Show(nb.Explore("lag", []int{1, 2, 5, 10}, func(lag int) *plot.Plot { return pairs(lag) }))
func Explore[V any, F interface{ *plot.Plot | Grid | Table }](name string, values []V,
	frame func(V) F) picture.Exploration {
	return picture.Explore(name, values, frame)
}

// Explore2 is [Explore] for two rows of buttons. It draws a picture for each pair of values.
//
//	nb.Show(nb.Explore2("ν", []float64{70, 80, 90}, "τ", []float64{2, 4, 8}, posterior))
func Explore2[V, W any, F interface{ *plot.Plot | Grid | Table }](name string, values []V,
	other string, others []W, frame func(V, W) F) picture.Exploration {
	return picture.Explore2(name, values, other, others, frame)
}
