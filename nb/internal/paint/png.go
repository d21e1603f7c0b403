package paint

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"

	"gonum.org/v1/plot/vg"
)

// EncodePNG writes a picture with at most 256 colours: a third of the size of a PNG in full colour,
// and with plots no difference to the eye. Colours are grouped by the upper half of the bits of
// red, green and blue; each group becomes its most frequent colour, so that plain areas and full
// lines keep theirs, and groups beyond the 256 largest become the most alike of those.
func EncodePNG(img image.Image) []byte {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	}
	palette, index := reduce(rgba)
	small := image.NewPaletted(rgba.Bounds(), palette)
	for i := range small.Pix {
		small.Pix[i] = index[group(rgba.Pix[4*i:])]
	}
	var b bytes.Buffer
	if err := png.Encode(&b, small); err != nil {
		panic(fmt.Sprintf("show: the picture cannot be written as PNG: %v", err))
	}
	return b.Bytes()
}

const groups = 16 * 16 * 16

// group numbers the group of a pixel, given as red, green, blue, …
func group(p []uint8) int { return int(p[0]>>4)<<8 | int(p[1]>>4)<<4 | int(p[2]>>4) }

// reduce finds the palette, and for each group its place in it.
func reduce(img *image.RGBA) (palette color.Palette, index [groups]uint8) {
	exact := map[[3]uint8]int{}
	for i, run := 0, 0; i < len(img.Pix); i += 4 {
		run++
		here := [3]uint8(img.Pix[i:])
		if next := i + 4; next == len(img.Pix) || [3]uint8(img.Pix[next:]) != here {
			exact[here] += run
			run = 0
		}
	}
	type cluster struct {
		group, size, most int
		colour            [3]uint8 // the most frequent
	}
	clusters := make([]cluster, groups)
	for c, n := range exact {
		k := &clusters[group(c[:])]
		k.size += n
		if n > k.most || n == k.most && bytes.Compare(c[:], k.colour[:]) < 0 {
			k.most, k.colour = n, c
		}
	}
	for g := range clusters {
		clusters[g].group = g
	}
	slices.SortFunc(clusters, func(a, b cluster) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.group, b.group))
	})
	for _, k := range clusters {
		if k.size == 0 {
			break
		}
		c := color.RGBA{k.colour[0], k.colour[1], k.colour[2], 255}
		if len(palette) < 256 {
			palette = append(palette, c)
			index[k.group] = uint8(len(palette) - 1)
		} else {
			index[k.group] = uint8(palette.Index(c))
		}
	}
	return palette, index
}

// Points converts CSS pixels to points (1/72 inch).
func Points(px int) vg.Length { return vg.Length(px) * 72 / 96 }

// PngDPI is the resolution of PNGs: two pixels for each CSS pixel.
const PngDPI = 192
