package nb

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"gibbslab/nb/internal/paint"
)

// Areas and lines of one colour keep it exactly; of very many colours each becomes one that is
// close.
func TestEncodePNG(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 640, 100))
	for y := range 100 {
		for x := range 640 {
			// a gradient of thousands of colours
			c := color.RGBA{uint8(x / 3), uint8(255 - x/3), uint8(2 * y), 255}
			if y < 50 {
				c = color.RGBA(paint.Posterior)
			}
			img.SetRGBA(x, y, c)
		}
	}
	back, err := png.Decode(bytes.NewReader(paint.EncodePNG(img)))
	if err != nil {
		t.Fatal(err)
	}
	worst := 0
	for y := range 100 {
		for x := range 640 {
			got, want := color.RGBAModel.Convert(back.At(x, y)).(color.RGBA), img.RGBAAt(x, y)
			if y < 50 && got != want {
				t.Fatalf("the plain colour %v became %v", want, got)
			}
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G),
				int(got.B) - int(want.B)} {
				worst = max(worst, d, -d)
			}
		}
	}
	if worst > 48 { // three of the sixteen steps of a channel
		t.Errorf("a colour is off by %d of 255", worst)
	}
}
