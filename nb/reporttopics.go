package nb

import "gibbslab/sampler/criticism"

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
