package nb

import (
	"encoding/base64"
	"fmt"
	"gibbslab/nb/internal/output"
	"html"
	"strings"
)

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
