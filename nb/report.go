package nb

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
	"gibbslab/sampler/verify"
)

// Page is a review of a model with its pictures. [Show] shows it in a notebook, and [Save] writes
// it as an HTML page that needs no network.
type Page struct {
	Review *criticism.Review
	// Pictures has one for each section; it is empty where there is nothing to draw.
	Pictures []Grid
}

// Report asks five questions about a model: is the sampler right, do the chains agree, does the
// model make data like these, does each observation fit the others, and do prior and data agree?
// criticism.Check answers them. Each answer is green, red, or says what is missing, and has one
// picture.
//
//	page := nb.Report(criticism.Case[normal.State, []float64]{Trace: tr, Joint: joint, Data: y,
//		LogLik: log, Replicate: class, Priors: priors})
//	nb.Show(page)
//	nb.Save("report.html", page)
func Report[S, D any](c criticism.Case[S, D]) Page {
	r := Must(criticism.Check(c))
	page := Page{Review: r}
	for _, s := range r.Sections {
		page.Pictures = append(page.Pictures, sized(pictureOf(s, r, c.Trace)))
	}
	return page
}

// sized makes a picture small enough for a notebook to hold five of them.
func sized(g Grid) Grid {
	g.Width, g.Height = 560, 230
	if len(g.Plots) > 1 {
		g.Width, g.Height = 0, 260
	}
	return g
}

func pictureOf(s criticism.Section, r *criticism.Review, tr *sampler.Trace) Grid {
	one := func(p *plot.Plot) Grid { return Grid{Plots: []*plot.Plot{p}} }
	switch {
	case s.Name == "sampler" && r.Blocks != nil:
		return one(blockPlot(r.Blocks))
	case s.Name == "chains" && s.About != "" && s.Wrong:
		return one(TracePlot(tr, s.About))
	case s.Name == "chains" && s.About != "":
		return one(Convergence(tr))
	case s.Name == "fit" && r.PIT != nil && (s.About == "PIT" || !s.Wrong):
		return one(PIT(r.PIT))
	case s.Name == "fit" && s.Checked && hasCheck(r.Fit, s.About):
		return one(checkPlot(r.Fit, s.About, "data sets from the posterior"))
	case s.Name == "influence" && r.LOO != nil && slices.ContainsFunc(r.LOO.Points,
		func(p criticism.Point) bool { return paint.IsFinite(p.K) }):
		return one(KHat(r.LOO))
	case s.Name == "sensitivity" && s.Wrong && hasCheck(r.Prior, s.About):
		return one(checkPlot(r.Prior, s.About, "data sets from the prior"))
	case s.Name == "sensitivity" && r.Sensitivity != nil:
		if label := mostSensitive(r.Sensitivity); label != "" {
			return PowerScale(tr, r.LogLik, r.Priors, label)
		}
	}
	return Grid{}
}

// mostSensitive is the parameter that depends most on the prior.
func mostSensitive(s *criticism.Sensitivity) (label string) {
	most := math.Inf(-1)
	for _, row := range s.Rows {
		if v := row.Values[0]; v > most {
			label, most = row.Label, v
		}
	}
	return label
}

func hasCheck(checks []criticism.PredictiveCheck, statistic string) bool {
	return slices.ContainsFunc(checks, func(c criticism.PredictiveCheck) bool {
		return c.Statistic == statistic
	})
}

// checkPlot draws a statistic of the data and of the data sets that were made. The outermost
// hundredth is left out: it may be far away.
func checkPlot(checks []criticism.PredictiveCheck, statistic, made string) *plot.Plot {
	i := slices.IndexFunc(checks, func(c criticism.PredictiveCheck) bool {
		return c.Statistic == statistic
	})
	lo, hi := diag.ETI(checks[i].Replicated, 0.99)
	var inside []float64
	for _, v := range checks[i].Replicated {
		if lo <= v && v <= hi {
			inside = append(inside, v)
		}
	}
	p := Histogram(inside, statistic)
	AddMark(p, "observed", checks[i].Observed)
	p.Title.Text = fmt.Sprintf("The %s of the data and of %s", statistic, made)
	return p
}

// leastP is the smallest probability that blockPlot tells apart from 0.
const leastP = 1e-10

// blockPlot draws, for each block of a sampler, the probability of what it changed most if the
// block is right.
func blockPlot(b *verify.BlockReport) *plot.Plot {
	p := paint.NewPlot("How probable is what each block changed, if it is right?",
		"probability, all tests counted", "")
	var names []string
	var right, wrong plotter.XYs
	for k, block := range b.Blocks {
		names = append(names, block.Block)
		at := plotter.XY{X: min(1, max(leastP, block.P)), Y: float64(len(b.Blocks) - 1 - k)}
		if block.Err != nil {
			at.X = leastP
		}
		if block.Err != nil || block.Wrong {
			wrong = append(wrong, at)
		} else {
			right = append(right, at)
		}
	}
	paint.Right(right, 3).AddTo(p, "right")
	paint.Wrong(wrong, 4).AddTo(p, "wrong")
	p.X.Min, p.X.Max = leastP/2, 2
	LogAxis(&p.X)
	paint.NameRows(p, names)
	p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
	return p
}

