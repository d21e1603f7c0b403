//go:build !js

package paint

import (
	"image"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// RasterOf draws a picture of a size given in CSS pixels.
func RasterOf(width, height, dpi int, draws func(draw.Canvas)) *image.RGBA {
	c := vgimg.NewWith(vgimg.UseWH(Points(width), Points(height)), vgimg.UseDPI(dpi))
	draws(draw.New(c))
	return c.Image().(*image.RGBA)
}
