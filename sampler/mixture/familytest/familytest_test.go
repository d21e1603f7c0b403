package familytest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/mixture"
	"gibbslab/sampler/variate"
)

// coins are tosses of coins with unknown bias θ ~ Beta(1, 2). The statistics are the numbers of
// heads and of tails. fault plants a mistake.
type coins struct {
	x     []bool
	fault string
}

func (f *coins) Size() mixture.FamilySize {
	return mixture.FamilySize{N: len(f.x), Stats: 2, Theta: 1}
}
func (f *coins) Clear(s []float64) { clear(s) }
func (f *coins) Add(s []float64, i int) {
	if f.fault == "Add" && i == 0 && s[0] == 0 { // depends on the order
		s[1] += 0.5
	}
	s[side(f.x[i])]++
}
func (f *coins) Remove(s []float64, i int) bool {
	if f.fault != "Remove" {
		s[side(f.x[i])]--
	}
	return true
}
func (f *coins) Draw(r *rand.Rand, _, s, theta []float64) {
	if f.fault == "Draw" {
		theta[0] = variate.Beta(r, 1+s[0], 1+s[1])
		return
	}
	theta[0] = variate.Beta(r, 1+s[0], 2+s[1])
}
func (f *coins) LogLikelihood(theta []float64, i int) float64 {
	p := theta[0]
	if !f.x[i] {
		p = 1 - p
	}
	if f.fault == "LogLikelihood" {
		return 2 * math.Log(p)
	}
	return math.Log(p)
}
func (f *coins) LogPredictive(s []float64, i int) float64 {
	prior := [2]float64{1, 2}
	if f.fault == "LogPredictive" {
		prior[1] = 1
	}
	k := side(f.x[i])
	return math.Log((prior[k] + s[k]) / (prior[0] + prior[1] + s[0] + s[1]))
}
func (f *coins) LogMarginal(s []float64) float64 {
	a, _ := math.Lgamma(1 + s[0])
	b, _ := math.Lgamma(2 + s[1])
	n, _ := math.Lgamma(3 + s[0] + s[1])
	if f.fault == "LogMarginal" {
		return a + b - n
	}
	return a + b - n + math.Ln2
}
func (f *coins) Merge(one, two, both []float64) bool {
	both[0], both[1] = one[0]+two[0], one[1]+two[1]
	if f.fault == "Merge" {
		both[1] = one[1]
	}
	return true
}
func (f *coins) Params() []mixture.FamilyParam { return nil }

func side(heads bool) int {
	if heads {
		return 0
	}
	return 1
}

func tosses(fault string) Case[bool] {
	return Case[bool]{
		Data:    []bool{true, false, true, true, false, true},
		Family:  func(x []bool) (mixture.Family, error) { return &coins{x, fault}, nil },
		Observe: func(r *rand.Rand, theta []float64, _ int) bool { return r.Float64() < theta[0] },
		Number:  func(heads bool) float64 { return float64(1 - side(heads)) },
	}
}

func TestCoins(t *testing.T) { Run(t, tosses("")) }

// TestFaultsAreFound is the negative control of each check.
func TestFaultsAreFound(t *testing.T) {
	for fault, says := range map[string]string{"Add": "reverse order",
		"Remove": "Remove of observation",
		"Merge":  "Merge gives", "LogPredictive": "LogMarginal less LogPredictive",
		"LogMarginal": "LogMarginal of no observation"} {
		c := tosses(fault)
		err := c.statistics(&coins{c.Data, fault})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	for fault, seen := range map[string][]string{ // samplers that use it, the quickest two
		"Draw": {"Collapsed", "SplitMerge of Jain & Neal"}, "LogLikelihood": {"Neal8", "Explicit"},
		"LogPredictive": {"Collapsed", "Neal3"}} {
		c := tosses(fault)
		c.Settings.Replications = 3000 // enough with each of four seeds
		for _, s := range Samplers(mixture.Finite{K: 2}, &coins{c.Data, fault}) {
			if slices.Contains(seen, s.Name) && Blocks(c, s) == nil {
				t.Errorf("%s: not found under %s", fault, s.Name)
			}
		}
	}
	if err := (Case[bool]{}).statistics(&coins{make([]bool, 3), ""}); err == nil {
		t.Error("no error for a family of other data")
	}
	if _, err := (Case[bool]{}).bind(); err == nil {
		t.Error("no error for an empty case")
	}
}
