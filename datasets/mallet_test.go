package datasets

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var smallState = &MalletState{
	Vocabulary: []string{"ball", "game", "vote"},
	Sources:    []string{"a file.txt", "", "NA"},
	Words:      [][]int32{{0, 1, 0}, nil, {2}},
	Topics:     [][]int32{{1, 0, 1}, nil, {0}},
	Alpha:      []float64{0.1, 2.5e-3},
	Beta:       0.01,
}

const smallStateText = `#doc source pos typeindex type topic
#alpha : 0.1 0.0025 ` + `
#beta : 0.01
0 a file.txt 0 0 ball 1
0 a file.txt 1 1 game 0
0 a file.txt 2 0 ball 1
2 NA 0 2 vote 0
`

func TestMalletRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"state", "state.gz"} {
		path := filepath.Join(dir, name)
		if err := WriteMallet(path, smallState); err != nil {
			t.Fatal(err)
		}
		if s, err := ReadMallet(path); err != nil || !reflect.DeepEqual(s, smallState) {
			t.Errorf("%+v, %v", s, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "state")); err != nil ||
		string(text) != smallStateText {
		t.Errorf("wrote %s, %v", text, err)
	}
	f, err := os.Open(filepath.Join(dir, "state.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := gzip.NewReader(f); err != nil {
		t.Errorf("state.gz is not compressed: %v", err)
	}
	c := smallState.Corpus()
	if got := bags(c); got != "ball×2 game |  | vote" {
		t.Errorf("corpus %s", got)
	}
}

func TestMalletRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "no data",
		"#doc source pos typeindex type topic\n": "no data",
		"#alpha : 0.1 x\n":                       `line 1: alpha is "x"`,
		"#alpha : \n":                            "0 numbers for alpha",
		"#alpha : 1\n#alpha : 1\n":               "line 2: 1 numbers for alpha",
		"#beta : 0\n":                            `beta is "0"`,
		"#beta : 1 2\n":                          "2 numbers for beta",
		"#beta : Inf\n":                          `beta is "Inf"`,
		"0 NA 0 0 a\n":                           "line 1: 5 field(s)",
		"x NA 0 0 a 0\n":                         `the document is "x"`,
		"0 NA x 0 a 0\n":                         `the position is "x"`,
		"0 NA 0 -1 a 0\n":                        `the typeindex is "-1"`,
		"0 NA 0 0 a 1.5\n":                       `the topic is "1.5"`,
		"0 NA 0 0  0\n":                          "the type is empty",
		"#alpha : 1 1\n0 NA 0 0 a 2\n":           "line 2: topic 2, expected 0 to 1",
		"1 NA 0 0 a 0\n0 NA 0 0 a 0\n":           "line 2: document 0 after document 1",
		"0 NA 0 0 a 0\n0 NA 1 1 a 0\n":           `line 2: "a" has typeindex 1, but 0 before`,
		"0 NA 0 0 a 0\n0 NA 1 0 b 0\n":           `line 2: typeindex 0 is "b", but "a" before`,
		"0 x 0 0 a 0\n0 y 1 0 a 0\n":             `document 0 has source "y", but "x" before`,
		"2147483647 NA 0 0 a 0\n":                "only 1 tokens so far",
		"0 NA 0 2147483647 a 0\n":                "only 1 tokens so far",
	} {
		_, err := parseMallet(newLines("the/file", strings.NewReader(text)))
		wantError(t, err, want, "the/file")
	}
	for _, c := range []struct {
		change func(s *MalletState)
		want   string
	}{
		{func(s *MalletState) { s.Topics = s.Topics[:2] }, "Words of 3 documents, Topics of 2"},
		{func(s *MalletState) { s.Sources = s.Sources[:2] }, "2 Sources"},
		{func(s *MalletState) { s.Alpha = []float64{1, -1} }, "Alpha[1] is -1"},
		{func(s *MalletState) { s.Alpha = []float64{1} }, "document 0 has topic 1"},
		{func(s *MalletState) { s.Alpha = []float64{} }, "0 numbers Alpha"},
		{func(s *MalletState) { s.Beta = -1 }, "Beta -1"},
		{func(s *MalletState) { s.Topics = [][]int32{{1}, nil, {0}} },
			"document 0 has 3 words and 1 topics"},
		{func(s *MalletState) { s.Topics = [][]int32{{1, 0, 1}, nil, {-1}} }, "document 2 has topic -1"},
		{func(s *MalletState) { s.Words = [][]int32{{0, 1, 3}, nil, {2}} }, "document 0 has word 3"},
		{func(s *MalletState) { s.Vocabulary = []string{"a", "b", "a"} }, `"a" is word 0 and word 2`},
		{func(s *MalletState) { s.Vocabulary = []string{"a", "new york", "b"} },
			"no space or line break"},
		{func(s *MalletState) { s.Vocabulary = []string{"a", "", "b"} }, "no space or line break"},
		{func(s *MalletState) { s.Vocabulary = []string{"a", "\xff", "b"} }, "no space or line break"},
		{func(s *MalletState) { s.Sources = []string{"a\nb", "", ""} }, "the source of document 0"},
	} {
		s := *smallState
		c.change(&s)
		path := filepath.Join(t.TempDir(), "state")
		wantError(t, WriteMallet(path, &s), c.want)
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: the file is written", c.want)
		}
	}
	wantError(t, WriteMallet("x", nil), "state is nil")
	_, err := ReadMallet("none")
	wantError(t, err, "check the path")
}

func FuzzMallet(f *testing.F) {
	f.Add(smallStateText)
	f.Add("5 NA 0 3 a 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseMallet(newLines("x", strings.NewReader(text)))
		if err != nil {
			return
		}
		path := filepath.Join(t.TempDir(), "state")
		if err := WriteMallet(path, s); err != nil {
			t.Fatalf("%q is read as %+v: %v", text, s, err)
		}
		again, err := ReadMallet(path)
		for d := range s.Sources {
			if s.Sources[d] == "" && len(s.Words[d]) > 0 {
				s.Sources[d] = "NA"
			}
		}
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v written and read is %+v, %v", s, again, err)
		}
	})
}
