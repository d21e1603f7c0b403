package nb

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// Along says on the axis what the observations are, in a plot that has a place for each of them
// ([PredictiveIntervals], [KHat]): their names, or a number that is known of each, such as the age,
// which moves each observation to its place. It returns the plot.
//
//	nb.Show(nb.Along(nb.KHat(loo), "city", cities))
//	nb.Show(nb.Along(nb.PredictiveIntervals(y, draws), "age in years", age))
func Along[T string | float64](p *plot.Plot, label string, of []T) *plot.Plot {
	wish := paint.WishOf(p)
	if wish.Move == nil {
		panic("along: this plot has no place for each observation: give one of PredictiveIntervals " +
			"or KHat")
	}
	if len(of) != wish.Places {
		panic(fmt.Sprintf("along: %d values of %s and %d observations: give as many", len(of), label,
			wish.Places))
	}
	p.X.Label.Text = label
	switch of := any(of).(type) {
	case []string:
		nameColumns(p, of)
	case []float64:
		for i, v := range of {
			if !paint.IsFinite(v) {
				panic(fmt.Sprintf("along: %s of observation %d is %v: leave out what is not finite",
					label, i, v))
			}
		}
		wish.Move(of)
		lo, hi := slices.Min(of), slices.Max(of)
		p.X.Min, p.X.Max = paint.Room(lo, hi, 0.03)
		if !(p.X.Min < p.X.Max) {
			p.X.Min, p.X.Max = lo-1, hi+1
		}
	}
	return p
}

// nameColumns writes a name below each of the places 0, 1, …, upright if they are long.
func nameColumns(p *plot.Plot, names []string) {
	p.X.Tick.Marker = paint.EveryName(names)
	longest := 0
	for _, name := range names {
		longest = max(longest, utf8.RuneCountInString(name))
	}
	const lettersBelow = 90 // have room below a picture of the usual width
	switch {
	case len(names)*(longest+2) <= lettersBelow:
	case len(names) <= 60:
		p.X.Tick.Label.Rotation = math.Pi / 2
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		p.X.Tick.Length = 7 // gonum lets upright names reach into it
	default:
		p.X.Tick.Marker = paint.Named(names)
	}
}

// movable lets [Along] move the points of a plot: dots[k] is of the observations of[k].
func movable(p *plot.Plot, n int, at []float64, dots []plotter.XYs, of [][]int) {
	wish := paint.WishOf(p)
	wish.Places = n
	wish.Move = func(to []float64) {
		copy(at, to)
		for k, xys := range dots {
			for j := range xys {
				xys[j].X = to[of[k][j]]
			}
		}
	}
	paint.SetWish(p, wish)
}

// ByGroup draws a plot of data and predicted data for each group of observations: does the model
// get each of them right? group[i] is the group of observation i, and draw is
// [PredictiveIntervals], [Rootogram], or a function that calls another plot. At most 12 groups are
// drawn, in the order in which they appear, and the last title says how many there are.
//
//	nb.Show(nb.ByGroup(city, y, draws, nb.Rootogram))
func ByGroup(group []string, observed []float64, replicated [][]float64,
	draw func(observed []float64, replicated [][]float64) *plot.Plot) Grid {
	checkReplicated(observed, replicated)
	if len(group) != len(observed) {
		panic(fmt.Sprintf("by group: %d groups and %d observations: give the group of each",
			len(group), len(observed)))
	}
	var names []string
	members := map[string][]int{}
	for i, name := range group {
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], i)
	}
	pick := func(values []float64, of []int) (some []float64) {
		for _, i := range of {
			some = append(some, values[i])
		}
		return some
	}
	const most = 12
	var g Grid
	for _, name := range names[:min(most, len(names))] {
		var sets [][]float64
		for _, values := range replicated {
			sets = append(sets, pick(values, members[name]))
		}
		p := draw(pick(observed, members[name]), sets)
		p.Title.Text = name + ": " + p.Title.Text
		g.Plots = append(g.Plots, p)
	}
	if left := len(names) - most; left > 0 {
		g.Plots[most-1].Title.Text += fmt.Sprintf(" (%d more groups are not drawn)", left)
	}
	return g
}

// WithTitle sets what a plot says: its title, best a finding in a few words, and the labels of its
// axes, each with the symbol and the unit. An empty text leaves what is there. It returns the plot.
// Without a plot (nil) it makes an empty one in the style of all others, to which you can add what
// you like.
func WithTitle(p *plot.Plot, title, x, y string) *plot.Plot {
	if p == nil {
		p = paint.NewPlot("", "", "")
	}
	for _, t := range []struct {
		text string
		to   *string
	}{{title, &p.Title.Text}, {x, &p.X.Label.Text}, {y, &p.Y.Label.Text}} {
		if t.text != "" {
			*t.to = t.text
		}
	}
	return p
}

// EqualScales makes one unit equally long on both axes: a circle is round. Beside other plots, the
// plot becomes narrower or lower than they are. Alone, its picture is a square. EqualScales returns
// the plot.
func EqualScales(p *plot.Plot) *plot.Plot {
	wish := paint.WishOf(p)
	wish.Equal = true
	paint.SetWish(p, wish)
	return p
}

// LogAxis makes an axis of a plot logarithmic: nb.LogAxis(&p.X). Everything drawn along it must be
// positive. What stands on 0, such as a column, begins at the end of the axis.
func LogAxis(a *plot.Axis) {
	if !(a.Min > 0) || !paint.IsFinite(a.Max) {
		panic(fmt.Sprintf("log axis: %q goes from %.4g to %.4g: a logarithmic axis needs positive "+
			"numbers: leave out the others, or set Min", a.Label.Text, a.Min, a.Max))
	}
	a.Scale, a.Tick.Marker = paint.LogScale{}, paint.LogTicks{}
	a.Max *= 1 + 1e-12 // no number drawn lies in the middle of the ends, see paint.LogScale
}

// A Theme is the look of all plots, for a journal that wants its own. Each cell is a program of its
// own, so declare it once, and all cells that run later have it:
//
//	var _ = nb.Theme{Font: "serif", Size: 8, Width: 85, Grey: true}.Use() // one column, in grey
type Theme struct {
	// Font is "sans", "serif" or "mono". "" means "sans".
	Font string
	// Size is the size of the numbers at the axes, in points; the other texts keep their proportion
	// to it. 0 means 9.5.
	Size float64
	// Width is the width of a picture in millimetres. Journals print a column 80 to 90 mm wide, and
	// two columns 170 to 180. 0 means the usual width, 190 for one plot. A [Grid] can have another.
	Width float64
	// Grey draws lines, markers and fills in shades of grey. Up to four can be told apart; markers
	// and dashes help.
	Grey bool
}

// Use makes all plots look so that are made from now on. It panics if a field is out of range.
// Theme{}.Use() is the usual look again.
func (t Theme) Use() Theme {
	if err := paint.Theme(t).Use(); err != nil {
		panic(err)
	}
	return t
}
