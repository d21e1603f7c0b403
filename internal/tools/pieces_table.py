"""Four pieces of an author's own work, as cells, and the slips he makes in them, each with what the notebook must say."""

import random
from dataclasses import dataclass


@dataclass
class Slip:
    """A slip: in one cell `old` is written as `new`. Then that cell runs, and after it `then`, if it is given.

    What the last of them says must contain each of `says`. `ok` is for cells that go on. Afterwards the right cell runs again.
    """

    cell: str
    old: str
    new: str
    says: tuple
    then: str = ""
    ok: bool = False


@dataclass
class Piece:
    """Work on one question: data files by name, cells by name in their order, with what each must show, and slips."""

    files: dict
    cells: dict
    shows: dict
    slips: list


def lives():
    r = random.Random(1)
    rows = []
    for _ in range(60):
        t, c = 300 * r.expovariate(1) ** (1 / 1.4), 100 + 500 * r.random()
        rows.append(f"{min(t, c):.1f}".replace(".", ",") + (";dead" if t < c else ";alive"))
    return "\ufeffdays;state\n" + "\n".join(rows) + "\n"


CITIES = ["Aachen", "Bonn", "Celle", "Dortmund", "Essen", "Frankfurt", "Hamburg", "Ingolstadt", "Jena", "Köln", "Leipzig", "Mainz"]


def sales():
    r = random.Random(2)
    return "city,variant,n\n" + "".join(f"{c},{v},{20 + r.randrange(30) + 10 * (v == 'B')}\n" for c in CITIES for v in "AB")


def level():
    r, x, rows = random.Random(3), 100.0, []
    for t in range(120):
        x += r.gauss(0, 1)
        rows.append(f"{t}\t" + ("NA" if t % 6 == 4 else f"{x + r.gauss(0, 2):.3f}"))
    return "day\tlevel\n" + "\n".join(rows) + "\n"


def texts():
    r = random.Random(4)
    words = ["goal match team player ball".split(), "tax law vote court bill".split()]
    rows = [f"\"{' '.join(r.choices(words[i % 2], k=12))}\",{'sport' if i % 2 == 0 else 'politics'}" for i in range(40)]
    return "text,kind\n" + "\n".join(rows) + "\n"


