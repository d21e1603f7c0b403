package paint

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/apng"
)

// Film draws n frames of a size given in CSS pixels, and makes an animated PNG of them. Programs
// that do not show animations show the last frame.
func Film(width, height, n int, frame func(i int, c draw.Canvas), delays []time.Duration,
	plays int) []byte {
	all := map[[3]uint8]float64{}
	pixels := make([][]uint16, n) // the groups of their colours: all frames share a palette
	var bounds image.Rectangle
	for i := range n {
		img := RasterOf(width, height, PngDPI, func(c draw.Canvas) { frame(i, c) })
		weigh(img, all)
		bounds = img.Rect
		pixels[i] = make([]uint16, len(img.Pix)/4)
		for k := range pixels[i] {
			pixels[i][k] = uint16(group(img.Pix[4*k:]))
		}
	}
	palette, index := reduce(all, 255)
	palette = slices.Insert(palette, 0, color.Color(color.RGBA{}))
	a := apng.Animation{Delays: delays, Plays: plays}
	for i := range n {
		img := image.NewPaletted(bounds, palette)
		for k, g := range pixels[i] {
			img.Pix[k] = index[g] + 1
		}
		a.Frames = append(a.Frames, img)
	}
	file, err := a.Encode()
	if err != nil {
		panic(fmt.Sprintf("animate: the frames cannot be written as PNG: %v", err))
	}
	return file
}
