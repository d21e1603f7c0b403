package topics

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/durable"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// saveable are topics with numbers that have no short decimal form.
func saveable() *Topics {
	return &Topics{
		Phi:        [][]float64{{1. / 3, 0.5, 1. / 6}, {math.Pi / 7, 1 - math.Pi/7, 0}},
		Alpha:      []float64{0.1, math.Sqrt2},
		Docs:       []corpus.Doc{corpus.Bag([]int32{0, 0, 0, 2}), corpus.Bag([]int32{1, 1}), nil},
		Theta:      [][]float64{{0.9, 0.1}, {1. / 3, 2. / 3}, {0.5, 0.5}},
		Vocabulary: []string{"tax", "Soviet", "ünion"},
	}
}

func TestSaveLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.topics")
	before := saveable()
	for _, topics := range []*Topics{before,
		{Phi: before.Phi, Alpha: before.Alpha[:1], Vocabulary: before.Vocabulary}} {
		if err := topics.Save(path); err != nil {
			t.Fatal(err)
		}
		for _, vocabulary := range [][]string{nil, topics.Vocabulary} {
			if after, err := Load(path, vocabulary); err != nil || !reflect.DeepEqual(after, topics) {
				t.Errorf("%+v, %v", after, err)
			}
		}
		after := must(Load(path, nil))
		docs := []corpus.Doc{corpus.Bag([]int32{0, 2, 2, 0}), nil, corpus.Bag([]int32{1})}
		a := must(topics.Infer(sampler.Stream("new", 1, 0), docs, 10, 20))
		b := must(after.Infer(sampler.Stream("new", 1, 0), docs, 10, 20))
		if !reflect.DeepEqual(a, b) {
			t.Errorf("inferred %v before and %v after", a, b)
		}
	}
}

func TestTopicsThatCannotBeSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.topics")
	for says, spoil := range map[string]func(*Topics){
		"Phi is empty":             func(x *Topics) { x.Phi = nil },
		"Vocabulary has 0 words":   func(x *Topics) { x.Vocabulary = nil },
		"\"tax\" is word 0 and wo": func(x *Topics) { x.Vocabulary[2] = "tax" },
		"Alpha has 0 values":       func(x *Topics) { x.Alpha = nil },
		"Topics.Theta 2":           func(x *Topics) { x.Theta = x.Theta[:2] },
		"sums to":                  func(x *Topics) { x.Theta[0][0] = 0.3 },
	} {
		topics := saveable()
		spoil(topics)
		if err := topics.Save(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, expected it to say %q", err, says)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was written")
	}
	err := saveable().Save(filepath.Join(path, "no", "folder"))
	if err == nil || !strings.Contains(err.Error(), "are not written") {
		t.Error(err)
	}
}

func TestLoadWrongFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.topics")
	if err := saveable().Save(path); err != nil {
		t.Fatal(err)
	}
	good := must(os.ReadFile(path))
	spoiled := saveable()
	spoiled.Phi[0][0] = math.NaN()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(savedTopics(*spoiled)); err != nil {
		t.Fatal(err)
	}
	for says, data := range map[string][]byte{
		"expected a file that Topics.Save wrote": []byte("text\n"),
		"does not hold topics":                   []byte("gibbslab checkpoint 2\n"),
		"a later version":                        append([]byte("gibbslab topics 2\n"), good[18:]...),
		"the file is damaged":                    good[:len(good)-1],
		"the checksum does not fit":              append(slices.Clone(good[:60]), good[61:]...),
		"damaged":                                good[:20],
		"cannot be read":                         durable.Seal(topicsFile, []byte("no gob")),
		"Phi[0][0] is NaN":                       durable.Seal(topicsFile, b.Bytes()),
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path, nil); err == nil || !strings.Contains(err.Error(), says) ||
			!strings.Contains(err.Error(), "topics: file "+path) {
			t.Errorf("error %v, expected it to say %q", err, says)
		}
	}
	_, err := Load(path+".none", nil)
	if err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Load(path, []string{"tax", "ünion", "Soviet", "peace"})
	if err == nil || !strings.Contains(err.Error(), "another vocabulary: 3 words, and yours has 4, "+
		"of which 3 are in both") {
		t.Error(err)
	}
}

func TestTopicsAsJSON(t *testing.T) {
	var got map[string]any
	before := saveable()
	if err := json.Unmarshal(must(json.Marshal(before)), &got); err != nil {
		t.Fatal(err)
	}
	third := got["doc_topic_dists"].([]any)[1].([]any)[0].(float64)
	if third != 1./3 || len(got) != 6 || !reflect.DeepEqual(got["vocab"], []any{"tax", "Soviet", "ünion"}) ||
		!reflect.DeepEqual(got["doc_lengths"], []any{4., 2., 0.}) ||
		!reflect.DeepEqual(got["term_frequency"], []any{3., 2., 1.}) ||
		!reflect.DeepEqual(got["alpha"], []any{0.1, math.Sqrt2}) {
		t.Errorf("%v", got)
	}
	if s := string(must(json.Marshal(Topics{Phi: [][]float64{{1}}, Alpha: []float64{2}}))); s !=
		`{"alpha":[2],"topic_term_dists":[[1]]}` {
		t.Error(s)
	}
	before.Theta = before.Theta[1:]
	for _, wrong := range []*Topics{before, {}} {
		if _, err := json.Marshal(wrong); err == nil {
			t.Errorf("%+v has no error", wrong)
		}
	}
}
