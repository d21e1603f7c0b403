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

// EncodePNG writes a picture with a palette of few colours: a third of the size of a PNG in full
// colour, and with plots no difference to the eye. Plain areas and full lines keep their colours.
func EncodePNG(img image.Image) []byte {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	}
	all := map[[3]uint8]float64{}
	weigh(rgba, all)
	palette, index := reduce(all, 256)
	small := image.NewPaletted(rgba.Bounds(), palette)
	for i := range small.Pix {
		small.Pix[i] = index[group(rgba.Pix[4*i:])]
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, small); err != nil {
		panic(fmt.Sprintf("show: the picture cannot be written as PNG: %v", err))
	}
	return b.Bytes()
}

// Colours are grouped by the upper five bits of red, green and blue.
const groups = 32 * 32 * 32

// group numbers the group of a pixel, given as red, green, blue, …
func group(p []uint8) int { return int(p[0]>>3)<<10 | int(p[1]>>3)<<5 | int(p[2]>>3) }

// The error that a palette may make. farthest is the largest square of the distance between a
// colour and the nearest colour in the palette. mostWrong is the largest product of this square and
// the weight of the colour.
const farthest, mostWrong = 48 * 48, 1_000_000

// reduce finds a palette of at most most colours, and for each group its place in it. all are how
// often the colours occur. Each group stands for its most frequent colour. The palette takes the
// colour that is worst served so far, again and again, until all are served well. A pixel amid
// others of its colour counts ten times: eyes see areas, and not the shades at the edge of a line.
func reduce(all map[[3]uint8]float64, most int) (palette color.Palette, index [groups]uint8) {
	type cluster struct {
		group  int
		weight float64
		colour [3]float64
		away   float64 // the square of the distance from the nearest colour of the palette
	}
	var clusters []cluster
	for c, weight := range all {
		clusters = append(clusters, cluster{
			group(c[:]), weight, [3]float64{float64(c[0]), float64(c[1]), float64(c[2])}, 1e6,
		})
	}
	slices.SortFunc(clusters, func(a, b cluster) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(b.weight, a.weight),
			slices.Compare(a.colour[:], b.colour[:]))
	})
	merged := clusters[:0]
	for _, k := range clusters {
		if n := len(merged); n > 0 && merged[n-1].group == k.group {
			merged[n-1].weight += k.weight
		} else {
			merged = append(merged, k)
		}
	}
	for len(palette) < most {
		worst, next := 0.0, -1
		for i, k := range merged {
			wrong := k.weight * k.away
			if k.away > farthest {
				wrong += mostWrong
			}
			if wrong > worst && wrong > mostWrong {
				worst, next = wrong, i
			}
		}
		if next < 0 {
			break
		}
		c := merged[next].colour
		palette = append(palette, color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255})
		for i := range merged {
			k := &merged[i]
			r, g, b := k.colour[0]-c[0], k.colour[1]-c[1], k.colour[2]-c[2]
			if away := r*r + g*g + b*b; away < k.away {
				k.away, index[k.group] = away, uint8(len(palette)-1)
			}
		}
	}
	return palette, index
}

// weigh adds how often each colour occurs. Runs of four pixels or more count ten times.
func weigh(img *image.RGBA, all map[[3]uint8]float64) {
	for i, run := 0, 0; i < len(img.Pix); i += 4 {
		run++
		here := [3]uint8(img.Pix[i:])
		if next := i + 4; next == len(img.Pix) || [3]uint8(img.Pix[next:]) != here {
			if run >= 4 {
				run *= 10
			}
			all[here] += float64(run)
			run = 0
		}
	}
}

// Points converts CSS pixels to points (1/72 inch).
func Points(px int) vg.Length { return vg.Length(px) * 72 / 96 }

// PngDPI is the resolution of PNGs: two pixels for each CSS pixel.
const PngDPI = 192
