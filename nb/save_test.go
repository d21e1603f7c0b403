package nb

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/report"
)

func TestSave(t *testing.T) {
	dir := t.TempDir()
	p := WithTitle(TracePlot(goldenTrace(t), "mu"), "μ ≤ σ²", "", "")
	read := func(name string, picture any) []byte {
		Save(filepath.Join(dir, name), picture)
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	img, err := png.Decode(bytes.NewReader(read("a.PNG", p)))
	if err != nil || img.Bounds().Dx() != 2*paint.PlotWidth ||
		img.Bounds().Dy() != 2*paint.PlotHeight {
		t.Errorf("%v, %v", err, img.Bounds())
	}
	wide := Grid{Plots: []*plot.Plot{p}, Width: 1200, Height: 300}
	if img, err = png.Decode(bytes.NewReader(read("b.png", wide))); err != nil ||
		img.Bounds().Dx() != 2400 || img.Bounds().Dy() != 600 {
		t.Errorf("%v, %v", err, img.Bounds())
	}
	if s := string(read("a.svg", p)); !strings.HasPrefix(s, "<svg") || !strings.Contains(s, "σ²") {
		t.Errorf("%.100s", s)
	}
	page := read("a.pdf", wide)
	if !bytes.HasPrefix(page, []byte("%PDF")) ||
		!bytes.Contains(page, []byte("/MediaBox [0 0 900.00 225.00]")) {
		t.Errorf("%.600s", page)
	}
	table := report.Table{Head: []string{"a"}, Rows: [][]string{{"1"}}}
	columns := report.Columns{{Name: "a", Values: []int{1}}}
	for name, picture := range map[string]any{"t.csv": table, "c.csv": columns,
		"r.csv": report.Report{Table: table}} {
		if s := string(read(name, picture)); s != "a\n1\n" {
			t.Errorf("%s: %q", name, s)
		}
	}
	panics(t, "end the name in .csv or .parquet", func() { Save("a.png", columns) })
	panics(t, `ends in ".jpg": end the name in .png, .svg or .pdf`, func() { Save("a.jpg", p) })
	panics(t, "a string is no picture", func() { Save("a.png", "p") })
	panics(t, "the picture was not written",
		func() { Save(filepath.Join(dir, "none", "a.png"), p) })
	panics(t, "grid: a width of 20 pixels: give 160 to 4000",
		func() { Save("a.png", Grid{Plots: []*plot.Plot{p}, Width: 20}) })
}

// A letter that PDF's own fonts lack is drawn as a shape.
func TestSaveGreek(t *testing.T) {
	size := func(title string) int {
		return len(Grid{Plots: []*plot.Plot{WithTitle(paint.NewPlot("", "", ""), title, "",
			"")}}.PDF())
	}
	if a, b := size("l"), size("μσθ"); b < a+100 {
		t.Errorf("Greek letters take %d bytes more than l", b-a)
	}
}
