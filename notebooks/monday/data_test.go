package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

var update = flag.Bool("update", false, "write the files of data again")

// The files of notebook 20 are made up, so the truth behind them is known. It stands here.
var made = map[string]func(r *rand.Rand) string{
	"ab.csv": checkout, "latency.csv": latency, "incidents.csv": incidents, "tickets.csv": tickets,
}

// checkout has twelve countries. B went first to those where few visitors order. Its effect on the
// log odds is 0.15, give or take 0.1, by country.
func checkout(r *rand.Rand) string {
	text, _, _ := shop(r)
	return text
}

// shop also returns how many orders each country has if everybody sees A, and if everybody sees B.
func shop(r *rand.Rand) (text string, withA, withB []float64) {
	names := strings.Fields("DE FR UK ES IT PL NL AT PT IE LU MT")
	visitors := []int{21000, 16000, 14000, 9000, 8000, 6000, 4000, 2500, 1500, 900, 300, 160}
	orders := []float64{6, 5.2, 4.8, 3.2, 2.6, 2.1, 4.1, 4.4, 2.3, 3.5, 5, 3} // per cent
	shareOfB := []float64{.1, .1, .15, .6, .7, .8, .3, .3, .7, .5, .5, .5}
	text = "country,variant,visitors,orders\n"
	for i, name := range names {
		p := orders[i] / 100
		logit, effect := math.Log(p/(1-p)), variate.Normal(r, 0.15, 0.1)
		b := int(float64(visitors[i]) * shareOfB[i])
		for v, n := range []int{visitors[i] - b, b} {
			p := 1 / (1 + math.Exp(-logit-effect*float64(v)))
			text += fmt.Sprintf("%s,%c,%d,%d\n", name, 'A'+v, n, variate.Binomial(r, n, p))
		}
		withA = append(withA, float64(visitors[i])*p)
		withB = append(withB, float64(visitors[i])/(1+math.Exp(-logit-effect)))
	}
	return text, withA, withB
}

// TestCheckoutTruth has what the notebook says about the truth behind its decisions.
func TestCheckoutTruth(t *testing.T) {
	_, a, b := shop(sampler.Stream("monday ab.csv", 1, 0))
	if ratio := floats.Sum(b) / floats.Sum(a); math.Abs(ratio-1.186) > 0.001 {
		t.Errorf("B brings %.3f times as many orders", ratio)
	}
	rolledOut := "yes yes yes yes yes no no yes no no no no" // DE FR UK ES IT PL NL AT PT IE LU MT
	for c, is := range strings.Fields(rolledOut) {
		earns := 20*(b[c]-a[c]) - 400
		if right := (is == "yes") == (earns > 0); right == (c == 6) || c == 6 && math.Round(earns) != 56 {
			t.Errorf("country %d earns %.0f; rolled out: %s", c, earns, is)
		}
	}
}

// latency has eight services, from 5 to 400 requests. The logarithm of a latency has the standard
// deviation 0.6 around its service's, and services differ by 0.3.
func latency(r *rand.Rand) string {
	text := "service,ms\n"
	for i, name := range strings.Fields("search cart login pay mail images stock admin") {
		n, centre := []int{400, 250, 120, 60, 30, 15, 8, 5}[i], variate.Normal(r, math.Log(180), 0.3)
		for range n {
			text += fmt.Sprintf("%s,%.0f\n", name, math.Exp(variate.Normal(r, centre, 0.6)))
		}
	}
	return text
}

// incidents has 78 weeks: 0.8 a week, and from week 53 on 1.8.
func incidents(r *rand.Rand) string {
	text, day := "date,service\n", time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	for week := range 78 {
		rate := 0.8
		if week >= 52 {
			rate = 1.8
		}
		for range variate.Poisson(r, rate) {
			date := day.AddDate(0, 0, 7*week+r.IntN(7)).Format("2006-01-02")
			text += date + "," + []string{"search", "cart", "pay"}[r.IntN(3)] + "\n"
		}
	}
	return text
}

// tickets has 60 days with 22 tickets on average, and the day after an outage with 160.
func tickets(r *rand.Rand) string {
	text, day := "date,tickets\n", time.Date(2025, 10, 1, 0, 0, 0, 0, time.UTC)
	for i := range 60 {
		n := int(variate.Poisson(r, 22))
		if i == 41 {
			n = 160
		}
		text += fmt.Sprintf("%s,%d\n", day.AddDate(0, 0, i).Format("2006-01-02"), n)
	}
	return text
}

func TestData(t *testing.T) {
	for file, draw := range made {
		text := draw(sampler.Stream("monday "+file, 1, 0))
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		stored, err := os.ReadFile(file)
		if err != nil || string(stored) != text {
			t.Errorf("%s is not what this test draws (%v)", file, err)
		}
	}
}
