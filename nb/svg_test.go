package nb

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
)

// Each text of more than six characters in an SVG says how wide it is meant to be, so that another
// font cannot make it run into its neighbours.
func TestSVG(t *testing.T) {
	p := Density(testTrace(), "mu")
	p.Title.Text = "a < b & c"
	svg := paint.SvgOf(paint.PlotWidth, paint.PlotHeight, picture.LargestSVG,
		Grid{Plots: []*plot.Plot{p}}.Draw)
	const head = `<svg style='max-width:100%;height:auto;font-family:Liberation Sans,Arial,`
	if !strings.HasPrefix(svg, head) || strings.Count(svg, "font-family") != 1 {
		t.Errorf("names its font %d times, and begins with %.100s",
			strings.Count(svg, "font-family"), svg)
	}
	texts, width := 0, map[string]float64{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "text" {
			continue
		}
		texts++
		for _, a := range start.Attr {
			if a.Name.Local == "textLength" {
				content, _ := d.Token()
				// in 1/20 pt
				width[string(content.(xml.CharData))], err = strconv.ParseFloat(a.Value, 64)
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	if texts < 10 || width["density"] < 600 || width["density"] > 1000 || width["a < b & c"] == 0 {
		t.Errorf("%d texts of widths %v", texts, width)
	}
}
