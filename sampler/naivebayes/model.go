package naivebayes

import (
	"math/rand/v2"

	"gibbslab/sampler"
)

// A method is one of the three samplers. π and θ are drawn, or integrated out.
type method struct {
	pi, theta bool // drawn
	// label fills s.Prob[d] with the probabilities of the label of document d, which is not counted.
	label func(p *problem, s *State, d int)
}

func (p Prior) model(d Data, m method) (sampler.Model[State], error) {
	pr, err := p.problem(d)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	blocks := []sampler.Block[State]{sampler.Update("labels", func(r *rand.Rand, s *State) {
		for _, d := range pr.free {
			pr.remove(s, d)
			m.label(pr, s, d)
			pr.add(s, d, pick(r, s.Prob[d]))
		}
	})}
	logPi, ofPi := pr.logLabels, likelihood(piGivenLabels)
	if m.pi {
		blocks = append(blocks, sampler.Update("pi", drawPi))
		logPi, ofPi = pr.logPi, piGivenPi
	}
	logWords, ofTheta := pr.logCounts, likelihood(thetaGivenLabels)
	if m.theta {
		blocks = append(blocks, sampler.Update("theta", drawTheta))
		logWords, ofTheta = pr.logTheta, thetaGivenTheta
	}
	return sampler.Model[State]{
		Init:     func(r *rand.Rand) (*State, error) { return pr.newState(r, m.pi, m.theta), nil },
		Blocks:   append(blocks, pr.scaleBlocks(ofPi, ofTheta)...),
		Params:   pr.params(m),
		LogJoint: func(s *State) float64 { return logPi(s) + logWords(s) + pr.logScales(s) },
		Data:     pr,

		StateBytes: pr.stateBytes(m.theta),
	}, nil
}
