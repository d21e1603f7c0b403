package nb

import "gonum.org/v1/plot"

// named writes a name under each column; of many, every second, or third, and so on, so that about twenty are written.
type named []string

// Ticks implements plot.Ticker.
func (n named) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for i := 0; i < len(n); i += 1 + len(n)/21 {
		marks = append(marks, plot.Tick{Value: float64(i), Label: n[i]})
	}
	return marks
}

// everyName writes a name at each place: rows have room for theirs.
type everyName []string

// Ticks implements plot.Ticker.
func (n everyName) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for i := 0; i < len(n); i += 1 + len(n)/1000 { // no picture has room for more
		marks = append(marks, plot.Tick{Value: float64(i), Label: n[i]})
	}
	return marks
}