WEIBULL = Piece(
    files={"lives.csv": lives()},
    cells={
        "data": """func lives() (days []float64, died []bool) {
	f := nb.Must(datasets.ReadFrame("lives.csv"))
	days = nb.Must(f.Numbers("days"))
	for _, s := range nb.Must(f.Texts("state")) {
		died = append(died, s == "dead")
	}
	return days, died
}

%%
days, _ := lives()
nb.Show(nb.Must(datasets.ReadFrame("lives.csv")), len(days))""",
        "model": """type weib struct{ Shape, Scale float64 }

func logLik(days []float64, died []bool, shape, scale float64) float64 {
	sum := 0.0
	for i, t := range days {
		if died[i] {
			sum += math.Log(shape/scale) + (shape-1)*math.Log(t/scale)
		}
		sum -= math.Pow(t/scale, shape)
	}
	return sum
}

func survival() sampler.Model[weib] {
	days, died := lives()
	return sampler.Model[weib]{
		Init: func(r *rand.Rand) (*weib, error) {
			return &weib{Shape: 0.5 + 2*r.Float64(), Scale: 50 + 300*r.Float64()}, nil
		},
		Blocks: []sampler.Block[weib]{
			sampler.Update("shape", func(r *rand.Rand, s *weib) {
				s.Shape = update.Slice(r, s.Shape, 1, 0.01, 20, func(x float64) float64 {
					return logLik(days, died, x, s.Scale) - x/2
				})
			}),
			sampler.Update("scale", func(r *rand.Rand, s *weib) {
				s.Scale = update.Slice(r, s.Scale, 50, 1, 5000, func(x float64) float64 {
					return logLik(days, died, s.Shape, x) - math.Log(x)
				})
			}),
		},
		Params: []sampler.Param[weib]{
			sampler.Scalar("shape", func(s *weib) float64 { return s.Shape }),
			sampler.Scalar("scale", func(s *weib) float64 { return s.Scale }),
		},
	}
}

func post() *sampler.Trace { return nb.Run(survival(), sampler.Settings{Seed: 1}) }""",
        "run": "%%\nnb.Show(nb.Summary(post()))",
        "figure": """%%
days, died := lives()
tr := post()
shape, scale := nb.Must(tr.Draws("shape")), nb.Must(tr.Draws("scale"))
var grid []float64
for t := 0.0; t <= 600; t += 20 {
	grid = append(grid, t)
}
curves := make([][]float64, len(shape))
for s := range curves {
	for _, t := range grid {
		curves[s] = append(curves[s], math.Exp(-math.Pow(t/scale[s], shape[s])))
	}
}
p := nb.WithTitle(nil, "Survival", "days", "share alive")
nb.AddSurvival(p, "Kaplan–Meier", days, died)
nb.AddFit(p, "Weibull", grid, curves)
nb.Save("survival.pdf", p)
nb.Show(p)""",
    },
    shows={"data": ("numbers from", "texts, 2 different", "60"), "run": ("The chains agree", "shape", "scale"),
           "figure": ("y: share alive, 0 to 1", "Kaplan–Meier; Weibull")},
    slips=[
        Slip("model", "- x/2", "- 1/2*x", ("1 / 2 is 0 in Go", "write 1.0/2"), ok=True),
        Slip("model", "math.Pow(t/scale, shape)", "(t/scale)^shape", ("operator ^ not defined", "a power is math.Pow(x, y)")),
        Slip("model", "sum := 0.0", "sum = 0.0", ("undefined: sum: to declare it, write :=",)),
        Slip("model", "func logLik(days []float64, died []bool, shape, scale float64) float64 {\n\tsum := 0.0",
             "var sum float64\n\nfunc logLik(days []float64, died []bool, shape, scale float64) float64 {\n\tsum = 0.0", ("sum is one variable for all chains", "declare it inside of the function"), ok=True),
        Slip("model", "0.5 + 2*r.Float64()", "0.5 + 2*rand.Float64()", ("other values after Init", "a generator other than its r"), then="run"),
        Slip("model", "Shape: 0.5 + 2*r.Float64()", "Shape: 0", ('block "shape"', "0.01"), then="run"),
        Slip("model", "1, 0.01, 20", "1, -5, 20", ("is NaN",), then="run"),
        Slip("model", "if died[i] {", "if died[i+1] {", ("index out of range [60] with length 60",), then="run"),
        Slip("model", "return sampler.Model[weib]{", "return sampler.Model{", ("cannot use generic type sampler.Model",)),
        Slip("model", "func(s *weib) float64 { return s.Shape }", "func(s *weib) float64 { return s.Shapes }",
             ("weib", "no field or method Shapes; did you mean Shape?")),
        Slip("model", "Seed: 1", "Seed: -1", ("-1", "overflows")),
        Slip("model", "update.Slice(r, s.Shape", "update.Slise(r, s.Shape", ("update has no Slise; did you mean Slice?",)),
        Slip("data", 'f.Numbers("days")', 'f.Numbers("day")', ('no column "day"', 'did you mean "days"?')),
        Slip("data", 'f.Numbers("days")', 'f.Numbers("state")', ('column of texts use ReadFrame and its method Texts',)),
        Slip("data", '"lives.csv"))\n\tdays', '"live.csv"))\n\tdays', ("live.csv", "no such file")),
        Slip("figure", 'tr.Draws("scale")', 'tr.Draws("Scale")', ('no parameter "Scale"', "did you mean scale?")),
        Slip("figure", "days, died)", "days, died[1:])", ("60 times, and for 59 it is told",)),
        Slip("figure", "survival.pdf", "survival.jpg", ("end the name in .png, .svg or .pdf",)),
        Slip("figure", 'nb.AddFit(p, "Weibull", grid, curves)', 'nb.AddFit(p, "Weibull", grid[1:], curves)', ("line 0 has 31 values, and there are 30 x",)),
        Slip("figure", "nb.Show(p)", "p.Title = 3", ("cannot use 3",)),
        Slip("model", "func post()", "func posterior()", ("undefined: post",), then="run"),
    ],
)