func (p Page) details(s criticism.Section) (out []report.Report) {
	r := p.Review
	switch s.Name {
	case "sampler":
		if r.Blocks != nil {
			out = append(out, r.Blocks.Report())
		}
	case "chains":
		if r.Summary != nil {
			out = append(out, r.Summary.Report())
		}
	case "fit":
		if r.Fit != nil {
			out = append(out, checksReport("posterior", r.Fit))
		}
	case "influence":
		if r.LOO != nil {
			out = append(out, r.LOO.Report())
		}
	case "sensitivity":
		if r.Prior != nil {
			out = append(out, checksReport("prior", r.Prior))
		}
		if r.Sensitivity != nil {
			out = append(out, r.Sensitivity.Report())
		}
	}
	return out
}

// checksReport is the table of statistics of the data and of data sets that were made.
func checksReport(from string, checks []criticism.PredictiveCheck) report.Report {
	t := Table{Head: []string{"statistic", "data", "2.5 %", "97.5 %", "p"}}
	for _, c := range checks {
		lo, hi := diag.ETI(c.Replicated, 0.95)
		t.Rows = append(t.Rows, []any{c.Statistic, c.Observed, lo, hi, fmt.Sprintf("%.2g", c.P)})
	}
	return report.Report{Verdict: "Data sets from the " + from + ":", Table: t.Cells()}
}

// String is the text form: the verdict, then each question with its answer.
func (p Page) String() string { return strings.TrimRight(p.Review.String(), "\n") }

// messages are the verdict, and for each section a sentence and a picture.
func (p Page) messages() []output.Message {
	out := []output.Message{{Text: p.Review.Verdict(), HTML: output.Paragraphs(p.Review.Verdict())}}
	for i, s := range p.Review.Sections {
		out = append(out, output.Sentence(badge(s), s.Sign(), s.Question+" "+s.Finding))
		if len(p.Pictures[i].Plots) > 0 {
			out = append(out, messageOf(p.Pictures[i]))
		}
	}
	return out
}

func badge(s criticism.Section) string {
	switch {
	case !s.Checked:
		return output.Grey
	case s.Wrong:
		return output.Red
	}
	return output.Green
}

// pageHead begins a page that needs no network. Its colours are those that the reader has chosen;
// pictures are on white in both.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Is the model any good?</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }
h2 { font-size: 1.15em; margin: 2em 0 0.3em }
figure { margin: 0.8em 0; background: #ffffff; padding: 6px; width: fit-content }
figure img { max-width: 100%; height: auto; display: block }
table { border-collapse: collapse; font-size: 0.9em }
td, th { padding: 0.1em 0.6em }
details { overflow-x: auto }
</style>
</head>
<body>
`

// html is the page as one file: pictures are part of it, and their text forms stand for them where
// they cannot be seen.
func (p Page) html() []byte {
	var b strings.Builder
	b.WriteString(pageHead)
	fmt.Fprintf(&b, "<h1>Is the model any good?</h1>\n<p><b>%s</b></p>\n",
		html.EscapeString(p.Review.Verdict()))
	for i, s := range p.Review.Sections {
		fmt.Fprintf(&b, "<section>\n<h2>%s</h2>\n<p>%s</p>\n",
			output.Sentence(badge(s), s.Sign(), s.Question).HTML, html.EscapeString(s.Finding))
		if g := p.Pictures[i]; len(g.Plots) > 0 {
			_, _, width, _ := g.Layout()
			fmt.Fprintf(&b, "<figure><img width=\"%d\" alt=\"%s\" "+
				"src=\"data:image/png;base64,%s\"></figure>\n", width,
				html.EscapeString(g.String()), base64.StdEncoding.EncodeToString(g.PNG()))
		}
		if details := p.details(s); len(details) > 0 {
			b.WriteString("<details><summary>Numbers</summary>\n")
			for _, d := range details {
				b.WriteString(output.ReportMessage(d).HTML + "\n")
			}
			b.WriteString("</details>\n")
		}
		b.WriteString("</section>\n")
	}
	fmt.Fprintf(&b, "<details><summary>As text</summary>\n<pre style=\"white-space:pre-wrap\">%s"+
		"</pre>\n</details>\n</body>\n</html>\n", html.EscapeString(p.String()))
	return []byte(b.String())
}

// ReportTopics asks six questions about a model of topics: do the chains agree, which topics
// return, are several topics better than one, does the model make texts like these, do effects
// stand without any one cluster, and has a person validated the topics? topics.Check answers them,
// and each answer has one picture.
//
//	r := nb.Must(topics.Check(topics.Case{Trace: tr, Docs: docs, Vocabulary: words,
//		Effects: effects}))
//	page := nb.ReportTopics(r.Review, r.Points)
//	nb.Show(page)
//	nb.Save("topics.html", page)
func ReportTopics(
	r *criticism.Review, points func(section string) (x, y []float64, xName, yName string),
) Page {
	page := Page{Review: r}
	for _, s := range r.Sections {
		x, y, xName, yName := points(s.Name)
		picture := Grid{}
		if len(x) > 0 {
			p := Scatter("topics", x, y)
			p.X.Label.Text, p.Y.Label.Text, p.Title.Text = xName, yName, s.Question
			if s.Name == "fit" || s.Name == "effects" {
				AddCurve(p, "equal", func(x float64) float64 { return x })
			}
			picture.Plots = append(picture.Plots, p)
		}
		page.Pictures = append(page.Pictures, sized(picture))
	}
	return page
}
