package topics

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
	left    []float64 // of the dependence of words and documents with one topic, by topic
	effects *EffectsResult
	names   []string // of the topics of chain 0, as on the page of package browser
}

const (
	likelihoodRHat = 1.1 // of loglik, above which chains do not agree
	validated      = "Has a person validated the topics?"
	agree          = "Do the chains agree?"
	byChain        = "report them chain by chain (Stability, Effects); a much longer run makes " +
		"them more alike, and seldom the same"
	farDependent   = 0.5  // of the dependence of words and documents with one topic
	farBursty      = 1.25 // times the mutual information that the model expects
	leastExplained = 0.25 // of it
)

// Check asks six questions about a model of topics. Each is right, wrong, or says what it needs:
//
//   - chains: do they agree on the likelihood? (R-hat of loglik at most 1.1)
//   - topics: do most of those with tokens return in other chains? ([Stability]) A topic is called
//     by its number in chain 0 and its three most relevant words, as package browser does.
//   - one: are several topics better than one? (wrong if words depend on documents no more than
//     after they were shuffled, if the topics account for less than a quarter of that dependence,
//     or if all have the same words)
//   - fit: does the model make texts like these? ([Topics.Misfit] of chain 0; wrong if words of
//     a topic depend on documents, beyond what the model expects and beyond chance, half as much
//     as if there were one topic, or have a quarter more mutual information than the model expects)
//   - effects: do they stand without any one cluster? ([Effects] with clusters; of the effects on
//     topics that return, whose intervals are on the same side of 0 in all chains, wrong are
//     those that change sign without some cluster, or whose topic or contrast has fewer than five
//     effective ones)
//   - labels: has a person validated the topics?
func Check(c Case) (*Review, error) {
	r, err := c.check()
	if err != nil {
		return nil, fmt.Errorf("topics: Check: %w", err)
	}
	return r, nil
}