POISSON = Piece(
    files={"sales.csv": sales()},
    cells={
        "data": """func sales() (n [][2]float64, cities []string) {
	f := nb.Must(datasets.ReadFrame("sales.csv"))
	all, g := nb.Must(f.Numbers("n")), nb.Must(f.Groups("city"))
	n = make([][2]float64, len(g.Names))
	for i, v := range nb.Must(f.Texts("variant")) {
		if v == "A" {
			n[g.Of[i]][0] = all[i]
		} else {
			n[g.Of[i]][1] = all[i]
		}
	}
	return n, g.Names
}""",
        "model": """type shops struct {
	Rate, Lift []float64
	Rates      [2]float64 // of the prior of Rate
}

func ab() sampler.Model[shops] {
	n, cities := sales()
	lifts := sampler.Vector("lift", 12, func(s *shops) []float64 { return s.Lift })
	lifts.Coords = [][]string{cities}
	return sampler.Model[shops]{
		Init: func(r *rand.Rand) (*shops, error) {
			s := &shops{Rate: make([]float64, 12), Lift: make([]float64, 12)}
			for c := range s.Rate {
				s.Rate[c], s.Lift[c] = 20+20*r.Float64(), 0.5+r.Float64()
			}
			return s, nil
		},
		Blocks: []sampler.Block[shops]{
			sampler.Update("rate", func(r *rand.Rand, s *shops) {
				for c := range s.Rate {
					s.Rate[c] = variate.Gamma(r, 2+n[c][0]+n[c][1], 0.1+1+s.Lift[c])
				}
			}),
			sampler.Update("lift", func(r *rand.Rand, s *shops) {
				for c := range s.Lift {
					s.Lift[c] = variate.Gamma(r, 4+n[c][1], 4+s.Rate[c])
				}
			}),
		},
		Params: []sampler.Param[shops]{lifts, sampler.Vector("rate", 12, func(s *shops) []float64 { return s.Rate })},
	}
}

func shopsPost() *sampler.Trace { return nb.Run(ab(), sampler.Settings{Seed: 1, Draws: 2000}) }""",
        "run": '%%\ntr := shopsPost()\nnb.Show(nb.Summary(tr, "lift"), nb.Interval{Sorted: true, Bare: true}.Forest(tr, "lift"))',
        "check": """%%
tr := shopsPost()
n, cities := sales()
var y []float64
var city []string
for c := range n {
	y = append(y, n[c][0], n[c][1])
	city = append(city, cities[c], cities[c])
}
sets := nb.Must(tr.Replicate(sampler.Stream("ppc", 1, 0), 50, 24, func(r *rand.Rand, d *sampler.Draw, y []float64) {
	rate, lift := d.Array("rate"), d.Array("lift")
	for i := range y {
		mean := rate[i/2]
		if i%2 == 1 {
			mean *= lift[i/2]
		}
		y[i] = float64(variate.Poisson(r, mean))
	}
}))
nb.Show(nb.Along(nb.PredictiveIntervals(y, sets), "city", city), nb.Rootogram(y, sets))""",
    },
    shows={"run": ("lift[Aachen]", "The chains agree", "Posterior intervals"), "check": ("x: city", "Observed frequencies hang")},
    slips=[
        Slip("model", "	lifts.Coords", "	shape := make([]float64, 12)\n	lifts.Coords", ("declared and not used: shape",)),
        Slip("model", "n, cities := sales()\n\tlifts := sampler", "n, cities := sales()\n\tposterior := make([]float64, 12)\n\tlifts := sampler", ("declared and not used: posterior",)),
        Slip("model", "				for c := range s.Rate {\n					s.Rate[c] = variate.Gamma(r, 2+n[c][0]+n[c][1], 0.1+1+s.Lift[c])",
             "				for c := range s.Rate {\n					b[c] += 1 + s.Lift[c]\n					s.Rate[c] = variate.Gamma(r, 2+n[c][0]+n[c][1], 0.1+b[c])", ("undefined: b",)),
        Slip("model", "	return sampler.Model[shops]{\n		Init: func(r *rand.Rand) (*shops, error) {\n			s := &shops{Rate: make([]float64, 12), Lift: make([]float64, 12)}",
             "	rate := make([]float64, 12)\n	return sampler.Model[shops]{\n		Init: func(r *rand.Rand) (*shops, error) {\n			s := &shops{Rate: rate, Lift: make([]float64, 12)}",
             ("Rate of chain 0 is also in chain", "Init must make new slices"), then="run"),
        Slip("model", 'sampler.Vector("lift", 12', 'sampler.Vector("lift", 11', ("11", "12"), then="run"),
        Slip("model", "[][]string{cities}", "[][]string{cities[1:]}", ("holds 11 names",), then="run"),
        Slip("model", "4+n[c][1], 4+s.Rate[c]", "4-n[c][1], 4+s.Rate[c]", ('block "lift"', "shape is -"), then="run"),
        Slip("model", "variate.Gamma(r, 4+n[c][1], 4+s.Rate[c])", "distuv.Gamma{Alpha: 4 + n[c][1], Beta: 4 + s.Rate[c]}.Rand()",
             ("a generator other than its r",), then="run"),
        Slip("model", "20+20*r.Float64()", "20+float64(len(cities)/5)*r.Float64()", ("len(cities) / 5 drops what is behind the point", "write float64(len(cities))/5"), ok=True),
        Slip("model", "Rate: make([]float64, 12), ", "", ("the slice is empty; did Init make it?",), then="run"),
        Slip("model", "	lifts.Coords = ", "	b := make([]float64, 12)\n	lifts.Coords = ", ("declared and not used: b",)),
        Slip("model", "				for c := range s.Lift {", "				for n[0][0] = range s.Lift {\n				}\n				for c := range s.Lift {", ("cannot",)),
        Slip("model", "				for c := range s.Rate {", "				for n[0][0]++; n[0][0] < 30; {\n					n[0][0]++\n				}\n				for c := range s.Rate {", ("n is one variable for all chains",), ok=True),
        Slip("run", 'nb.Summary(tr, "lift")', 'nb.Summary(tr, "lift[Koln]")', ("Koln", "Köln")),
        Slip("run", '.Forest(tr, "lift")', '.Forest(tr, "lifts")', ('no parameter "lifts"', "did you mean lift?")),
        Slip("run", "Sorted: true", "Sort: true", ("nb.Interval has no field Sort",)),
        Slip("check", "50, 24, func", "50, 23, func", ("23", "24")),
        Slip("check", "float64(variate.Poisson(r, mean))", "mean", ("give counts, 0 or more",)),
        Slip("check", 'd.Array("rate")', 'd.Array("rates")', ('"rates"',)),
        Slip("check", '"city", city)', '"city", cities)', ("12 values of city and 24 observations",)),
        Slip("check", "nb.Rootogram(y, sets)", "nb.ByGroup(cities, y, sets, nb.Rootogram)", ("12 groups and 24 observations",)),
        Slip("check", "mean := rate[i/2]", "mean := rate[i]", ("index out of range [12] with length 12",)),
        Slip("check", "rate[i/2]\n", "rate[float64(i/2)]\n", ("must be integer",)),
        Slip("check", "sampler.Stream(\"ppc\", 1, 0)", "nil", ("the random numbers or the function are nil",)),
    ],
)

