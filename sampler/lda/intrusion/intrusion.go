// Package intrusion makes sheets on which people check topics, and reads them back. A row shows six
// words, five of a topic and one that is probable in another: who knows what the topic is about
// finds the intruder. Or it shows a document and four topics by their words, one of which the
// document hardly has. The sheets do not say which is which, and the key stays with you. Two people
// or more fill in a sheet each; [Score] tells how often they found the intruder and agreed.
//
// Source: Chang, Boyd-Graber, Gerrish, Wang & Blei, "Reading tea leaves: how humans interpret topic
// models", Neural Information Processing Systems (2009).
package intrusion

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"gibbslab/internal/durable"
	"gibbslab/internal/numeric"
	"gibbslab/sampler/lda/topics"
)

// A Sheet is a list of questions with their key.
type Sheet struct{ Rows []Row }

// A Row is a question: which of the choices does not belong to the others? Text is the document, if
// it is about one.
type Row struct {
	Text     string
	Choices  []string
	Topic    int // that it is about
	Intruder int // the key: the choice that does not belong, from 0
}

// Words makes rows of word intrusion, some for each topic: five of its ten most probable words, and
// one of the ten of another topic that is improbable in this one. It needs Phi and Vocabulary.
func Words(t *topics.Topics, each int, r *rand.Rand) (*Sheet, error) {
	top, err := t.Top(10)
	switch {
	case err != nil:
	case len(t.Phi) < 2 || len(t.Vocabulary) < 20:
		err = fmt.Errorf("%d topics over %d named words, expected 2 and 20 or more", len(t.Phi),
			len(t.Vocabulary))
	case each < 1 || r == nil:
		err = fmt.Errorf("%d rows for each topic and the generator %v: "+
			"give 1 or more, and a generator", each, r)
	}
	if err != nil {
		return nil, fmt.Errorf("intrusion: Words: %w", err)
	}
	s := &Sheet{}
	for k, own := range top {
		half := slices.Sorted(slices.Values(t.Phi[k]))[len(t.Phi[k])/2] // the median
		var strange []int
		for j, others := range top {
			for _, w := range others {
				if j != k && t.Phi[k][w] <= half && !slices.Contains(strange, w) {
					strange = append(strange, w)
				}
			}
		}
		for range each {
			if len(strange) == 0 {
				return nil, fmt.Errorf("intrusion: Words: no probable word of another topic is improbable in "+
					"topic %d: the topics are too much alike", k)
			}
			var choices []string
			for _, i := range r.Perm(10)[:5] {
				choices = append(choices, t.Vocabulary[own[i]])
			}
			s.add(r, "", k, choices, t.Vocabulary[strange[r.IntN(len(strange))]])
		}
	}
	r.Shuffle(len(s.Rows), func(i, j int) { s.Rows[i], s.Rows[j] = s.Rows[j], s.Rows[i] })
	return s, nil
}

// Documents makes rows of topic intrusion: a document, and four topics by their eight most probable
// words, the three largest of the document and one of the smaller half. The row is about the
// largest. Documents are drawn, as many as rows are wanted. It needs Phi, Theta and Vocabulary.
func Documents(t *topics.Topics, texts []string, rows int, r *rand.Rand) (*Sheet, error) {
	top, err := t.Top(8)
	switch {
	case err != nil:
	case len(t.Phi) < 8:
		err = fmt.Errorf("%d topics, expected 8 or more: a row shows the three largest of a document "+
			"and one of the smaller half, which must be others", len(t.Phi))
	case len(texts) != len(t.Theta) || rows < 1 || rows > len(texts) || r == nil:
		err = fmt.Errorf("%d texts, θ of %d documents and %d rows: give the text of each document, 1 to "+
			"that many rows, and a generator", len(texts), len(t.Theta), rows)
	}
	if err != nil {
		return nil, fmt.Errorf("intrusion: Documents: %w", err)
	}
	names := make([]string, len(top))
	for k, list := range topics.Words(t.Vocabulary, top) {
		names[k] = strings.Join(list, " ")
	}
	s := &Sheet{}
	for _, d := range r.Perm(len(texts))[:rows] {
		order := numeric.Order(len(names), func(a, b int) int {
			return cmp.Compare(t.Theta[d][b], t.Theta[d][a])
		})
		choices := []string{names[order[0]], names[order[1]], names[order[2]]}
		small := order[len(order)/2:]
		s.add(r, texts[d], order[0], choices, names[small[r.IntN(len(small))]])
	}
	return s, nil
}

// add adds a row with the intruder at a random place.
func (s *Sheet) add(r *rand.Rand, text string, topic int, choices []string, intruder string) {
	at := r.IntN(len(choices) + 1)
	s.Rows = append(s.Rows, Row{text, slices.Insert(choices, at, intruder), topic, at})
}

// Save writes the sheet for a person to fill in, without the key: .csv, with a last column answer
// for the number of the choice from 1; or .html, a page that works without a network and gives the
// filled sheet as a file of CSV. Or it writes .json, the sheet with its key: keep it for [Load].
func (s *Sheet) Save(path string) error {
	var b strings.Builder
	var err error
	switch {
	case len(s.Rows) == 0:
		err = errors.New("the sheet has no rows")
	case strings.HasSuffix(path, ".csv"):
		err = csv.NewWriter(&b).WriteAll(s.lines(true))
	case strings.HasSuffix(path, ".html"):
		s.page(&b)
	case strings.HasSuffix(path, ".json"):
		err = json.NewEncoder(&b).Encode(s)
	default:
		err = fmt.Errorf("end the name %q in .csv, .html or .json", path)
	}
	if err == nil {
		err = durable.WriteFile(path, []byte(b.String()))
	}
	if err != nil {
		return fmt.Errorf("intrusion: Save: %w", err)
	}
	return nil
}

