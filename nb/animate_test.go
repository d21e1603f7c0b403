package nb

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"

	"gibbslab/internal/apng"
	"gibbslab/internal/turns"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

// dust is a scatter plot that does not compress.
func dust(points int) func(i int) *plot.Plot {
	return func(i int) *plot.Plot {
		r := sampler.Stream("noise", uint64(i), 0)
		x, y := make([]float64, points), make([]float64, points)
		for k := range x {
			x[k], y[k] = r.Float64(), r.Float64()
		}
		return Scatter("noise", x, y)
	}
}

// A frame of the file is the picture of its plot, with axes that have room for all. The file shows
// the last one where nothing moves, and is the same each time.
func TestAnimation(t *testing.T) {
	a := Animate(3, func(i int) *plot.Plot { return block("Frame", i) })
	a.Delay, a.Pause, a.Plays, a.Width, a.Height = 100*time.Millisecond, time.Second, 2, 300, 200
	film := picture.Film(a)
	frames, delays, err := apng.Frames(film)
	if err != nil || len(frames) != 3 || delays[1] != a.Delay || delays[2] != a.Pause {
		t.Fatalf("%d frames, %v, %v", len(frames), delays, err)
	}
	still, err := png.Decode(bytes.NewReader(film))
	if err != nil {
		t.Fatal(err)
	}
	for i, frame := range frames {
		g := Grid{Plots: []*plot.Plot{block("Frame", i)}, Width: 300, Height: 200}
		alone, err := png.Decode(bytes.NewReader(g.PNG()))
		if err != nil || alone.Bounds() != frame.Bounds() {
			t.Fatalf("%v and %v, %v", alone.Bounds(), frame.Bounds(), err)
		}
		off, offStill := 0, 0 // pixels that have another colour than palettes make
		for y := range 400 {
			for x := range 600 {
				c := color.RGBAModel.Convert(alone.At(x, y)).(color.RGBA)
				off += differ(c, frame.RGBAAt(x, y))
				offStill += differ(c, color.RGBAModel.Convert(still.At(x, y)).(color.RGBA))
			}
		}
		if off > 0 || (offStill == 0) != (i == 2) {
			t.Errorf("frame %d: %d pixels are wrong, and %d differ from the still", i, off, offStill)
		}
	}
	if !bytes.Equal(film, picture.Film(a)) {
		t.Error("two films of the same plots differ")
	}
}

// differ is 1 if two colours are further apart than palettes make them.
func differ(a, b color.RGBA) int {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if max(d, -d) > 96 {
			return 1
		}
	}
	return 0
}

// A sentence for each mistake.
func TestBadAnimations(t *testing.T) {
	turns.Long(t)
	fine := func(i int) *plot.Plot { return block("Frame", i) }
	panics(t, "animate: 0 frames: give 1 to 100", func() { Animate(0, fine) })
	panics(t, "animate: 1000 frames: give 1 to 100", func() {
		Animate(1000, func(int) *plot.Plot { t.Error("it draws before it counts"); return nil })
	})
	panics(t, "animate: the plot for frame 1 is nil", func() {
		Animate(2, func(i int) *plot.Plot { return []*plot.Plot{block("", 0), nil}[i] })
	})
	panics(t, "frame 1 is 720 × 400 pixels, and the one for frame 0 is 720 × 360", func() {
		Animate(2, func(i int) Grid {
			return Grid{Plots: []*plot.Plot{fine(i)}, Height: []int{0, 400}[i]}
		})
	})
	panics(t, "frame 1 has 2 plots, and the one for frame 0 has 1", func() {
		Animate(2, func(i int) Grid { return Grid{Plots: []*plot.Plot{fine(0), fine(1)}[:i+1]} })
	})
	for want, set := range map[string]func(a *picture.Animation){
		"a Delay of 1ms: give 20ms to 1m0s": func(a *picture.Animation) { a.Delay = time.Millisecond },
		"a Pause of 1h0m0s":                 func(a *picture.Animation) { a.Pause = time.Hour },
		"Plays is -1":                       func(a *picture.Animation) { a.Plays = -1 },
		"a width of 5 pixels":               func(a *picture.Animation) { a.Width = 5 },
	} {
		a := Animate(2, fine)
		set(&a)
		panics(t, want, func() { Show(a) })
	}
	panics(t, "animate: there are no frames", func() { Show(picture.Animation{}) })
	large := Animate(3, dust(3000))
	large.Width, large.Height, large.Plays = 1500, 1000, 1
	panics(t, "KiB are the most: show fewer frames", func() { picture.Film(large) })
}

// The text form says how often it is shown.
func TestAnimationInWords(t *testing.T) {
	a := Animate(2, func(i int) *plot.Plot { return block("Frame", i) })
	for plays, want := range map[int]string{0: "again and again", 1: "once", 3: "3 times"} {
		a.Plays = plays
		want = "of 2 frames, 250ms each and the last one 2s, shown " + want
		if !strings.Contains(a.String(), want) {
			t.Errorf("%s", a)
		}
	}
}
