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
	w, h := c.Size()
	draws(draw.NewCanvas(Boxing{c}, w, h))
	return c.Image().(*image.RGBA)
}