LEVEL = Piece(
    files={"level.tsv": level()},
    cells={
        "model": """type walk struct {
	X      [][]float64
	Q, H   float64
	Kalman update.Kalman
}

func seen() (y [][]float64) {
	for _, v := range nb.Must(datasets.ReadCSV("level.tsv", "level")) {
		y = append(y, []float64{v})
	}
	return y
}

func local() sampler.Model[walk] {
	y := seen()
	return sampler.Model[walk]{
		Init: func(r *rand.Rand) (*walk, error) {
			s := &walk{X: make([][]float64, len(y)), Q: 0.2 + r.Float64(), H: 1 + 5*r.Float64()}
			for t := range s.X {
				s.X[t] = []float64{100}
			}
			return s, nil
		},
		Blocks: []sampler.Block[walk]{
			{Name: "path", Update: func(r *rand.Rand, s *walk) error {
				space := &update.StateSpace{Mean: []float64{100}, Covariance: []float64{100}, A: []float64{1},
					Noise: []float64{s.Q}, C: []float64{1}, ObservationNoise: []float64{s.H}}
				_, err := s.Kalman.Draw(r, space, y, s.X)
				return err
			}},
			sampler.Update("noises", func(r *rand.Rand, s *walk) {
				q, h, n := 0.0, 0.0, 0.0
				for t, x := range s.X {
					if t > 0 {
						q += (x[0] - s.X[t-1][0]) * (x[0] - s.X[t-1][0])
					}
					if v := y[t][0]; !math.IsNaN(v) {
						h, n = h+(v-x[0])*(v-x[0]), n+1
					}
				}
				s.Q = variate.InvGamma(r, 2+float64(len(y)-1)/2, 1+q/2)
				s.H = variate.InvGamma(r, 2+n/2, 1+h/2)
			}),
		},
		Params: []sampler.Param[walk]{
			sampler.Scalar("q", func(s *walk) float64 { return s.Q }),
			sampler.Scalar("h", func(s *walk) float64 { return s.H }),
			sampler.Vector("x", 120, func(s *walk) []float64 {
				x := make([]float64, len(s.X))
				for t := range x {
					x[t] = s.X[t][0]
				}
				return x
			}),
		},
	}
}

func levels() *sampler.Trace { return nb.Run(local(), sampler.Settings{Seed: 1}) }""",
        "run": '%%\ntr := levels()\nnb.Show(nb.Summary(tr, "q", "h"))',
        "figure": """%%
tr := levels()
var day, at, y []float64
for t, v := range seen() {
	day = append(day, float64(t))
	if !math.IsNaN(v[0]) {
		at, y = append(at, float64(t)), append(y, v[0])
	}
}
x := nb.Must(tr.Array("x"))
_ = x
lines := make([][]float64, 200)
for s := range lines {
	for t := range day {
		lines[s] = append(lines[s], nb.Must(tr.Chains(fmt.Sprintf("x[%d]", t)))[0][s])
	}
}
p := nb.Scatter("level, seen", at, y)
nb.AddFit(p, "level", day, lines)
nb.Show(p)""",
    },
    shows={"run": ("q", "h", "ESS"), "figure": ("level, seen; level",)},
    slips=[
        Slip("model", "Noise: []float64{s.Q}", "Noise: []float64{-s.Q}", ('block "path"', "Noise[0] is -", "expected a variance"), then="run"),
        Slip("model", "Covariance: []float64{100}", "Covariance: []float64{-100}", ('block "path"', "StateSpace.Covariance is [-100], which is no covariance matrix"), then="run"),
        Slip("model", "A: []float64{1}", "A: []float64{1, 0}", ('block "path"', "A"), then="run"),
        Slip("model", "X: make([][]float64, len(y)), ", "", ('block "path"',), then="run"),
        Slip("model", "float64(len(y)-1)/2", "float64((len(y)-1)/2)", ("drops what is behind the point",), ok=True),
        Slip("model", "1+h/2)\n			}),", "1+h^2)\n			}),", ("operator ^ not defined", "math.Pow(x, y)")),
        Slip("model", "q, h, n := 0.0, 0.0, 0.0", "q, h, n = 0.0, 0.0, 0.0", ("undefined: q: to declare it, write :=",)),
        Slip("model", "	y := seen()\n	return sampler", "	y := seen()\n	var kalman update.Kalman\n	return sampler", ("declared and not used: kalman",)),
        Slip("model", '"level.tsv", "level"', '"level.tsv", "levels"', ('no column "levels"', 'did you mean "level"?'), then="run"),
        Slip("model", "!math.IsNaN(v)", "v != math.NaN()", ("NaN", 'block "noises"'), then="run"),
        Slip("model", "_, err := s.Kalman.Draw", "err := s.Kalman.Draw", ("assignment mismatch: 1 variable", "returns 2 values")),
        Slip("model", 'sampler.Vector("x", 120', 'sampler.Vector("x", 119', ("returned 120 values",), then="run"),
        Slip("figure", "if !math.IsNaN(v[0]) {", "if true {", ("not finite: leave them out",)),
        Slip("figure", '"x[%d]", t)', '"x[%d]", t+1)', ("120",)),
        Slip("figure", "nb.AddFit(p, \"level\", day, lines)", "nb.Show(nb.Histogram([]float64{1, math.NaN()}, \"x\"))", ("value 1 is NaN: leave out",)),
        Slip("run", "%%\n", "", ("put %% on a line of its own",)),
        Slip("run", 'nb.Show(nb.Summary(tr, "q", "h"))', 'for i := range 3 {\n\tfmt.Println(i)', ("the { of line 3 is not closed",)),
    ],
)

