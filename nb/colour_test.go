package nb

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// Any two colours of lines and chains can be told apart with every kind of colour vision, and each
// stands out from the white card and from the dark page of JupyterLab. The colours of Okabe & Ito
// do not pass: the negative control.
func TestColours(t *testing.T) {
	const farEnough, clear = 15, 3 // 3 is what WCAG 2.1 asks of graphics (success criterion 1.4.11)
	if d, vision := closest(paint.Palette); d < farEnough {
		t.Errorf("two colours are %.1f apart for %s vision", d, vision)
	}
	okabeIto := []color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255},
		{204, 121, 167, 255}, {86, 180, 233, 255}, {230, 159, 0, 255}}
	if d, vision := closest(okabeIto); d >= farEnough || vision == "normal" {
		t.Errorf("the colours of Okabe & Ito are %.1f apart for %s vision: the check does not "+
			"find close ones", d, vision)
	}
	white, dark := color.NRGBA{255, 255, 255, 255}, color.NRGBA{17, 17, 17, 255}
	for i, c := range paint.Palette {
		if light, night := contrast(c, white), contrast(c, dark); light < clear || night < clear {
			t.Errorf("colour %d: contrast %.2f with white, %.2f with #111", i, light, night)
		}
	}
	if contrast(okabeIto[4], white) >= clear {
		t.Error("sky blue passes for a colour that stands out from white")
	}
	if c := contrast(paint.Ink, white); c < 7 { // the highest level of WCAG for text (1.4.6)
		t.Errorf("text has a contrast of %.1f", c)
	}
	// The sign in a badge is text (WCAG asks for 4.5), the badge itself is graphics on either page.
	for _, hex := range []string{output.Green, output.Red, output.Grey} {
		c := parseHex(t, hex)
		if sign, night := contrast(c, white), contrast(c, dark); sign < 4.5 || night < clear {
			t.Errorf("%s: contrast %.2f with white, %.2f with #111", hex, sign, night)
		}
	}
	if sentence := output.Sentence(output.Green, "✓", "a claim"); !strings.HasSuffix(sentence.HTML,
		"</b> a claim") {
		t.Errorf("the claim does not have the page's own colour: %s", sentence.HTML)
	}
	if paint.NewPlot("", "", "").BackgroundColor != color.White {
		t.Error("plots are no white cards: the contrasts above are not theirs")
	}
}

// In the keys of all golden plots two chains differ in more than colour.
func TestChainsHaveASecondCue(t *testing.T) {
	tr := goldenTrace(t)
	found := 0
	for name, f := range golden {
		shapes := map[string]string{}
		for _, e := range paint.KeyEntries(&f(tr).Legend) {
			if !strings.HasPrefix(e.Text, "chain ") {
				continue
			}
			shape := thumbOutline(e)
			if other, ok := shapes[shape]; ok {
				t.Errorf("%s: %s and %s differ in colour alone", name, other, e.Text)
			}
			shapes[shape] = e.Text
		}
		if len(shapes) > 1 {
			found++
		}
	}
	if found < 2 {
		t.Errorf("%d plots with chains were found: there are more", found)
	}
	cues := map[string]bool{}
	for c := range len(paint.Palette) * len(paint.Markers) {
		cues[fmt.Sprintf("%v %T", paint.ChainColour(c), paint.ChainMarker(c))] = true
	}
	if len(cues) != len(paint.Palette)*len(paint.Markers) {
		t.Errorf("%d looks for %d chains", len(cues), len(paint.Palette)*len(paint.Markers))
	}
}

// thumbOutline is the thumbnail of an entry without its colours, from where its text begins.
func thumbOutline(e paint.KeyEntry) string {
	s := ""
	for _, a := range e.Thumb {
		switch a := a.(type) {
		case *recorder.Stroke:
			for _, c := range a.Path {
				s += fmt.Sprintf(" %d %.1f %.1f", c.Type, c.Pos.X-e.At.X, c.Pos.Y-e.At.Y)
			}
		case *recorder.Fill:
			for _, c := range a.Path {
				s += fmt.Sprintf(" fill %d %.1f %.1f", c.Type, c.Pos.X-e.At.X, c.Pos.Y-e.At.Y)
			}
		case *recorder.SetLineDash:
			s += fmt.Sprint(" dash ", a.Dashes)
		}
	}
	return s
}

// Pairs 1, 4, 7, 17 and 25 of the table of Sharma, Wu & Dalal, The CIEDE2000 color-difference
// formula, Color Research and Application 30 (2005) 21–30.
func TestCIEDE2000(t *testing.T) {
	for _, tt := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1.3802, -84.2814}, [3]float64{50, 0, -82.7485}, 1.0000},
		{[3]float64{50, 0, 0}, [3]float64{50, -1, 2}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if got := ciede2000(tt.a, tt.b); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%v and %v: %.4f, want %.4f", tt.a, tt.b, got, tt.want)
		}
	}
}

// visions map linear RGB to what is seen: total loss of one kind of cone (severity 1.0). Machado,
// Oliveira & Fernandes, A physiologically-based model for simulation of color vision deficiency,
// IEEE Transactions on Visualization and Computer Graphics 15 (2009) 1291–1298, from the table of
// matrices that goes with it.
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}},
}

// closest is the least distance of two colours, and the vision that sees it.
func closest(colours []color.NRGBA) (least float64, vision string) {
	least = math.Inf(1)
	for name, m := range visions {
		for i, a := range colours {
			for _, b := range colours[:i] {
				if d := ciede2000(lab(seen3(m, a)), lab(seen3(m, b))); d < least {
					least, vision = d, name
				}
			}
		}
	}
	return least, vision
}

func linear(c color.NRGBA) (rgb [3]float64) {
	for i, v := range []uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			rgb[i] = x / 12.92
		} else {
			rgb[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

func seen3(m [3][3]float64, c color.NRGBA) (rgb [3]float64) {
	l := linear(c)
	for i := range rgb {
		rgb[i] = min(1, max(0, m[i][0]*l[0]+m[i][1]*l[1]+m[i][2]*l[2]))
	}
	return rgb
}

// contrast is that of WCAG 2.1, between 1 and 21.
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab is CIELAB, of linear sRGB under D65.
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func ciede2000(p, q [3]float64) float64 {
	degrees := math.Pi / 180
	seventh := func(c float64) float64 {
		c = math.Pow(c, 7)
		return math.Sqrt(c / (c +
			math.Pow(25, 7)))
	}
	g := 1.5 - seventh((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2)/2
	polar := func(v [3]float64) (c, h float64) {
		c, h = math.Hypot(g*v[1], v[2]), math.Atan2(v[2], g*v[1])/degrees
		if h < 0 {
			h += 360
		}
		return c, h
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	dh, h := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, h = 0, h1+h2
	case math.Abs(dh) > 180:
		dh -= math.Copysign(360, dh)
		h = math.Mod(h+180, 360)
	}
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	dl, dc, dH := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(dh/2*degrees)
	cos := func(x float64) float64 { return math.Cos(x * degrees) }
	t := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.20*cos(4*h-63)
	dl /= 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	dc /= 1 + 0.045*c
	dH /= 1 + 0.015*c*t
	turn := -2 * seventh(c) * math.Sin(60*math.Exp(-math.Pow((h-275)/25, 2))*degrees)
	return math.Sqrt(dl*dl + dc*dc + dH*dH + turn*dc*dH)
}

func parseHex(t *testing.T, hex string) color.NRGBA {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}
