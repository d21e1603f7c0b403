package paint

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fitLabels breaks labels of axes that are too long for a small canvas into lines. The axes must be
// the caller's own.
func fitLabels(p *plot.Plot, c draw.Canvas) {
	if names, ok := p.Y.Tick.Marker.(RowNames); ok {
		short := make(RowNames, len(names))
		for i, name := range names {
			short[i] = Elided(name, p.Y.Tick.Label, c.Size().X*0.45)
		}
		p.Y.Tick.Marker = short
	}
	x, y := p.X.Label.Text, p.Y.Label.Text
	// of a long label gonum makes the plot smaller, at both ends
	p.X.Label.Text, p.Y.Label.Text = letter(x), letter(y)
	inside := p.DataCanvas(c).Size() // labels stand beside its middle
	p.X.Label.Text, p.Y.Label.Text = x, y
	breakLabel(&p.X.Label.Text, max(inside.X, c.Size().X*0.7), p.X)
	breakLabel(&p.Y.Label.Text, inside.Y, p.Y)
}

// Elided leaves out the middle of a text that has no room, because names differ at their ends.
func Elided(text string, sty text.Style, room vg.Length) string {
	letters, short := []rune(text), text
	for keep := len(letters) - 1; keep > 1 && sty.Width(short) > room; keep-- {
		short = string(letters[:keep/2]) + "…" + string(letters[len(letters)-keep+keep/2:])
	}
	return short
}

// letter stands for a label of one row; of no label it is none.
func letter(label string) string {
	if label == "" {
		return ""
	}
	return "x"
}

// fitTicks marks fewer ticks where labels would touch each other.
func fitTicks(p *plot.Plot, c draw.Canvas) {
	inside := p.DataCanvas(c).Size()
	length := p.X.Tick.Label.Width
	if p.X.Tick.Label.Rotation != 0 { // upright
		length = func(string) vg.Length { return p.X.Tick.Label.Font.Size }
	}
	p.X.Tick.Marker = fewer(p.X.Tick.Marker, p.X.Min, p.X.Max, inside.X, length)
	p.Y.Tick.Marker = fewer(p.Y.Tick.Marker, p.Y.Min, p.Y.Max, inside.Y,
		func(string) vg.Length { return p.Y.Tick.Label.Font.Size })
}

func breakLabel(label *string, room vg.Length, a plot.Axis) {
	if a.Label.TextStyle.Width(*label) > room {
		*label = strings.Join(wrap(*label, a.Label.TextStyle, room), "\n")
	}
}

// fewer returns ticks at round values so few that their labels, of so much length along the axis,
// have room beside each other. Ticks of another kind, such as names, are returned as they are.
func fewer(t plot.Ticker, lo, hi float64, room vg.Length,
	length func(string) vg.Length) plot.Ticker {
	switch names := t.(type) {
	case Named:
		return FewerNames(names, lo, hi, room, length)
	case EveryName: // rows may be as close as those of a list
		return FewerNames(names, lo, hi, room, func(s string) vg.Length { return length(s) - 3 })
	}
	round, ok := t.(Ticks)
	if !ok {
		return t
	}
	for ; round.About > 0; round.About-- {
		if !Crowded(round.Ticks(lo, hi), lo, hi, room, length) {
			return round
		}
	}
	return plot.ConstantTicks(Ticks{1}.Ticks(lo, hi)[:1])
}

// FewerNames writes every second name, or third, and so on, if all that would be written had no
// room.
func FewerNames[T interface {
	~[]string
	plot.Ticker
}](n T, lo, hi float64, room vg.Length, length func(string) vg.Length) plot.Ticker {
	marks := plot.ConstantTicks(n.Ticks(lo, hi))
	for step := 2; step <= len(n) && Crowded(marks, lo, hi, room, length); step++ {
		marks = nil
		for i := 0; i < len(n); i += step {
			marks = append(marks, plot.Tick{Value: float64(i), Label: n[i]})
		}
	}
	return marks
}

// Crowded tells whether labels, each in the middle above its tick, come closer to each other than 4
// points.
func Crowded(marks []plot.Tick, lo, hi float64, room vg.Length,
	length func(string) vg.Length) bool {
	const gap = 4
	for i := 1; i < len(marks); i++ {
		at := func(i int) vg.Length {
			return room * vg.Length(axisScale{}.Normalize(lo, hi, marks[i].Value))
		}
		if (length(marks[i-1].Label)+length(marks[i].Label))/2+gap > at(i)-at(i-1) {
			return true
		}
	}
	return false
}