TEXTS = Piece(
    files={"texts.csv": texts()},
    cells={
        "corpus": """func own() (*corpus.Corpus, []string) {
	f := nb.Must(datasets.ReadFrame("texts.csv"))
	texts := nb.Must(f.Texts("text"))
	return nb.Must(datasets.FromTexts(texts, datasets.VocabularySettings{MinDocs: 2})), texts
}""",
        "topics": """func found() *sampler.Trace {
	c, _ := own()
	m := nb.Must(lda.Prior{K: 2}.Model(c.Docs, len(c.Vocabulary), lda.Settings{}))
	return nb.Run(m, sampler.Settings{Seed: 1, Draws: 300, Warmup: 300})
}

%%
c, _ := own()
t := nb.Must(topics.Read(found(), 0, c.Docs))
nb.Show(nb.WordBars(c.Vocabulary, t.Phi[0], 5))""",
        "page": """%%
c, texts := own()
t := nb.Must(topics.Read(found(), 0, c.Docs))
nb.Browse("topics.html", browser.Page{Chains: []*topics.Topics{t}, Vocabulary: c.Vocabulary, Texts: texts})""",
        "labels": """func classes() *sampler.Trace {
	c, _ := own()
	labels := make([]int, len(c.Docs))
	for d := range labels {
		labels[d] = -1
		if d < 20 {
			labels[d] = d % 2
		}
	}
	m := nb.Must(naivebayes.Prior{GammaTheta: []float64{0.1}}.Collapsed(naivebayes.Data{Docs: c.Docs, V: len(c.Vocabulary), Labels: labels}))
	return nb.Run(m, sampler.Settings{Seed: 1, Draws: 200})
}

%%
nb.Show(classes().Names())""",
    },
    shows={"topics": ("word",), "page": ("The page is in topics.html.",), "labels": ("l",)},
    slips=[
        Slip("topics", "lda.Prior{K: 2}", "lda.Prior{}", ("K",)),
        Slip("topics", "len(c.Vocabulary), lda", "3, lda", ("word", "3")),
        Slip("corpus", "MinDocs: 2", "MinDocs: 3000", ("no word is left of 10 in 40 documents", "MinDocs"), then="topics"),
        Slip("topics", "found(), 0, c.Docs", "found(), 4, c.Docs", ("chain 4",)),
        Slip("topics", "nb.WordBars(c.Vocabulary, t.Phi[0], 5)", 'nb.Density(found(), "phi"), t', ("phi",)),
        Slip("topics", "t.Phi[0]", "t.Phi[2]", ("index out of range [2] with length 2",)),
        Slip("page", "topics.html", "topics.htm", ("ends in .html",)),
        Slip("page", "Texts: texts", "Texts: texts[1:]", ("39", "40")),
        Slip("page", "Vocabulary: c.Vocabulary", "Vocabulary: c.Words", ("*corpus.Corpus has no field or method Words",)),
        Slip("labels", "labels[d] = d % 2", "labels[d] = -2", ("-2",)),
        Slip("labels", "make([]int, len(c.Docs))", "make([]int, 39)", ("39", "40")),
        Slip("labels", "naivebayes.Prior{GammaTheta: []float64{0.1}}", "naivebayes.Prior{GammaTheta: []float64{1 / 10}}", ("1 / 10 is 0 in Go",)),
        Slip("labels", "nb.Show(classes().Names())", 'nb.Show(nb.TracePlot(classes(), "labels[0]"))', ("no parameter",)),
        Slip("labels", "%%\nnb.Show(classes().Names())", "%%\nfor d in range(3) {\n}", ("Go has no in",)),
    ],
)

TRAPS = Piece(
    files={},
    cells={"f": "func f() float64 { return 1 }", "use": "%%\nfmt.Println(f())", "mean": "%%\nfmt.Println(diag.Mean([]float64{1, 2}))"},
    shows={"use": ("1",), "mean": ("1.5",)},
    slips=[
        Slip("f", "func f()", "func g()", ("undefined: f",), then="use"),
        Slip("f", "func f()", "func diag(x float64) float64 { return x }\n\nfunc f()", ("diag is declared in Cell[", "hides the package diag", "%rm diag"), then="mean"),
        Slip("use", "f()", "2^3", ("2 ^ 3 is no power in Go",), ok=True),
        Slip("use", "f()", "1/3*f()", ("1 / 3 is 0 in Go",), ok=True),
        Slip("use", "%%\n", "type f struct{ X int }\n%%\n", ("f is declared twice, also in Cell[",)),
        Slip("use", "f()", "flow", ("undefined: flow",)),
        Slip("mean", "%%\n", "%%\ndiag := 3\n", ("diag is a variable here, and hides the package diag",)),
    ],
)

PIECES = {"traps": TRAPS, "Weibull": WEIBULL, "Poisson": POISSON, "level": LEVEL, "texts": TEXTS}
