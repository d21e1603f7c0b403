package output

import (
	"fmt"
	"html"
	"strings"
)

// Colours of the badge before a sentence. No text colour has a contrast of 4.5 with both a white
// page and JupyterLab's dark page. So the sentence keeps the colour of the page, and the sign is
// white on one of these.
const (
	Green = "#1a7f37"
	Red   = "#c62828"
	Grey  = "#6a6a6a"
)

// Sentence is a claim with a badge of this colour before it.
func Sentence(colour, sign, claim string) Message {
	const badge = `<b style="background-color:%s;color:#ffffff;padding:0 0.35em;` +
		`border-radius:3px">%s</b> %s`
	return Message{
		Text: sign + " " + claim,
		HTML: fmt.Sprintf(badge, colour, sign, html.EscapeString(claim)),
	}
}

// Say shows a claim with a badge.
func Say(colour, sign, claim string) { Emit(Sentence(colour, sign, claim)) }

// Paragraphs makes a paragraph of each line of text. Paragraphs break between words, and plain text
// breaks anywhere.
func Paragraphs(text string) string {
	lines := strings.Split(html.EscapeString(text), "\n")
	return "<p>" + strings.Join(lines, "</p>\n<p>") + "</p>"
}

// Plural writes a number with a noun, which has an s unless the number is 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
