package paint

import "gonum.org/v1/plot"

// Named writes a name under each column. If there are many, it writes every second, or every third,
// and so on, about twenty in all.
type Named []string

// Ticks implements plot.Ticker.
func (n Named) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for i := 0; i < len(n); i += 1 + len(n)/21 {
		marks = append(marks, plot.Tick{Value: float64(i), Label: n[i]})
	}
	return marks
}

// EveryName writes a name at each place. It is for rows, which have room for their names.
type EveryName []string

// Ticks implements plot.Ticker.
func (n EveryName) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for i := 0; i < len(n); i += 1 + len(n)/1000 { // no picture has room for more
		marks = append(marks, plot.Tick{Value: float64(i), Label: n[i]})
	}
	return marks
}

// RowNames writes all names, from the bottom, however close they are.
type RowNames []string

// Ticks implements plot.Ticker.
func (n RowNames) Ticks(lo, hi float64) []plot.Tick { return EveryName(n).Ticks(lo, hi) }
