package topics

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gibbslab/internal/durable"
	"gibbslab/internal/memory"
	"gibbslab/sampler/corpus"
)

// topicsFile is the first line of a file of topics, with the version of its format.
const topicsFile = topicsFormat + "1\n"

const topicsFormat = "gibbslab topics "

// savedTopics is the content of the file.
type savedTopics struct {
	Phi        [][]float64
	Alpha      []float64
	Docs       []corpus.Doc
	Theta      [][]float64
	Vocabulary []string
}

// Save writes the topics to a file: vocabulary, φ, α, and the documents with their θ if there are
// any. [Load] reads it. The file has a checksum, and is written in full or not at all: if the
// disk is full, an earlier file stays. It needs Phi, Alpha and Vocabulary. Without Docs and Theta
// the file is smaller, and serves for [Topics.Infer] as well.
func (t *Topics) Save(path string) error {
	if err := t.checkSaved(); err != nil {
		return fmt.Errorf("topics: Save: %w", err)
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(savedTopics(*t))
	if err == nil {
		err = durable.WriteFile(path, durable.Seal(topicsFile, b.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("topics: the topics are not written to %s: %w; name a file in a folder that "+
			"you can write to", path, err)
	}
	return nil
}

// Load reads topics from a file that [Topics.Save] wrote, with all numbers as they were, bit
// for bit. Count new texts in their Vocabulary, with the settings that made it
// ([gibbslab/datasets.Encode]), and give the counts to [Topics.Infer].
//
// If you have documents already, give their vocabulary: it is an error if that is not the
// vocabulary of the file, because word 17 would then be another word. Otherwise give nil. Other
// errors: a file of another kind or of a later version, a damaged file.
func Load(path string, vocabulary []string) (*Topics, error) {
	wrap := func(err error) (*Topics, error) {
		return nil, fmt.Errorf("topics: file %s: %w", path, err)
	}
	data, err := durable.ReadSealed(path, topicsFile, memory.Limit()/2)
	switch other := durable.OtherFormat(""); {
	case !errors.As(err, &other):
	case strings.HasPrefix(string(other), topicsFormat):
		return wrap(errors.New("a later version of this library wrote it: use that version"))
	default:
		return wrap(errors.New("it does not hold topics, expected a file that Topics.Save wrote"))
	}
	if errors.Is(err, durable.ErrDamaged) {
		return wrap(fmt.Errorf("%w: copy it again, or fit the topics again", err))
	} else if err != nil {
		return wrap(fmt.Errorf("%w; give the path of a file that Topics.Save wrote", err))
	}
	var saved savedTopics
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&saved); err != nil {
		return wrap(fmt.Errorf("it cannot be read (%w): fit the topics again", err))
	}
	t := Topics(saved)
	if err := t.checkSaved(); err != nil {
		return wrap(fmt.Errorf("its content is wrong: %w: fit the topics again", err))
	}
	if vocabulary != nil {
		if err := t.checkVocabulary(vocabulary); err != nil {
			return wrap(err)
		}
	}
	return &t, nil
}

func (t *Topics) checkSaved() error {
	if err := t.checkPhi(); err != nil {
		return err
	}
	if len(t.Vocabulary) != len(t.Phi[0]) {
		return fmt.Errorf("Topics.Vocabulary has %d words and Topics.Phi %d, expected the same "+
			"number: set it to the Vocabulary of the corpus", len(t.Vocabulary), len(t.Phi[0]))
	}
	seen := make(map[string]int, len(t.Vocabulary))
	for w, word := range t.Vocabulary {
		if first, twice := seen[word]; twice {
			return fmt.Errorf("%q is word %d and word %d of Topics.Vocabulary, expected each once",
				word, first, w)
		}
		seen[word] = w
	}
	_, err := t.concentrations()
	if len(t.Docs) > 0 || len(t.Theta) > 0 {
		err = errors.Join(err, t.checkTheta())
	}
	return err
}

// checkVocabulary reports how a vocabulary differs from that of the topics.
func (t *Topics) checkVocabulary(vocabulary []string) error {
	if slices.Equal(vocabulary, t.Vocabulary) {
		return nil
	}
	known := make(map[string]bool, len(t.Vocabulary))
	for _, word := range t.Vocabulary {
		known[word] = true
	}
	shared := 0
	for _, word := range vocabulary {
		if known[word] {
			shared++
		}
	}
	return fmt.Errorf("its topics have another vocabulary: %d words, and yours has %d, of which %d "+
		"are in both; count your texts in the vocabulary of the file: load it with nil, and give "+
		"Topics.Vocabulary to datasets.Encode", len(t.Vocabulary), len(vocabulary), shared)
}

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
