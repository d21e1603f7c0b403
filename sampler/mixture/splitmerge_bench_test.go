package mixture

import (
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Effective draws of the number of clusters a second, from the galaxies. An iteration is a run of
// four chains.
func BenchmarkGalaxies(b *testing.B) {
	f := family(b, tenPrior, datasets.Galaxies(), nil)
	for name, model := range algorithms(DP{Alpha: 1}, f) {
		b.Run(name, func(b *testing.B) {
			ess := 0.0
			for i := range b.N {
				m, err := model()
				tr := run(b, only(m, "clusters"), err, sampler.Settings{Draws: 10_000, Seed: uint64(i)})
				chains, err := tr.Chains("clusters")
				if err != nil {
					b.Fatal(err)
				}
				ess += diag.ESSMean(chains)
			}
			b.ReportMetric(ess/b.Elapsed().Seconds(), "ESS/s")
			b.ReportMetric(ess/float64(b.N*4*10_000), "ESS/draw")
		})
	}
}
