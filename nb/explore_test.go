package nb

import (
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"math"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
)

// priors are fifteen pictures of two curves.
func priors() picture.Exploration {
	return Explore2("ν", []float64{70, 75, 80, 85, 90}, "τ", []float64{2, 4, 8},
		func(nu, tau float64) *plot.Plot {
			p := Curve("posterior", 70, 95, distuv.Normal{Mu: 86, Sigma: 1.4}.Prob)
			AddPrior(p, "prior", distuv.Normal{Mu: nu, Sigma: tau}.Prob)
			return WithTitle(p, fmt.Sprintf("ν = %g, τ = %g", nu, tau), "μ (points)", "")
		})
}

// svgIn is the sheet in an exploration.
func svgIn(t *testing.T, page string) string {
	t.Helper()
	source := regexp.MustCompile(`src="data:image/svg\+xml;charset=utf-8,([^"]*)"`)
	found := source.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("there is no SVG in %.2000s", page)
	}
	svg, err := url.PathUnescape(html.UnescapeString(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// Fifteen pictures are below 150 KiB in a notebook, since axes are stored once. What is shared and
// put together again is the picture itself.
func TestExplorationSharesAxes(t *testing.T) {
	e := priors()
	s := picture.SheetOf(e)
	img := s.PNG()
	page := picture.HTML(e, img)
	if size := len(page) + len(img)*4/3 + len(e.String()); size > 150<<10 {
		t.Errorf("15 pictures take %d KiB", size>>10)
	}
	svg := svgIn(t, page)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	alone := 0
	shared := map[string]string{}
	for _, m := range regexp.MustCompile(`<g id='(s\d+)'>(.*?)</g id>`).FindAllStringSubmatch(
		strings.NewReplacer("</g><g id=", "</g id><g id=", "</g></defs>", "</g id>").Replace(svg), -1) {
		shared[m[1]] = m[2]
	}
	uses := regexp.MustCompile(`<use href='#(s\d+)'/>`)
	whole := uses.ReplaceAllStringFunc(svg, func(use string) string {
		return shared[use[len("<use href='#"):len(use)-len("'/>")]]
	})
	for i, g := range picture.Frames(e) {
		one := paint.SvgOf(s.Width, s.Height, math.MaxInt, func(c draw.Canvas) { g.Draw(c) })
		alone += len(one)
		inside := one[strings.Index(one, ">")+1 : len(one)-len("</svg>")]
		if !strings.Contains(whole, inside) {
			t.Errorf("picture %d is not what it is alone", i)
		}
	}
	if len(svg) > alone/2 {
		t.Errorf("the sheet has %d bytes, and its pictures alone have %d", len(svg), alone)
	}
	if page != picture.HTML(priors(), img) {
		t.Error("two explorations of the same pictures differ")
	}
}

// There is a button for each value, a rule for each picture, and no script. Names are text.
func TestExplorationInHTML(t *testing.T) {
	nasty := `<script>alert("1")</script>' & $x$ %41 #`
	e := Explore(nasty, []string{nasty, "b"}, func(s string) *plot.Plot {
		return WithTitle(block(s, 1), nasty, nasty, nasty)
	})
	page := picture.HTML(e, picture.SheetOf(e).PNG())
	if strings.Contains(page, "<script") || strings.Contains(page, "alert(\"") {
		t.Errorf("a name is not escaped in %s", page)
	}
	if want := html.EscapeString(nasty); strings.Count(page, want) < 3 {
		t.Errorf("the name is shown %d times", strings.Count(page, want))
	}
	if svg := svgIn(t, page); !strings.Contains(svg, html.EscapeString(nasty)) {
		t.Error("the picture does not have its name")
	}
	table := Explore(nasty, []string{nasty}, func(s string) Table {
		return Table{Head: []string{s}, Rows: [][]any{{s}}, Notes: []string{s}}
	})
	page = picture.HTML(table, nil)
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") {
		t.Errorf("a name is not escaped in %s", page)
	}
	page = picture.HTML(priors(), picture.SheetOf(priors()).PNG())
	for part, want := range map[string]int{
		`<input type="radio"`: 8, " checked>": 2, "<legend>": 2, "transform:translate(": 15,
		"<p hidden=\"hidden\">": 15, "<img ": 1,
	} {
		if got := strings.Count(page, part); got != want {
			t.Errorf("%d × %s, want %d", got, part, want)
		}
	}
}

// A picture of very many parts is stored as pixels.
func TestExplorationOfManyPoints(t *testing.T) {
	e := Explore("i", []int{1, 2}, dust(5000))
	page := picture.HTML(e, picture.SheetOf(e).PNG())
	if !strings.Contains(page, `src="data:image/png;base64,`) {
		t.Errorf("%d bytes of SVG", len(page))
	}
}

// A sentence for each mistake.
func TestBadExplorations(t *testing.T) {
	fine := func(i int) *plot.Plot { return block("", 0) }
	panics(t, `explore: "n" has no values`, func() { Explore("n", nil, fine) })
	panics(t, `explore: "m" has no values`, func() {
		Explore2("n", []int{1}, "m", []int{}, func(i, j int) Table { return Table{} })
	})
	panics(t, "explore: there would be 1000 pictures, and 100 are the most", func() {
		Explore("n", make([]int, 1000), fine)
	})
	panics(t, "explore: the plot for n = 5 is nil", func() {
		Explore("n", []int{5}, func(int) *plot.Plot { return nil })
	})
	panics(t, "n = 2 is 900 × 290 pixels, and the one for n = 1 is 480 × 300: set", func() {
		Explore("n", []int{1, 2}, func(i int) Grid {
			g := Grid{Plots: []*plot.Plot{fine(0)}}
			if i == 2 {
				g.Width, g.Height = 900, 290
			}
			return g
		})
	})
	panics(t, "explore: there is nothing to show", func() { Show(picture.Exploration{}) })
}

// where notes the canvas that a plot gives to what it draws.
type where struct{ places *[]vg.Rectangle }

func (w where) Plot(c draw.Canvas, _ *plot.Plot) { *w.places = append(*w.places, c.Rectangle) }

// The axes of all pictures are in one place, whatever stands around them.
func TestAxesStayPut(t *testing.T) {
	long := strings.Repeat("a long title ", 9)
	var places []vg.Rectangle
	e := Explore("i", []int{0, 1, 2, 3}, func(i int) Grid {
		p := WithTitle(block("short", 1), []string{"", long, "one line", "two"}[i], "",
			[]string{"", "y", "y", "y\nin two lines"}[i])
		if i == 2 {
			p.Legend.Add(long)
		}
		p.Add(where{&places})
		return Grid{Plots: []*plot.Plot{p, block("beside it", 1)}}
	})
	for _, g := range picture.Frames(e) {
		g.PNG()
	}
	if len(places) != 4 {
		t.Fatalf("%d pictures", len(places))
	}
	for _, p := range places {
		if p != places[0] || p.Size().X < 100 || p.Size().Y < 50 {
			t.Errorf("the axes are at %.1f, and those of the first picture at %.1f", p, places[0])
		}
	}
}
