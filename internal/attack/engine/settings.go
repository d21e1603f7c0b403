package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

// shaped is walk with one more parameter.
func shaped(name string, every int, shape ...int) sampler.Model[state] {
	m := walk()
	m.Params = append(m.Params,
		sampler.Param[state]{Name: name, Every: every, Shape: shape, Read: func(*state, []float64) {}})
	return m
}

// settings are numbers and names beyond all bounds.
var settings = []frame.Attack{
	{Name: "as-many-draws-as-there-is-time-for",
		Want: "true sampler: stopped early: context deadline exceeded…", Run: func() {
			tr, err := sampler.Run(context.Background(), walk(),
				sampler.Settings{Chains: 2, Draws: math.MaxInt, Warmup: 10, MaxTime: time.Second})
			x, _ := tr.Chains("x")
			fmt.Println(len(x[0]) > 1000 && len(x[1]) > 1000, err)
		}},
	{Name: "draws-that-cannot-be-counted", Want: "no trace: …more sweeps than can be counted…",
		Run: func() {
			try(walk(), sampler.Settings{Draws: math.MaxInt})
		}},
	{Name: "thin-that-overflows", Want: "no trace: …more sweeps than can be counted…", Run: func() {
		try(walk(), sampler.Settings{Thin: math.MaxInt})
	}},
	{Name: "chains-10-million", Want: "no trace: sampler: this run would need about …", Run: func() {
		try(walk(), sampler.Settings{Chains: 10_000_000, Draws: 1})
	}},
	{Name: "draws-of-a-terabyte", Want: "no trace: sampler: this run would need about …", Run: func() {
		try(walk(), sampler.Settings{Draws: 100_000_000_000})
	}},
	{Name: "shape-of-a-terabyte", Want: "no trace: sampler: this run would need about …", Run: func() {
		try(shaped("y", 0, 1<<40), sampler.Settings{Draws: 1})
	}},
	{Name: "shape-that-overflows", Want: "no trace: sampler: this run would need about …",
		Run: func() {
			try(shaped("y", 0, 1<<32, 1<<32), sampler.Settings{Draws: 1})
		}},
	{Name: "every-of-the-largest-number", Want: "[5 5] <nil>", Run: func() {
		try(shaped("y", math.MaxInt), sampler.Settings{Chains: 2, Draws: 5})
	}},
	{Name: "script-as-a-name", Want: `no trace: …the name "<script>" holds '<'…`, Run: func() {
		try(shaped("<script>", 0), sampler.Settings{})
	}},
	{Name: "control-character-as-a-name", Want: `no trace: …the name "a\r" holds '\r'…`, Run: func() {
		try(shaped("a\r", 0), sampler.Settings{})
	}},
}
