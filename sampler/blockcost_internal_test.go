package sampler

import (
	"slices"
	"testing"
)

// A sweep that is timed stands for those since the last one. A block that takes twenty times longer
// than usual lost the processor.
func TestStopwatch(t *testing.T) {
	w, nanos := newStopwatch(1), make([]float64, 2)
	time := func(n int, laps ...float64) { copy(w.laps, laps); w.stop(n, nanos) }
	time(1, 100, 50)
	if w.next != 2 {
		t.Errorf("after the first sweep, number %d is next, want 2", w.next)
	}
	time(62, 200, 50)
	if want := []float64{100 + 61*200, 62 * 50}; !slices.Equal(nanos, want) {
		t.Errorf("the times are %v, want %v", nanos, want)
	}
	for n := 63; n < 70; n++ {
		time(n, 150, 50)
	}
	before := nanos[0]
	time(70, 1e9, 50)
	if got := nanos[0] - before; got != 20*150 {
		t.Errorf("a block that was interrupted counts %g, want %d", got, 20*150)
	}
	time(71, 40_000, 10_000)
	if w.next == 72 {
		t.Error("a quick sweep after an interruption was taken for a slow one")
	}
	w.timed = 1000
	time(81, 150, 50)
	if w.next != 81+between {
		t.Errorf("in a long run, number %d is next after 81, want %d", w.next, 81+between)
	}
	w = newStopwatch(1)
	time(1, 40_000, 10_000)
	w.timed = 1000
	time(2, 40_000, 10_000)
	if w.next != 3 {
		t.Errorf("after a slow sweep, number %d is next, want 3", w.next)
	}
}
