package notebooktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

const figure = "gibbs.svg" // in internal/pictures

// TestReadmeFigure compares the moving figure of README with a walk: it is the first film of notebook
// 01, drawn by a browser, which takes a twentieth of the bytes.
func TestReadmeFigure(t *testing.T) {
	want := walk(24, rand.New(rand.NewPCG(1, 21)))
	if *update {
		if err := os.WriteFile("../internal/pictures/"+figure, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, "../internal/pictures/"+figure); got != want {
		t.Errorf("%s is not what its test draws: run go test ./internal/notebooktest -run ReadmeFigure -update", figure)
	}
	if len(want) > 41<<10 {
		t.Errorf("%s has %d bytes, and may have 41 KiB", figure, len(want))
	}
}

// walk is a Gibbs sampler at work on a hill, a normal density with correlation 0.8, as an SVG that
// moves. A reader who wants no motion, and a program that cannot move it, have the whole walk.
func walk(steps int, r *rand.Rand) string {
	const rho, seconds, rest, unit = 0.8, 0.6, 2.0, 52.0
	at := func(x, y float64) string { return fmt.Sprintf("%.1f %.1f", 220+unit*x, 232-unit*y) }
	total := float64(steps)*seconds + rest
	when := func(step, part float64) float64 { return 100 * (step + part) * seconds / total }
	x, y, length := 2.8, -2.4, 0.0
	path := "M" + at(x, y)
	var drawn, end, cuts [2]strings.Builder // [0]: the path, its end, the cuts along x; [1]: along y
	fmt.Fprintf(&end[0], "0%%{translate:%s}", px(x, y, unit))
	moves := []float64{0}
	for step := range steps {
		s := float64(step)
		along := step % 2
		for i := range cuts { // seen while its step lasts; the last one stays
			seen := map[bool]string{true: "visible", false: "hidden"}[i == along]
			to := [2]string{px(rho*y, y, unit), px(x, rho*x, unit)}[i]
			fmt.Fprintf(&cuts[i], "%.2f%%{visibility:%s;translate:%s}", when(s, 0), seen, to)
		}
		fmt.Fprintf(&end[0], "%.2f%%{translate:%s}", when(s, 0.4), px(x, y, unit))
		sd, from := math.Sqrt(1-rho*rho), [2]float64{x, y}
		if along == 0 {
			x = rho*y + sd*r.NormFloat64()
		} else {
			y = rho*x + sd*r.NormFloat64()
		}
		length += unit * (math.Abs(x-from[0]) + math.Abs(y-from[1]))
		moves = append(moves, length)
		path += "L" + at(x, y)
		fmt.Fprintf(&end[0], "%.2f%%{translate:%s}", when(s, 0.9), px(x, y, unit))
	}
	for step := range steps {
		fmt.Fprintf(&drawn[0], "%.2f%%{stroke-dashoffset:%.1f}%.2f%%{stroke-dashoffset:%.1f}", when(float64(step), 0.4),
			length-moves[step], when(float64(step), 0.9), length-moves[step+1])
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 470" width="440" height="470" role="img"
aria-label="A Gibbs sampler walks over a hill">
<style>
svg{--ink:#333;--page:#fff;--line:#ddd;--path:#0055e0;--cut:#c22719;font:15px system-ui,sans-serif}
@media (prefers-color-scheme:dark){svg{--ink:#ddd;--page:#16171b;--line:#3a3b42;--path:#7ab0ff;--cut:#ff8a75}}
.page{fill:var(--page)}text{fill:var(--ink)}.grid{stroke:var(--line)}.hill{fill:none;stroke:var(--ink);stroke-width:1.5}
.cut path{fill:var(--cut);fill-opacity:.25;stroke:var(--cut);stroke-width:1.5}
.path{fill:none;stroke:var(--path);stroke-width:2;stroke-linejoin:round}
.path{stroke-dasharray:%.1f;animation:drawn %gs linear infinite}
.end{fill:var(--path);translate:%s;animation:end %[2]gs linear infinite}
.x{visibility:hidden;animation:x %[2]gs step-end infinite}.y{translate:%[4]s;animation:y %[2]gs step-end infinite}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
@keyframes drawn{0%%{stroke-dashoffset:%.1[1]f}%[5]s}
@keyframes end{%[6]s}
@keyframes x{%[7]s}
@keyframes y{%[8]s}
</style>
<clipPath id="plot"><rect x="38" y="50" width="364" height="364"/></clipPath>
<rect class="page" width="440" height="470" rx="6"/>
`, length, total, px(x, y, unit), px(x, rho*x, unit), &drawn[0], &end[0], &cuts[0], &cuts[1])
	for n := -3; n <= 3; n++ {
		v := float64(n)
		fmt.Fprintf(&b, `<path class="grid" d="M%sL%s"/><text x="22" y="%.0f">%d</text>`+
			`<text x="%.0f" y="440" text-anchor="middle">%[4]d</text>`+"\n",
			at(-3.5, v), at(3.5, v), 237-unit*v, n, 220+unit*v)
	}
	for i, mass := range []float64{0.5, 0.8, 0.95} {
		radius := unit * math.Sqrt(-2*math.Log(1-mass))
		fmt.Fprintf(&b, `<ellipse class="hill" opacity="%.2f" cx="220" cy="232" rx="%.1f" ry="%.1f"`+
			` transform="rotate(-45 220 232)"/>`+"\n",
			0.7-0.2*float64(i), radius*math.Sqrt(1+rho), radius*math.Sqrt(1-rho))
	}
	var bell [2]strings.Builder
	for k := -30; k <= 30; k++ {
		u := float64(k) / 30 * 3.2 * math.Sqrt(1-rho*rho)
		h := 1.1 * math.Exp(-u*u/2/(1-rho*rho))
		fmt.Fprintf(&bell[0], "L%.1f %.1f", unit*u, -unit*h)
		fmt.Fprintf(&bell[1], "L%.1f %.1f", unit*h, -unit*u)
	}
	for i, name := range []string{"x", "y"} {
		fmt.Fprintf(&b, `<g class="cut" clip-path="url(#plot)"><g class="%s"><path d="%s"/><path d="M%s"/></g></g>`+"\n",
			name, []string{"M-500 0H500", "M0-500V500"}[i], bell[i].String()[1:])
	}
	fmt.Fprintf(&b, `<path class="path" d="%s"/><circle class="end" r="5"/>
<text x="220" y="462" text-anchor="middle">x</text><text x="6" y="237">y</text>
<text x="22" y="26">Each step draws from the cut through the hill.</text>
</svg>
`, path)
	return b.String()
}

// px is a place in CSS.
func px(x, y, unit float64) string {
	return fmt.Sprintf("%.1fpx %.1fpx", 220+unit*x, 232-unit*y)
}
