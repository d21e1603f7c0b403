package figures

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// Topics that appear, and the tokens of an image, each in the colour of its topic.
var topics = Figure{Name: "topics", Again: "Another chain", Sliders: []Slider{
	{"sweep", 1, 196, 1, 1},
	{"α", 0.1, 3, 0.1, 1},
	{"β", 0.02, 1, 0.02, 0.1},
}, draw: func(v []float64, again uint64) view {
	if key := [3]float64{v[1], v[2], float64(again)}; present == nil || present.key != key {
		present = newChain(key)
	}
	present.run(min(int(v[0]), len(present.sweeps)+atOnce))
	n := min(int(v[0]), len(present.sweeps))
	now, says, found := present.sweeps[n-1], "Each token has begun with a topic at random.", 0
	if n > 1 {
		changed := 0
		for i, k := range present.sweeps[n-2].z {
			if now.z[i] != k {
				changed++
			}
		}
		says = fmt.Sprintf("In sweep %d, %d of the image's %d tokens change their topics.", n, changed,
			len(now.z))
	}
	for _, bar := range present.images.Phi {
		if slices.ContainsFunc(now.phi, func(phi []float64) bool { return overlap(phi, bar) > 0.8 }) {
			found++
		}
	}
	p := nb.WithTitle(nb.Images(nil, now.phi, 5), fmt.Sprint("Sweep ", n), "", "")
	q := nb.EqualScales(nb.Groups(places(present.images.Docs[0]), now.z))
	q.HideAxes()
	q.Title.Text, q.X.Label.Text, q.Y.Label.Text = "The tokens of one image, by topic", "", ""
	return view{plots: []*plot.Plot{p, q}, More: n < int(v[0]),
		Says: fmt.Sprintf("%s %d of the ten bars are found.", says, found)}
}}

// atOnce is how many sweeps a chain makes before the reader sees it again.
const atOnce = 4

// present is the chain that the reader looks at: a step back or forward computes nothing again.
var present *chain

type chain struct {
	key    [3]float64
	images *datasets.Simulated
	next   func() (*lda.State, error, bool)
	sweeps []struct {
		phi [][]float64
		z   []int // of the first image
	}
}

func newChain(key [3]float64) *chain {
	prior := lda.Prior{K: 10, Alpha: []float64{key[0]}, Beta: key[1]}
	c := &chain{key: key, images: bars()}
	m := nb.Must(prior.Model(c.images.Docs, 25, lda.Settings{RandomStart: true}))
	r := sampler.Stream("appear", 1+uint64(key[2]), 0)
	c.next, _ = iter.Pull2(m.Sweeps(context.Background(), r))
	return c
}

// run goes on to sweep n.
func (c *chain) run(n int) {
	for i := len(c.sweeps); i < n; i++ {
		state, err, _ := c.next()
		if err != nil {
			panic(err)
		}
		flat := make([]float64, 250)
		state.Phi(flat)
		c.sweeps = slices.Grow(c.sweeps, 1)[:i+1]
		c.sweeps[i].phi = slices.Collect(slices.Chunk(flat, 25))
		for _, k := range state.Assignments()[0] {
			c.sweeps[i].z = append(c.sweeps[i].z, int(k))
		}
	}
}

// overlap is the mass that two distributions share.
func overlap(p, q []float64) (sum float64) {
	for i := range p {
		sum += min(p[i], q[i])
	}
	return sum
}

// places puts the tokens of an image into their pixels, line by line.
func places(doc corpus.Doc) (xy [][]float64) {
	most := slices.MaxFunc(doc, func(a, b corpus.Count) int { return int(a.N - b.N) }).N
	side := int32(math.Ceil(math.Sqrt(float64(most))))
	for _, c := range doc {
		for i := range c.N {
			x, y := float64(i%side)/float64(side+1), float64(i/side)/float64(side+1)
			xy = append(xy, []float64{float64(c.Word%5) + x, -float64(c.Word/5) - y})
		}
	}
	return xy
}

func bars() *datasets.Simulated {
	return nb.Must(datasets.Bars(sampler.Stream("bars", 1, 0), 500, 100))
}
