package criticism

import (
	"fmt"

	"gibbslab/sampler"
)

// ZarrArray is the log likelihood as an array of a store, in the group log_likelihood where ArviZ
// looks for it. name is that of the data, such as "y". It is computed while it is written, a part
// of the observations at a time.
func (l *LogLik) ZarrArray(name string) (sampler.ZarrArray, error) {
	for _, n := range l.chains {
		if n != l.chains[0] {
			return sampler.ZarrArray{}, fmt.Errorf("criticism: the chains have %d draws: a store "+
				"holds chains of one length", l.chains)
		}
	}
	return sampler.ZarrArray{Group: "log_likelihood", Name: name, Shape: []int{l.Len()},
		Chains: len(l.chains), Draws: l.chains[0], Fill: l.fill}, nil
}
