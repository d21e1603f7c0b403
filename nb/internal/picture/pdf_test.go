package picture

import (
	"bytes"
	"compress/zlib"
	"image/color"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// A translucent fill has its own colour in a PDF, and the opacity beside it.
func TestTranslucentPDF(t *testing.T) {
	p := plot.New()
	square, err := plotter.NewPolygon(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}})
	if err != nil {
		t.Fatal(err)
	}
	square.Color = color.NRGBA{R: 0, G: 51, B: 255, A: 51}
	p.Add(square)
	page := contents(t, Grid{Plots: []*plot.Plot{p}}.PDF())
	if !strings.Contains(page, "0.000 0.200 1.000 rg") {
		t.Error("the page does not have the colour of the triangle")
	}
	if strings.Contains(page, "0.000 0.039 0.200 rg") {
		t.Error("the colour was multiplied by its opacity")
	}
}

// contents are the drawing commands of a PDF.
func contents(t *testing.T, pdf []byte) string {
	var all strings.Builder
	for _, part := range bytes.Split(pdf, []byte("stream\n")) {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // no compressed stream
		}
		text, _ := io.ReadAll(r)
		all.Write(text)
	}
	if all.Len() == 0 {
		t.Fatal("the PDF has no readable page")
	}
	return all.String()
}
