package variate_test

import (
	"fmt"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat/distuv"
)

// Each variate is compared with gonum's, using the same kind of generator.

func BenchmarkGamma(b *testing.B) {
	for _, c := range []struct {
		name  string
		shape float64
	}{{"shape=0.1", 0.1}, {"shape=2.5", 2.5}, {"shape=1e4", 1e4}} {
		r := sampler.Stream("bench", 1, 0)
		b.Run(c.name+"/gibbslab", func(b *testing.B) {
			for b.Loop() {
				variate.Gamma(r, c.shape, 2)
			}
		})
		b.Run(c.name+"/gibbslab-log", func(b *testing.B) {
			for b.Loop() {
				variate.LogGamma(r, c.shape)
			}
		})
		g := distuv.Gamma{Alpha: c.shape, Beta: 2, Src: r}
		b.Run(c.name+"/gonum", func(b *testing.B) {
			for b.Loop() {
				g.Rand()
			}
		})
	}
}

func BenchmarkInvGamma(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	b.Run("gibbslab", func(b *testing.B) {
		for b.Loop() {
			variate.InvGamma(r, 17.5, 50)
		}
	})
	g := distuv.InverseGamma{Alpha: 17.5, Beta: 50, Src: r}
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			g.Rand()
		}
	})
}

func BenchmarkBeta(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	b.Run("gibbslab", func(b *testing.B) {
		for b.Loop() {
			variate.Beta(r, 2, 5)
		}
	})
	g := distuv.Beta{Alpha: 2, Beta: 5, Src: r}
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			g.Rand()
		}
	})
}

func BenchmarkDirichlet(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	alpha, dst := make([]float64, 100), make([]float64, 100)
	for k := range alpha {
		alpha[k] = 0.1
	}
	b.Run("K=100/gibbslab", func(b *testing.B) {
		for b.Loop() {
			variate.Dirichlet(r, alpha, dst)
		}
	})
	b.Run("K=100/gonum gammas, normalised", func(b *testing.B) { // distmv.Dirichlet does this
		for b.Loop() {
			sum := 0.0
			for k, a := range alpha {
				dst[k] = distuv.Gamma{Alpha: a, Beta: 1, Src: r}.Rand()
				sum += dst[k]
			}
			for k := range dst {
				dst[k] /= sum
			}
		}
	})
}

func BenchmarkCategorical(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	w := []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}
	lw := logWeights(w, -3000)
	b.Run("K=10/gibbslab", func(b *testing.B) {
		for b.Loop() {
			variate.Categorical(r, w)
		}
	})
	b.Run("K=10/gibbslab-log", func(b *testing.B) {
		for b.Loop() {
			variate.LogCategorical(r, lw)
		}
	})
	b.Run("K=10/gonum", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			distuv.NewCategorical(w, r).Rand()
		}
	})
}

// The latent variables of binomial regressions: the time must not grow with the count.
func BenchmarkPolyaGamma(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	for _, n := range []float64{1, 2, 40, 10_000} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			for b.Loop() {
				variate.PolyaGamma(r, n, 1.3)
			}
		})
	}
}

func BenchmarkTruncated(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	for _, lo := range []float64{-2, 0.5, 5, 1e8} {
		b.Run(fmt.Sprintf("normal above %g", lo), func(b *testing.B) {
			for b.Loop() {
				variate.TruncatedNormal(r, 0, 1, lo, math.Inf(1))
			}
		})
	}
	b.Run("gamma", func(b *testing.B) {
		for b.Loop() {
			variate.TruncatedGamma(r, 2.5, 1, 1, 4)
		}
	})
	b.Run("GIG", func(b *testing.B) {
		for b.Loop() {
			variate.GIG(r, 0.5, 2, 3)
		}
	})
}
