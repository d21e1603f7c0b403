package main

import (
	"encoding/csv"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/png"
	"maps"
	"math"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gibbslab/bench/internal/tool"
	"gibbslab/nb"
)

// A curveOf is the likelihood of one program against time.
type curveOf struct {
	program        string
	seconds, value []float64
}

// at is the likelihood at a time: on the straight line between two points, nothing beyond them.
func (c *curveOf) at(t float64) float64 {
	i, found := slices.BinarySearch(c.seconds, t)
	switch {
	case found:
		return c.value[i]
	case i == 0 || i == len(c.seconds):
		return math.NaN()
	}
	share := (t - c.seconds[i-1]) / (c.seconds[i] - c.seconds[i-1])
	return c.value[i-1] + share*(c.value[i]-c.value[i-1])
}

// plotCurves draws a panel for each corpus and number of topics.
func plotCurves(from, to string) {
	f := tool.Must(os.Open(from))
	defer f.Close()
	lines := tool.Must(csv.NewReader(f).ReadAll())
	var titles []string
	panels := map[string][]*curveOf{}
	for _, line := range lines {
		if len(line) != 5 {
			tool.Fail("a line of %d fields in %s, expected 5", len(line), from)
		}
		title := fmt.Sprintf("%s, %s topics", line[0], line[1])
		if panels[title] == nil {
			titles = append(titles, title)
		}
		i := slices.IndexFunc(panels[title], func(c *curveOf) bool { return c.program == line[2] })
		if i < 0 {
			i = len(panels[title])
			panels[title] = append(panels[title], &curveOf{program: line[2]})
		}
		c := panels[title][i]
		c.seconds, c.value = append(c.seconds, tool.Float(line[3])), append(c.value, tool.Float(line[4]))
	}
	plots := make([]*plot.Plot, len(titles))
	for i, title := range titles {
		plots[i] = panel(title, panels[title])
	}
	img := vgimg.NewWith(vgimg.UseWH(vg.Length(len(plots))*320, 260), vgimg.UseDPI(112))
	canvas := draw.New(img)
	for i, row := range plot.Align([][]*plot.Plot{plots},
		draw.Tiles{Rows: 1, Cols: len(plots), PadX: 12}, canvas) {
		for j, c := range row {
			plots[i*len(row)+j].Draw(c)
		}
	}
	save(img, to)
}

func panel(title string, curves []*curveOf) *plot.Plot {
	most, worst, best := 0.0, math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		most = max(most, c.seconds[len(c.seconds)-1])
		best = max(best, slices.Max(c.value))
	}
	for _, c := range curves {
		if y := c.at(most / 8); !math.IsNaN(y) {
			worst = min(worst, y)
		}
	}
	p := nb.Curve(curves[0].program, 0, most, curves[0].at)
	for _, c := range curves[1:] {
		nb.AddCurve(p, c.program, c.at)
	}
	p.Y.Min, p.Y.Max = worst, best+0.05*(best-worst)
	p.Legend.Top = false
	return nb.WithTitle(p, title, "processor seconds, one thread, cold start", "log p(w, z) a token")
}

// save writes a PNG of the 256 most frequent colours, which is small.
func save(img *vgimg.Canvas, to string) {
	from := img.Image()
	often := map[color.Color]int{}
	for y := range from.Bounds().Dy() {
		for x := range from.Bounds().Dx() {
			often[from.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(often), func(a, b color.Color) int {
		return often[b] - often[a]
	})
	small := image.NewPaletted(from.Bounds(), colours[:min(256, len(colours))])
	imagedraw.Draw(small, small.Bounds(), from, from.Bounds().Min, imagedraw.Src)
	f := tool.Must(os.Create(to))
	tool.Check((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, small), f.Close())
}