func (c Case) check() (*Review, error) {
	chains, stable, err := readAll(c.Trace, c.Docs, c.Alpha...)
	if err != nil {
		return nil, err
	}
	loglik, err := c.Trace.Chains("loglik")
	if err != nil {
		return nil, err
	}
	r := &Review{Review: &criticism.Review{}, Stability: stable, loglik: loglik, effects: c.Effects}
	if r.Misfit, err = chains[0].Misfit(sampler.Stream("misfit", c.Seed, 0)); err != nil {
		return nil, err
	}
	relevant, err := chains[0].TopRelevant(0.6, 3)
	if err != nil {
		return nil, err
	}
	for k, words := range Words(c.Vocabulary, relevant) {
		r.names = append(r.names, fmt.Sprintf("%d: %s", k, strings.Join(words, " ")))
	}
	switch rHat := diag.RHat(loglik); {
	case rHat <= likelihoodRHat:
		r.add("chains", agree, "loglik", false,
			fmt.Sprintf("They agree on the likelihood (R-hat %.2f).", rHat))
	case rHat != rHat:
		r.open("chains", agree, "The likelihood is the same in all draws: there is nothing to compare.")
	default:
		r.add("chains", agree, "loglik", true, fmt.Sprintf("They do not agree on the likelihood (R-hat "+
			"%.2f), so each has found other topics: %s.", rHat, byChain))
	}
	n, used := len(stable.Stable), len(slices.Concat(stable.Alike...))
	only := "There is none to report."
	if n > 0 {
		var these []string
		for _, k := range slices.Sorted(slices.Values(stable.Stable)) {
			these = append(these, r.names[k])
		}
		only = "Report these only: " + strings.Join(these, "; ") + "."
	}
	r.add("topics", "Which topics return?", "", 2*n <= used, fmt.Sprintf("%d of %d topics of chain 0 "+
		"that have tokens return in %s, and differ from each other. %s", n, used, others(len(chains)-1),
		only))
	if err := c.fit(r, chains[0], sampler.Stream("one topic", c.Seed, 0)); err != nil {
		return nil, err
	}
	c.effects(r)
	if v := c.Validated; v == nil {
		r.open("labels", validated, "Not yet: make sheets by package intrusion, and set Validated.")
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

// open adds a question without an answer.
func (r *Review) open(name, question, why string) {
	r.Sections = append(r.Sections, criticism.Section{Name: name, Question: question, Finding: why})
}

// fit adds the sections about texts that the model writes. What it measures with is how far words
// depend on documents if all have one topic.
func (c Case) fit(r *Review, t *Topics, all *rand.Rand) error {
	const better, like = "Are several topics better than one?", "Does the model make texts like these?"
	excess, z := dependence(all, c.Docs)
	shares, err := t.Shares()
	if err != nil {
		return err
	}
	if z < 3 {
		r.add("one", better, "", true, "Words depend on documents no more than by chance, as far as "+
			"these texts can tell: there is nothing for topics to tell apart.")
		r.open("fit", like, "There is nothing to fit: words do not depend on documents.")
		return nil
	}
	m, worst, wrong, left := r.Misfit, 0, 0, 0.0
	for k, z := range m.Z {
		r.left = append(r.left, (m.Observed[k]-m.Replicated[k])/excess)
		left += shares[k] * r.left[k]
		if r.left[k] > r.left[worst] {
			worst = k
		}
		if (r.left[k] > farDependent || m.Observed[k] > farBursty*m.Replicated[k]) && z > 5 {
			wrong++
		}
	}
	explained, weak := max(0, min(1, 1-left)), ""
	if wrong == 0 && floats.Sum(m.Z) < 0 {
		weak = " (Weak: the shares of the topics were fitted to the same few words.)"
	}
	found := fmt.Sprintf("The topics explain %.0f %% of the association between words and documents.",
		100*explained) + weak
	if len(r.Stability.Alike) < 2 {
		found = "They are one: all topics that have tokens have nearly the same words."
	}
	r.add("one", better, "", len(r.Stability.Alike) < 2 || explained < leastExplained, found)
	finding := "Within no topic do words depend on documents more than the model expects."
	if r.left[worst] > 0 {
		finding = fmt.Sprintf("In %d of %d topics words depend on documents far more than the model "+
			"expects. Most is left in topic %s (%.0f %% of the association with one topic for all, above "+
			"all of %q).", wrong, len(m.Z), r.names[worst], 100*r.left[worst],
			Words(c.Vocabulary, [][]int{m.Burst[worst : worst+1]})[0][0])
	}
	r.add("fit", like, fmt.Sprint(worst), wrong > 0, finding+weak)
	return nil
}

func (c Case) effects(r *Review) {
	const question = "Do effects stand without any one cluster?"
	e := c.Effects
	if e == nil || !e.clusters {
		r.open("effects", question, "Give Effects with clusters, such as (1 | author).")
		return
	}
	var fall []string
	qualify := 0
	for k := range e.Found {
		for q, contrast := range e.Contrasts {
			difference := contrast.Less != nil
			if e.Found[k] < stableShare || difference && !e.oneSided(q, k) {
				continue
			}
			qualify++
			if min(e.Effective[k], e.Clusters[q]) < fewEffective ||
				difference && (e.Without[q][k] > 0) != (e.Mean[q][k][0] > 0) {
				fall = append(fall, fmt.Sprintf("%s of topic %s (%.1f effective clusters, most in %q, "+
					"and %.1f of the contrast; without %q the effect is %s %s)", contrast.Name, r.names[k],
					e.Effective[k], e.Largest[k], e.Clusters[q], e.Dropped[q][k], percent(e.Without[q][k]),
					e.unit()))
			}
		}
	}
	if qualify == 0 {
		r.open("effects", question, "No effect qualifies: none is on a topic that returns, with "+
			"intervals on the same side of 0 in all chains.")
		return
	}
	finding := fmt.Sprintf("All %d do that qualify: their topics return, and their intervals agree "+
		"on the sign.", qualify)
	if fall != nil {
		finding = fmt.Sprintf("%d of %d do not: %s.", len(fall), qualify,
			strings.Join(fall[:min(3, len(fall))], "; "))
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
	case "one":
		for k := range r.left {
			x = append(x, float64(k))
		}
		return x, r.left, "topic", "dependence that is left (1: as with one topic)"
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
			return x, y, "effect, " + e.unit(), "without the cluster that supports it most"
		}
	}
	return nil, nil, "", ""
}
