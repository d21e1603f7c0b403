package lda_test

import (
	"context"
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
)

// Topics by name: "goal" should be in topic 0 and "senate" in topic 1, and the words around them
// follow. In every chain topic 0 is sport. Without a guide it is sport in some chains and politics
// in others.
func ExamplePrior_guided() {
	guided := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}
	free := guided
	goal, senate := int32(slices.Index(vocabulary, "goal")), int32(slices.Index(vocabulary, "senate"))
	guided.Guide = map[int32][]float64{goal: {5, 0.01}, senate: {0.01, 5}}
	for _, prior := range []lda.Prior{guided, free} {
		m, err := prior.Model(notes, len(vocabulary), lda.Settings{})
		if err != nil {
			fmt.Println(err)
			return
		}
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Warmup: 100, Draws: 100, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		phi, _ := tr.Moments("phi")
		for c := range phi {
			fmt.Println("chain", c, top(phi[c].Mean, 0, 3), top(phi[c].Mean, 1, 3))
		}
	}
	// Output:
	// chain 0 [goal match team] [law senate vote]
	// chain 1 [goal match team] [law senate vote]
	// chain 2 [goal match team] [law senate vote]
	// chain 3 [goal match team] [law senate vote]
	// chain 0 [goal match team] [law senate vote]
	// chain 1 [goal match team] [law senate vote]
	// chain 2 [goal match team] [law senate vote]
	// chain 3 [law senate vote] [goal match team]
}
