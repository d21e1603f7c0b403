package nb

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/nb/internal/output"
)

// shown runs f and returns the text it showed, and what it panicked with.
func shown(f func()) (text string, panicked any) {
	messages := output.Record(true, func() {
		defer func() { panicked = recover() }()
		f()
	})
	var rows []string
	for _, m := range messages {
		rows = append(rows, m.Text)
	}
	return strings.Join(rows, "\n"), panicked
}

func TestNear(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tt := range []struct {
		got, want, tol float64
		ok             bool
		text           string
	}{
		{86.3081, 86.3117, 0.02, true, "m: 86.308 is within 0.02 of 86.312"},
		{86.41, 86.3117, 0.02, false, "m: 86.410 is not within 0.02 of 86.312"},
		{1.25, 1, 0.25, true, "m: 1.25 is within 0.25 of 1.00"}, // the ends belong to it
		{1.2500001, 1, 0.25, false, ""},
		{123456, 123000, 1000, true, "m: 123456 is within 1000 of 123000"},
		{1e-9, 0, 1e-8, true, "m: 0.000000001 is within 1e-08 of 0.000000000"},
		{1, 1, 0, true, "m: 1 is equal to 1"},
		{1, math.Nextafter(1, 2), 0, false, ""},
		{nan, 1, 0.1, false, "m: NaN is not within 0.1 of 1.00"},
		{nan, nan, 0.1, false, ""},
		{1, nan, 0.1, false, ""},
		{inf, 1, 0.1, false, ""},
		{1, inf, 0.1, false, ""},
		{inf, inf, 0.1, true, ""},
		{-inf, inf, 0.1, false, ""},
	} {
		text, panicked := shown(func() { Near("m", tt.got, tt.want, tt.tol) })
		if (panicked == nil) != tt.ok ||
			!strings.HasPrefix(text, map[bool]string{true: "✓ ", false: "✗ "}[tt.ok]) {
			t.Errorf("Near(%v, %v, %v): %q, panic %v", tt.got, tt.want, tt.tol, text, panicked)
		}
		if tt.text != "" && !strings.HasSuffix(text, " "+tt.text) {
			t.Errorf("got %q, want %q", text, tt.text)
		}
	}
	for _, tol := range []float64{-1, nan, inf} {
		panics(t, "the tolerance is", func() { Near("m", 1, 1, tol) })
		panics(t, "the tolerance is", func() { Exercise("e", Todo, "", tol) })
	}
}

func TestExercise(t *testing.T) {
	for _, tt := range []struct {
		got  float64
		text string
		ok   bool
	}{
		{3.14, "✓ e: 3.140 is right", true},
		{3.2, "✗ e: 3.200 is not right (it must be within 0.01)", false},
		{Todo, "○ e: not yet. Replace nb.Todo by your answer.", true},
		{-Todo, "○ e: not yet. Replace nb.Todo by your answer.", true},
		{2*Todo + 1, "○ e: not yet. Replace nb.Todo by your answer.", true},
		// computed, not a stub
		{math.NaN(), "✗ e: NaN is not right (it must be within 0.01)", false},
		{math.Inf(1) - math.Inf(1), "✗ e: NaN is not right (it must be within 0.01)", false},
	} {
		text, panicked := shown(func() { Exercise("e", tt.got, Seal("e", math.Pi, 0.01), 0.01) })
		if text != tt.text || (panicked == nil) != tt.ok {
			t.Errorf("%v: %q, panic %v; want %q", tt.got, text, panicked, tt.text)
		}
	}
}

// A sealed target accepts what the number in it accepts, and nothing else.
func TestSeal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		want, tol := 10*r.NormFloat64(), math.Exp(-5*r.Float64())
		got := want + 2*tol*(2*r.Float64()-1)
		if ok := unsealed("e", got, Seal("e", want, tol), tol); ok != near(got, want, tol) {
			t.Fatalf("got %v, want %v within %v: accepted is %v", got, want, tol, ok)
		}
	}
	seal := Seal("e", 2, 0.5)
	panics(t, "was not made for this name", func() { Exercise("f", 2, seal, 0.5) })
	panics(t, "was not made for this name", func() { Exercise("e", 2, seal, 0.25) })
	panics(t, "was not made for this name", func() { Exercise("e", 2, "two", 0.5) })
	for _, bad := range [][2]float64{{1, 0}, {math.NaN(), 1}, {math.Inf(1), 1}, {1, 1e-300}} {
		panics(t, "give a finite number", func() { Seal("e", bad[0], bad[1]) })
	}
}

func TestRejects(t *testing.T) {
	two := Seal("e", 2, 0.5)
	for name, tt := range map[string]struct {
		f    func()
		ok   bool
		text string
	}{
		"a failed check": {func() { Check("claim", false) }, true,
			"✓ rejected, as it should be: claim"},
		"a wrong answer": {func() { Exercise("e", 1, two, 0.5) }, true, "✓ rejected, as it " +
			"should be: e: 1.00 is not right (it must be within 0.5)"},
		"a right answer": {func() { Exercise("e", 2, two, 0.5) }, false,
			"✗ rejects: nothing failed, and something should have"},
		"an open exercise": {func() { Exercise("e", Todo, two, 0.5) }, false,
			"✗ rejects: nothing failed, and something should have"},
		"nothing at all": {func() {}, false,
			"✗ rejects: nothing failed, and something should have"},
		"rejects in itself": {func() { Rejects(func() {}) }, true, "✓ rejected, as it should be: " +
			"rejects: nothing failed, and something should have"},
	} {
		text, panicked := shown(func() { Rejects(tt.f) })
		if text != tt.text || (panicked == nil) != tt.ok {
			t.Errorf("%s: %q, panic %v", name, text, panicked)
		}
	}
	// A mistake is no rejection.
	panics(t, "index out of range", func() { Rejects(func() { _ = []int{}[len(t.Name())] }) })
}

func TestSentenceIsEscaped(t *testing.T) {
	if m := output.Sentence(output.Green, "✓", "a < b"); !strings.Contains(m.HTML, "a &lt; b") ||
		m.Text != "✓ a < b" {
		t.Error(fmt.Sprint(m))
	}
}
