package figures

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

var guestsAndAlpha = []Slider{{"concentration α", 0.1, 10, 0.1, 1}, {"guests", 2, 82, 1, 82}}

// An evening in the restaurant, guest by guest.
var evening = Figure{Name: "evening", Again: "Another evening", Sliders: guestsAndAlpha,
	draw: func(v []float64, again uint64) view {
		alpha, guests := v[0], int(v[1])
		seat := func(guests int) []float64 {
			return restaurant(sampler.Stream("evening", again, 0), guests, alpha)
		}
		tables, late := seat(guests), seat(82)
		columns := append(tables, make([]float64, max(5, len(late))-len(tables))...)
		p := nb.Bars(numbers(len(columns)), columns, nil)
		p.Y.Min, p.Y.Max = 0, 1.03*slices.Max(late)
		nb.WithTitle(p, fmt.Sprint(guests, " guests"), "table", "guests")
		return view{plots: []*plot.Plot{p}, Says: fmt.Sprintf("%d guests sit at %d tables, %v of "+
			"them at the largest. The next one begins a table with probability α/(%d + α) = %.3f.",
			guests, len(tables), slices.Max(tables), guests, alpha/(float64(guests)+alpha))}
	}}

// How many tables there are, in 4000 evenings and exactly.
var tables = Figure{Name: "tables", Again: "Other evenings", Sliders: guestsAndAlpha,
	draw: func(v []float64, again uint64) view {
		alpha, guests := v[0], int(v[1])
		r, seen := sampler.Stream("restaurant", 1+again, 0), make([]float64, guests+1)
		for range 4000 {
			seen[len(restaurant(r, guests, alpha))] += 1. / 4000
		}
		exact, last := law(guests, alpha), min(12, guests)
		for last < guests && floats.Sum(exact[last+1:]) > 1e-3 {
			last++
		}
		count := floats.Span(make([]float64, guests+1), 0, float64(guests))
		p := nb.Bars(numbers(last), seen[1:last+1], exact[1:last+1])
		mean := floats.Dot(count, exact)
		title := fmt.Sprintf("%d guests take about %s tables", guests, inWords(mean))
		nb.WithTitle(p, title, "tables", "")
		return view{plots: []*plot.Plot{p}, Says: fmt.Sprintf("4000 evenings have %.2f tables on "+
			"average. Exactly it is α/α + α/(1 + α) + … + α/(%d + α) = %.2f.",
			floats.Dot(count, seen), guests-1, mean)}
	}}

// inWords says a small number.
func inWords(x float64) string {
	words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve")
	if n := int(math.Round(x)); n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%.0f", x)
}

func numbers(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint(i+1))
	}
	return names
}

// restaurant returns the number of guests at each table.
func restaurant(r *rand.Rand, guests int, alpha float64) (tables []float64) {
	for range guests {
		k := variate.Categorical(r, append(slices.Clone(tables), alpha))
		if k == len(tables) {
			tables = append(tables, 0)
		}
		tables[k]++
	}
	return tables
}

// law is the exact probability of 0, 1, 2, … tables.
func law(guests int, alpha float64) []float64 {
	p := make([]float64, guests+1)
	p[0] = 1
	for i := range guests {
		begin := alpha / (float64(i) + alpha)
		for t := i + 1; t > 0; t-- {
			p[t] = p[t]*(1-begin) + p[t-1]*begin
		}
		p[0] = 0
	}
	return p
}
