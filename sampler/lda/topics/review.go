package topics

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
)

// A Case is a run of a model of topics, and what was made of it: all that [Check] looks at. Trace
// and Docs are needed.
type Case struct {
	Trace      *sampler.Trace
	Docs       []corpus.Doc
	Alpha      []float64 // of the prior, as for [Read]
	Vocabulary []string
	Effects    *EffectsResult
	// Validated says what people made of the topics: package intrusion gives it.
	Validated *Validated
	Seed      uint64
}

// Validated says how many of the intruders among the words of topics people found, and the lower
// end of an interval; Chance is what guessing gives.
type Validated struct{ Found, Low, Chance float64 }

// A Review is what [Check] found.
type Review struct {
	*criticism.Review
	Stability *StabilityResult
	Misfit    *Misfit

	loglik  [][]float64
	effects *EffectsResult
}

const (
	likelihoodRHat = 1.1 // of loglik, above which chains do not agree
	validated      = "Has a person validated the topics?"
	farBursty      = 1.25 // times the mutual information that the model expects
)

// Check asks five questions about a model of topics. Each is right, wrong, or says what it needs:
//
//   - chains: do they agree on the likelihood? (R-hat of loglik at most 1.1)
//   - topics: do most of them return in other chains? ([Stability])
//   - fit: does the model make texts like these? ([Topics.Misfit] of chain 0; wrong if a topic has
//     a quarter more mutual information than the model expects, beyond chance)
//   - effects: do they stand without any one cluster? ([Effects] with clusters; of the effects on
//     topics that return, whose intervals are on the same side of 0 in all chains, wrong are those
//     that change sign without the largest cluster, or whose topic has fewer than five effective
//     ones)
//   - labels: has a person validated the topics?
func Check(c Case) (*Review, error) {
	r, err := c.check()
	if err != nil {
		return nil, fmt.Errorf("topics: Check: %w", err)
	}
	return r, nil
}

func (c Case) check() (*Review, error) {
	if c.Trace == nil || c.Trace.NumChains() < 2 {
		return nil, errors.New("expected a trace of two chains or more")
	}
	var chains []*Topics
	for i := range c.Trace.NumChains() {
		t, err := Read(c.Trace, i, c.Docs, c.Alpha...)
		if err != nil {
			return nil, err
		}
		chains = append(chains, t)
	}
	loglik, err := c.Trace.Chains("loglik")
	if err != nil {
		return nil, err
	}
	r := &Review{Review: &criticism.Review{}, loglik: loglik, effects: c.Effects}
	if r.Stability, err = Stability(chains); err != nil {
		return nil, err
	}
	if r.Misfit, err = chains[0].Misfit(sampler.Stream("misfit", c.Seed, 0)); err != nil {
		return nil, err
	}
	rHat := diag.RHat(loglik)
	found := "They agree on the likelihood"
	if !(rHat <= likelihoodRHat) {
		found = "They do not agree on the likelihood, so each has found other topics: run longer, or " +
			"take fewer topics"
	}
	r.add("chains", "Do the chains agree?", "loglik", !(rHat <= likelihoodRHat),
		fmt.Sprintf("%s (R-hat %.2f).", found, rHat))
	n := len(r.Stability.Stable)
	r.add("topics", "Which topics return?", "", 2*n < len(r.Stability.Alike), fmt.Sprintf("%d of %d "+
		"topics of chain 0 return in nine of ten other chains. Report these only.", n,
		len(r.Stability.Alike)))
	c.fit(r)
	c.effects(r)
	if v := c.Validated; v == nil {
		r.Sections = append(r.Sections, criticism.Section{Name: "labels", Question: validated,
			Finding: "Nobody has: make sheets by package intrusion, and give Validated."})
	} else {
		r.add("labels", validated, "", v.Low <= v.Chance, fmt.Sprintf("People found %.0f %% of the "+
			"intruders (at least %.0f %%; guessing finds %.0f %%).", 100*v.Found, 100*v.Low, 100*v.Chance))
	}
	return r, nil
}

func (r *Review) add(name, question, about string, wrong bool, finding string) {
	r.Sections = append(r.Sections, criticism.Section{Name: name, Question: question, Checked: true,
		Wrong: wrong, Finding: finding, About: about})
}

// fit adds the section about texts that the model writes.
func (c Case) fit(r *Review) {
	m, worst, wrong := r.Misfit, 0, 0
	ratio := func(k int) float64 { return m.Observed[k] / math.Max(m.Replicated[k], 1e-12) }
	for k, z := range m.Z {
		if ratio(k) > ratio(worst) {
			worst = k
		}
		if ratio(k) > farBursty && z > 5 {
			wrong++
		}
	}
	word := Words(c.Vocabulary, [][]int{m.Burst[worst : worst+1]})[0][0]
	r.add("fit", "Does the model make texts like these?", fmt.Sprint(worst), wrong > 0,
		fmt.Sprintf("In %d of %d topics words and documents depend on each other at least a quarter "+
			"more than in texts of the model. Most in topic %d: %.2f times as much, above all by %q.", wrong,
			len(m.Z), worst, ratio(worst), word))
}

// effects adds the section about effects.
func (c Case) effects(r *Review) {
	const question = "Do effects stand without any one cluster?"
	e := c.Effects
	if e == nil || !e.clusters {
		r.Sections = append(r.Sections, criticism.Section{Name: "effects", Question: question,
			Finding: "Give Effects with clusters, such as (1 | author)."})
		return
	}
	var fall []string
	for k := range e.Found {
		few := e.Effective[k] < fewEffective
		for q, contrast := range e.Contrasts {
			difference := contrast.Less != nil
			if e.Found[k] >= stableShare && (!difference || e.oneSided(q, k)) &&
				(few || difference && (e.Without[q][k] > 0) != (e.Mean[q][k][0] > 0)) {
				fall = append(fall, fmt.Sprintf("%s of topic %d (%.1f effective clusters, most in %q)",
					contrast.Name, k, e.Effective[k], e.Largest[k]))
				break
			}
		}
	}
	finding := "All do whose topics return and whose intervals agree on the sign."
	if fall != nil {
		finding = fmt.Sprintf("%d do not: %s.", len(fall), strings.Join(fall[:min(3, len(fall))], "; "))
	}
	r.add("effects", question, "", fall != nil, finding)
}

// Points are what to draw for a section, a point for each topic (of chains, for each draw), and
// the names of the axes. nb.ReportTopics draws them.
func (r *Review) Points(section string) (x, y []float64, xName, yName string) {
	switch section {
	case "chains":
		for _, chain := range r.loglik {
			for i, v := range chain {
				x, y = append(x, float64(i)), append(y, v)
			}
		}
		return x, y, "draw", "log likelihood"
	case "topics":
		for k := range r.Stability.Found {
			x = append(x, float64(k))
		}
		return x, r.Stability.Found, "topic", "share of other chains that have it"
	case "fit":
		return r.Misfit.Replicated, r.Misfit.Observed,
			"mutual information in texts of the model", "in these texts"
	case "effects":
		if e := r.effects; e != nil {
			for q := range e.Contrasts {
				for k, without := range e.Without[q] {
					x = append(x, 100*floats.Sum(e.Mean[q][k])/float64(len(e.Mean[q][k])))
					y = append(y, 100*without)
				}
			}
			return x, y, "effect, percent", "without the largest cluster"
		}
	}
	return nil, nil, "", ""
}
