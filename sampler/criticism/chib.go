package criticism

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
)

// A Conditional is the full conditional density that a block of a model draws from.
type Conditional[S any] struct {
	// Blocks are the names of the blocks that draw it, usually one.
	Blocks []string
	// LogDensity is the log of the full conditional density, normalised, of the value that star has
	// for this part, given all other parts in s.
	LogDensity func(s, star *S) float64
	// Fix gives this part of s the value that it has in star, and brings up to date what s computes
	// from it.
	Fix func(s, star *S)
}

// Chib estimates the log marginal likelihood from a Gibbs sampler's own full conditionals:
//
//	log p(y) = log p(y, θ*) − Σ_k log p(θ*_k | y, θ*_1, …, θ*_{k−1})
//
// for any point θ*, best one of high density. Each term is the log of the mean of the full
// conditional over a run in which the parts before it are fixed at θ*: the first needs an ordinary
// run, the last none. logJoint is log p(y, θ*), likelihood times prior with all constants.
// conditionals are the parts of θ in any order; those that mix slowly belong at the end. Blocks
// that belong to none of them draw latent variables: these are drawn in each run, and logJoint must
// not depend on them.
//
// Names in settings that stop or save a run (Until, Checkpoint, Progress) are not used. The number
// of a conditional is added to the seed.
//
// It is wrong if the posterior has modes that the sampler does not travel between, such as the
// labels of a mixture. A warning says so if the chains are in different modes; if all are in one,
// nothing can. Source: Chib, "Marginal likelihood from the Gibbs output", JASA 90 (1995) 1313–1321.
func Chib[S any](
	ctx context.Context, m sampler.Model[S], star *S, logJoint float64,
	conditionals []Conditional[S], set sampler.Settings,
) (*Marginal, error) {
	if star == nil || len(conditionals) == 0 || m.Init == nil {
		return nil, errors.New("criticism: Chib needs a point, a model with Init, and the conditional " +
			"density of each part")
	}
	if logJoint-logJoint != 0 {
		return nil, fmt.Errorf("criticism: Chib: the log joint density at the point is %v, expected a "+
			"finite number: choose a point that the posterior supports", logJoint)
	}
	drawn := map[string]int{} // the conditional of each block
	for k, c := range conditionals {
		if len(c.Blocks) == 0 || c.LogDensity == nil || c.Fix == nil {
			return nil, fmt.Errorf("criticism: Chib: conditional %d lacks its Blocks, LogDensity or Fix", k)
		}
		for _, name := range c.Blocks {
			if !slices.ContainsFunc(m.Blocks, func(b sampler.Block[S]) bool { return b.Name == name }) {
				return nil, fmt.Errorf("criticism: Chib: the model has no block %q", name)
			}
			drawn[name] = k
		}
	}
	out := &Marginal{Method: "log marginal likelihood (Chib)", Log: logJoint}
	variance := 0.0
	for k, c := range conditionals {
		run := reduced(m, star, conditionals[:k+1], drawn)
		term := MarginalTerm{Name: c.Blocks[0]}
		if len(run.Blocks) == 0 { // all other parts are fixed: the density is exact
			s, err := run.Init(sampler.Stream("chib", set.Seed, 0))
			if err != nil {
				return nil, fmt.Errorf("criticism: Chib: %w", err)
			}
			term.Log = c.LogDensity(s, star)
		} else {
			set := sampler.Settings{Chains: set.Chains, Warmup: set.Warmup, Draws: set.Draws,
				Thin: set.Thin, Seed: set.Seed + uint64(k)}
			tr, err := sampler.Run(ctx, run, set)
			if err != nil {
				return nil, fmt.Errorf("criticism: Chib, with %d parts fixed: %w", k, err)
			}
			chains, err := tr.Chains(ordinate)
			if err != nil {
				return nil, fmt.Errorf("criticism: Chib: %w", err)
			}
			term.Log, term.SE, err = out.ordinate("the density of "+term.Name, chains)
			if err != nil {
				return nil, fmt.Errorf("criticism: Chib: the conditional of %s: %w", term.Name, err)
			}
		}
		if term.Log-term.Log != 0 {
			return nil, fmt.Errorf("criticism: Chib: the log density of %s is %v, expected a finite number",
				term.Name, term.Log)
		}
		out.Terms = append(out.Terms, term)
		out.Log -= term.Log
		variance += term.SE * term.SE
	}
	out.SE = math.Sqrt(variance)
	out.judge()
	return out, nil
}

// ordinate is the name of the log density of a conditional in a run of Chib.
const ordinate = "ordinate"

// reduced is the model whose parts before the last of these are fixed at star. It records the log
// density of the last. The last part is still drawn if anything else is, because the others need
// it.
func reduced[S any](
	m sampler.Model[S], star *S, parts []Conditional[S], drawn map[string]int,
) sampler.Model[S] {
	last := len(parts) - 1
	run := sampler.Model[S]{WarmedUp: m.WarmedUp, StateBytes: m.StateBytes}
	run.Init = func(r *rand.Rand) (*S, error) {
		s, err := m.Init(r)
		if err != nil {
			return nil, err
		}
		for _, c := range parts[:last] {
			c.Fix(s, star)
		}
		return s, nil
	}
	others := false
	for _, b := range m.Blocks {
		k, part := drawn[b.Name]
		if !part || k >= last {
			run.Blocks = append(run.Blocks, b)
			others = others || !part || k > last
		}
	}
	if !others {
		run.Blocks = nil
	}
	run.Params = []sampler.Param[S]{
		sampler.Scalar(ordinate, func(s *S) float64 {
			return max(parts[last].LogDensity(s, star), lowest)
		})}
	return run
}
