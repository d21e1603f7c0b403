"""The cells of first_hour.py: what an author writes in each step, first with slips, then right.

A slip is a name, a cell, and the words that the message must contain. The kernel must survive all of them.
"""

STATE = """
type state struct {
	Mu        []float64
	Mean, Var float64
}
"""

BLOCKS = """
func drawMu(r *rand.Rand, s *state) error {
	for i, x := range days {
		precision := float64(len(x)) + 1/s.Var
		s.Mu[i] = variate.Normal(r, (floats.Sum(x)+s.Mean/s.Var)/precision, 1/math.Sqrt(precision))
	}
	return nil
}

func drawMean(r *rand.Rand, s *state) error {
	n := float64(len(s.Mu))
	s.Mean = variate.Normal(r, floats.Sum(s.Mu)/n, math.Sqrt(s.Var/n))
	return nil
}

func drawVar(r *rand.Rand, s *state) error {
	sum := 0.0
	for _, mu := range s.Mu {
		sum += (mu - s.Mean) * (mu - s.Mean)
	}
	s.Var = variate.InvGamma(r, 2+float64(len(s.Mu))/2, 1+sum/2)
	return nil
}
"""

MODEL = """
func model() sampler.Model[state] {
	return sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{Mu: make([]float64, len(hospitals)), Mean: 5, Var: 1 + r.Float64()}, nil
		},
		Blocks: []sampler.Block[state]{{"mu", drawMu}, {"mean", drawMean}, {"var", drawVar}},
		Params: []sampler.Param[state]{
			{Name: "mu", Shape: []int{len(hospitals)}, Coords: [][]string{hospitals},
				Read: func(s *state, dst []float64) { copy(dst, s.Mu) }},
			sampler.Scalar("mean", func(s *state) float64 { return s.Mean }),
		},
	}
}
"""

POST = """
func post() *sampler.Trace {
	return nb.Memo(func() *sampler.Trace { return nb.Run(model(), sampler.Settings{Draws: 500, Seed: 1}) })
}
"""

RUN = "%%\nnb.Show(nb.Summary(nb.Run(model(), sampler.Settings{Draws: 500, Seed: 1})))"


def broken(old, new):
    """The model with one slip in it, and the run that meets it."""
    text = STATE + BLOCKS + MODEL
    assert old in text, old
    return text.replace(old, new).strip() + "\n" + RUN


STEPS = [
    {
        "name": "the data",
        "slips": [
            ("the line %% is missing", 'nb.Show("hello")', "%%"),
            ("an unused variable", "%%\nn := 3", "n", "Line 2"),
            ("a misspelt name of a package", "%%\nnb.Shwo(3)", "Shwo", "Show"),
        ],
        "right": 'var hospitals = []string{"Aalen", "Bonn", "Celle"}\n\n'
                 "var days = [][]float64{{4.1, 5.0, 3.8, 4.4}, {6.2, 5.9, 7.1}, {3.0, 2.7, 3.9, 3.1}}\n"
                 "%%\nnb.Show(len(hospitals))",
        "shows": ["3"],
    },
    {
        "name": "the model",
        "slips": [
            ("an index out of range in a block", broken("range days {", "range append(days, days...) {"),
             "mu", "index out of range"),
            ("a variate with a wrong argument", broken("variate.InvGamma(r, 2+", "variate.InvGamma(r, -2-"), "var", "InvGamma"),
            ("a nil slice in Init", broken("Mu: make([]float64, len(hospitals)), ", ""), "mu", "index out of range"),
            ("an unknown field", broken("{Name: \"mu\", Shape:", "{Name: \"mu\", Shpe:"), "Shpe"),
            ("a wrong number of arguments", broken("math.Sqrt(s.Var/n))", "math.Sqrt(s.Var/n), 1)"), "variate.Normal"),
            ("a misspelt package function", broken("floats.Sum(s.Mu)", "floats.Summ(s.Mu)"), "Summ"),
        ],
        "right": (STATE + BLOCKS + MODEL).strip() + "\n" + RUN,
        "shows": ["mu[Aalen]", "mean"],
    },
    {
        "name": "the draws",
        "slips": [
            ("an unknown parameter", POST.strip() + '\n%%\nnb.Show(nb.Density(post(), "maen"))', "maen", "mean"),
            ("a misspelt plot", POST.strip() + '\n%%\nnb.Show(nb.Denisty(post(), "mean"))', "Denisty", "Density"),
            ("a missing argument", POST.strip() + "\n%%\nnb.Show(nb.Must(post().Draws()))", "Draws"),
        ],
        "complete": [
            ("%%\nnb.Den", "Density"),
            ("%%\npost().Dr", "Draws"),
            ("%%\ntr := nb.Run(model(), sampler.Settings{})\ntr.Ch", "Chains"),
        ],
        "right": POST.strip() + '\n%%\nnb.Show(nb.Density(post(), "mean"), nb.Forest(post(), "mu"))\nnb.Show(nb.Summary(post()))',
        "shows": ["mu[Bonn]"],
    },
    {
        "name": "the checks",
        "slips": [
            ("a check that does not hold", '%%\nnb.Near("mean of the hospitals", diag.Mean(nb.Must(post().Draws("mean"))), 45, 0.5)',
             "mean of the hospitals"),
            ("a division by zero", "%%\nn := 0\nnb.Show(1 / n)", "divide by zero"),
            ("os.Exit", "%%\nos.Exit(3)", "3"),
        ],
        "right": '%%\nnb.Near("mean of the hospitals", diag.Mean(nb.Must(post().Draws("mean"))), 4.5, 0.7)',
        "shows": ["✓ mean of the hospitals"],
    },
]