// Load reads a sheet with its key, from a file that [Sheet.Save] wrote as .json.
func Load(path string) (*Sheet, error) {
	s := &Sheet{}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	for i, row := range s.Rows {
		if err == nil && (row.Intruder < 0 || row.Intruder >= len(row.Choices) || row.Topic < 0) {
			err = fmt.Errorf("row %d is about topic %d, and its key is choice %d of %d", i+1, row.Topic,
				row.Intruder, len(row.Choices))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("intrusion: Load: %w", err)
	}
	return s, nil
}

// lines are the sheet as a table, with the texts if asked.
func (s *Sheet) lines(texts bool) [][]string {
	head := []string{"row"}
	if texts {
		head = append(head, "text")
	}
	for i := range s.Rows[0].Choices {
		head = append(head, strconv.Itoa(i+1))
	}
	lines := [][]string{append(head, "answer")}
	for i, row := range s.Rows {
		line := []string{strconv.Itoa(i + 1)}
		if texts {
			line = append(line, row.Text)
		}
		lines = append(lines, append(append(line, row.Choices...), ""))
	}
	return lines
}

// page is the sheet as a form; a few lines of script write the answers into a file.
func (s *Sheet) page(b *strings.Builder) {
	b.WriteString(`<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Which one does not belong?</title>
<style>:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}
fieldset{margin:1em 0;border:1px solid #8888}label{display:inline-block;margin:.2em 1em .2em 0}
p{max-height:12em;overflow:auto}</style>
<h1>Which one does not belong?</h1><form>
<p>Choose one answer in each box. If you cannot tell, leave it empty.
Save your answers at the end, and send the file back.
<p><label>Your name <input name="rater"></label>
`)
	for i, row := range s.Rows {
		fmt.Fprintf(b, "<fieldset><legend>%d</legend>\n", i+1)
		if row.Text != "" {
			fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(row.Text))
		}
		for j, choice := range row.Choices {
			fmt.Fprintf(b, "<label><input type=\"radio\" name=\"%d\" value=\"%d\"> %s</label>\n", i+1, j+1,
				html.EscapeString(choice))
		}
		b.WriteString("</fieldset>\n")
	}
	fmt.Fprintf(b, `<button>Save my answers</button></form><script>
document.forms[0].onsubmit = e => { e.preventDefault()
let csv = "row,choice,answer\n", f = new FormData(e.target)
for (let i = 1; i <= %d; i++) {
let c = e.target.querySelector('[name="' + i + '"]:checked')
let word = c ? c.parentElement.textContent.trim().replaceAll('"', '""') : ""
csv += i + ',"' + word + '",' + (f.get(i) || "") + "\n" }
let a = document.createElement("a")
a.href = URL.createObjectURL(new Blob([csv], {type: "text/csv"}))
a.download = "answers " + f.get("rater") + ".csv"; a.click() }
</script></html>
`, len(s.Rows))
}

// Read reads a filled sheet: for each row the choice, from 0, or −1 if it has no answer. A sheet
// with other choices than this one is an error.
func (s *Sheet) Read(path string) ([]int, error) {
	answers, err := s.read(path)
	if err != nil {
		return nil, fmt.Errorf("intrusion: Read: %s: %w", path, err)
	}
	return answers, nil
}

func (s *Sheet) read(path string) ([]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || lines[0][0] != "row" || lines[0][len(lines[0])-1] != "answer" {
		return nil, errors.New(`expected a first column "row" and a last one "answer"`)
	}
	answers := slices.Repeat([]int{-1}, len(s.Rows))
	for _, line := range lines[1:] {
		text := strings.TrimSpace(line[len(line)-1])
		row, err := strconv.Atoi(line[0])
		if err != nil || row < 1 || row > len(s.Rows) {
			return nil, fmt.Errorf("there is no row %q: the sheet has rows 1 to %d", line[0], len(s.Rows))
		}
		choices := s.Rows[row-1].Choices
		answer, err := strconv.Atoi(strings.TrimSuffix(text, ".0")) // as a spreadsheet may write it
		if text != "" && (err != nil || answer < 1 || answer > len(choices)) {
			return nil, fmt.Errorf("row %d has the answer %q, expected 1 to %d, or nothing", row, text,
				len(choices))
		}
		for j, said := range line {
			at, err := strconv.Atoi(lines[0][j]) // a choice, as the sheet shows it
			if lines[0][j] == "choice" && text != "" {
				at, err = answer, nil // the one that was taken
			}
			if err == nil && (at < 1 || at > len(choices) || !strings.EqualFold(said, choices[at-1])) {
				return nil, fmt.Errorf("choice %d of row %d is %q, and this sheet has the choices %q: "+
					"take the sheet with its key that belongs to the file (Load)", at, row, said, choices)
			}
		}
		answers[row-1] = answer - 1
	}
	return answers, nil
}
