package apng

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// film is n random frames, and frame 2 is the same as frame 1.
func film(n int) Animation {
	r := rand.New(rand.NewPCG(1, 2))
	palette := color.Palette{color.RGBA{}, color.White, color.Black, color.RGBA{R: 200, A: 255},
		color.RGBA{G: 200, A: 255}}
	var a Animation
	frame := image.NewPaletted(image.Rect(0, 0, 30, 20), palette)
	for i := range frame.Pix {
		frame.Pix[i] = 1
	}
	for i := range n {
		pixels := slices.Clone(frame.Pix)
		frame = &image.Paletted{Pix: pixels, Stride: 30, Rect: frame.Rect, Palette: palette}
		for k := range 10 {
			if i != 2 {
				frame.Pix[r.IntN(len(frame.Pix)-k)] = uint8(1 + r.IntN(4))
			}
		}
		a.Frames = append(a.Frames, frame)
		a.Delays = append(a.Delays, time.Duration(100+i)*time.Millisecond)
	}
	return a
}

func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if color.RGBAModel.Convert(a.At(x, y)) != color.RGBAModel.Convert(b.At(x, y)) {
				return false
			}
		}
	}
	return true
}

// What is shown is what was drawn, and a program that knows only PNG shows the still picture.
func TestRoundTrip(t *testing.T) {
	a := film(7)
	for plays, first := range []int{6, 0, 0} { // for ever, once, twice
		a.Plays = plays
		file, err := a.Encode()
		if err != nil {
			t.Fatal(err)
		}
		frames, delays, err := Frames(file)
		if err != nil || len(frames) != 7 || len(delays) != 7 {
			t.Fatalf("%d frames, %v, %v", len(frames), delays, err)
		}
		for i := range frames {
			k := (first + i) % 7
			if !same(frames[i], a.Frames[k]) || delays[i] != a.Delays[k] {
				t.Errorf("%d plays: frame %d is not what it was", plays, k)
			}
		}
		if same(frames[3], frames[4]) {
			t.Error("the comparison of frames finds no difference")
		}
		still, err := png.Decode(bytes.NewReader(file))
		if err != nil || !same(still, a.Frames[6]) {
			t.Errorf("%d plays: the still picture is not the last frame: %v", plays, err)
		}
		if again, _ := a.Encode(); !bytes.Equal(file, again) {
			t.Error("two files of the same frames differ")
		}
	}
}

// Broken files give an error, and a plain PNG has no frames.
func TestBrokenFiles(t *testing.T) {
	file, err := film(3).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(file) {
		if frames, _, err := Frames(file[:n]); err == nil && len(frames) == 3 && n < len(file)-12 {
			t.Errorf("the first %d of %d bytes have all frames", n, len(file))
		}
	}
	var plain bytes.Buffer
	if err := png.Encode(&plain, film(1).Frames[0]); err != nil {
		t.Fatal(err)
	}
	if frames, _, err := Frames(plain.Bytes()); len(frames) != 0 || err != nil {
		t.Errorf("a PNG without animation has %d frames, %v", len(frames), err)
	}
}
