package topics

import (
	"encoding/json"
	"errors"
	"fmt"
)

// MarshalJSON lets encoding/json write the topics, under the names that pyLDAvis gives its
// arguments:
//
//	vocab             Vocabulary, if there is one
//	alpha             Alpha, K values
//	topic_term_dists  Phi, K × V
//	doc_topic_dists   Theta, documents × K
//	doc_lengths       tokens of each document
//	term_frequency    tokens of each word in the documents
//
// The last three are there if Docs and Theta are. In Python, with d = json.load(file) and without
// d["alpha"], pyLDAvis.prepare(**d) takes the rest. Numbers are written such that they are read
// again bit for bit.
func (t Topics) MarshalJSON() ([]byte, error) {
	err := t.checkPhi()
	alpha, wrong := t.concentrations()
	if err := errors.Join(err, wrong); err != nil {
		return nil, fmt.Errorf("topics: MarshalJSON: %w", err)
	}
	out := struct {
		Vocab   []string    `json:"vocab,omitempty"`
		Alpha   []float64   `json:"alpha"`
		Phi     [][]float64 `json:"topic_term_dists"`
		Theta   [][]float64 `json:"doc_topic_dists,omitempty"`
		Lengths []int       `json:"doc_lengths,omitempty"`
		Counts  []int       `json:"term_frequency,omitempty"`
	}{Vocab: t.Vocabulary, Alpha: alpha, Phi: t.Phi}
	if len(t.Docs) > 0 || len(t.Theta) > 0 {
		if err := t.checkTheta(); err != nil {
			return nil, fmt.Errorf("topics: MarshalJSON: %w", err)
		}
		out.Theta, out.Counts = t.Theta, make([]int, len(t.Phi[0]))
		for _, doc := range t.Docs {
			out.Lengths = append(out.Lengths, doc.Tokens())
			for _, c := range doc {
				out.Counts[c.Word] += int(c.N)
			}
		}
	}
	return json.Marshal(out)
}
