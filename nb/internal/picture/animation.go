package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// Animation is pictures that follow one another in one place. It is an animated
// PNG.
type Animation struct {
	// Delay is how long each picture is shown. 0 means a quarter of a second.
	Delay time.Duration
	// Pause is how long the last picture is shown. 0 means two seconds.
	Pause time.Duration
	// Plays is how often the pictures are shown. 0 means for ever, beginning with the last one.
	Plays int
	// Width and Height are the size of each picture in CSS pixels. 0 means the usual size.
	Width, Height int

	pictures []Grid
}

// The limits of an animation.
const (
	mostFrames  = 100
	largestFilm = 400 << 10             // bytes, which are a third more in a notebook
	longestShow = 60 * time.Second      // of a picture
	leastShow   = 20 * time.Millisecond // browsers take shorter ones for a mistake
)

// Animate makes an Animation of frames 0, 1, …; see nb.Animate.
func Animate[P interface{ *plot.Plot | Grid }](frames int, frame func(i int) P) Animation {
	if frames < 1 || frames > mostFrames {
		panic(fmt.Sprintf("animate: %d frames: give 1 to %d; of a long run, draw every n-th state",
			frames, mostFrames))
	}
	var a Animation
	for i := range frames {
		a.pictures = append(a.pictures, gridOf(frame(i)))
	}
	a.frames() // tells what is wrong with them in the cell's own line
	return a
}

func (a Animation) frames() frames {
	return framesOf("animate", a.pictures, a.Width, a.Height,
		func(i int) string { return fmt.Sprintf("frame %d", i) })
}

func (a Animation) times() (delay, pause time.Duration) {
	delay, pause = cmp.Or(a.Delay, time.Second/4), cmp.Or(a.Pause, 2*time.Second)
	for _, t := range []struct {
		name string
		time.Duration
	}{{"Delay", delay}, {"Pause", pause}} {
		if t.Duration < leastShow || t.Duration > longestShow {
			panic(fmt.Sprintf("animate: a %s of %v: give %v to %v, or 0 for the usual time", t.name,
				t.Duration, leastShow, longestShow))
		}
	}
	if a.Plays < 0 {
		panic(fmt.Sprintf("animate: Plays is %d: give 1 or more, or 0 for ever", a.Plays))
	}
	return delay, pause
}

// String is the text form: how long it lasts, and the first and the last picture in words.
func (a Animation) String() string {
	if len(a.pictures) == 0 {
		panic("animate: there are no frames: nb.Animate makes an Animation")
	}
	f, n := a.frames(), len(a.pictures)
	delay, pause := a.times()
	plays := "again and again"
	if a.Plays > 0 {
		plays = fmt.Sprintf("%d times", a.Plays)
	}
	if a.Plays == 1 {
		plays = "once"
	}
	rows := []string{
		fmt.Sprintf("Animation of %d frames, %v each and the last one %v, shown %s", n, delay, pause,
			plays),
		"first: " + f.grids[0].String(), "last: " + f.grids[n-1].String(),
	}
	return strings.Join(rows, "\n")
}

func (a Animation) Message() output.Message {
	m := output.Message{Text: a.String()}
	if !output.InNotebook() {
		return m // nobody would see the picture
	}
	f := a.frames()
	m.Width, m.Height = f.width, f.height
	m.PNG = Film(a)
	return m
}

// Film is the animated PNG.
func Film(a Animation) []byte {
	f := a.frames()
	delay, pause := a.times()
	delays := make([]time.Duration, len(f.grids))
	for i := range delays {
		delays[i] = delay
	}
	delays[len(delays)-1] = pause
	film := paint.Film(f.width, f.height, len(f.grids),
		func(i int, c draw.Canvas) { f.grids[i].Draw(c) }, delays, a.Plays)
	if len(film) > largestFilm {
		panic(fmt.Sprintf("animate: %d frames of %d × %d pixels take %d KiB, and %d KiB are the most: "+
			"show fewer frames, draw less in each, or set Width and Height", len(f.grids), f.width,
			f.height, len(film)>>10, largestFilm>>10))
	}
	return film
}

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
