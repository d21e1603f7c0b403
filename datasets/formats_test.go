package datasets

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/corpus"
)

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var smallCorpus = &corpus.Corpus{
	Vocabulary: []string{"ball", "new york", "Ödipus", "vote"},
	Docs:       []corpus.Doc{{{Word: 0, N: 2}, {Word: 3, N: 1}}, nil, {{Word: 1, N: 2147483647}}, nil},
}

func sameCorpus(a, b *corpus.Corpus) bool {
	return slices.Equal(a.Vocabulary, b.Vocabulary) &&
		slices.EqualFunc(a.Docs, b.Docs, func(a, b corpus.Doc) bool {
			return slices.Equal(a, b)
		})
}

// A format is one of the two for bags of words.
var formats = []struct {
	name  string
	read  func(path, vocabulary string) (*corpus.Corpus, error)
	parse func(l *lines, words []string) (*corpus.Corpus, error)
	write func(c *corpus.Corpus) string
	text  string // smallCorpus
}{
	{"LDA-C", ReadLDAC, parseLDAC, ldac, "2 0:2 3:1\n0\n1 1:2147483647\n0\n"},
	{"UCI", ReadUCI, parseUCI, uci, "4\n4\n3\n1 1 2\n1 4 1\n3 2 2147483647\n"},
}

// ldac writes documents in the format of lda-c.
func ldac(c *corpus.Corpus) string {
	var b strings.Builder
	for _, d := range c.Docs {
		fmt.Fprint(&b, len(d))
		for _, n := range d {
			fmt.Fprintf(&b, " %d:%d", n.Word, n.N)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// uci writes documents in the format of UCI.
func uci(c *corpus.Corpus) string {
	var b strings.Builder
	lines := 0
	for i, d := range c.Docs {
		for _, n := range d {
			fmt.Fprintln(&b, i+1, n.Word+1, n.N)
			lines++
		}
	}
	return fmt.Sprintf("%d\n%d\n%d\n%s", len(c.Docs), c.V(), lines, b.String())
}

func TestBagRoundTrips(t *testing.T) {
	for _, f := range formats {
		if text := f.write(smallCorpus); text != f.text {
			t.Errorf("%s: wrote %q, want %q", f.name, text, f.text)
		}
		zip := func(text string) string { return gzipped(t, text, gzip.BestSpeed) }
		for _, pack := range []func(text string) string{strings.Clone, zip} {
			path := write(t, "docs", pack(f.text))
			words := write(t, "words", pack(strings.Join(smallCorpus.Vocabulary, "\n")))
			if c, err := f.read(path, words); err != nil || !sameCorpus(c, smallCorpus) {
				t.Errorf("%s: %v, %v", f.name, c, err)
			}
			if c, err := f.read(path, ""); err != nil || c.Vocabulary != nil ||
				!sameCorpus(&corpus.Corpus{Docs: c.Docs}, &corpus.Corpus{Docs: smallCorpus.Docs}) {
				t.Errorf("%s without names: %v, %v", f.name, c, err)
			}
		}
	}
}

// Other programs may write words in any order, twice, with a count of 0, and with spaces and blank
// lines at the end.
func TestBagsAreTidied(t *testing.T) {
	want := []corpus.Doc{{{Word: 1, N: 5}, {Word: 7, N: 1}}, nil}
	for i, text := range []string{"4  7:1 1:2\t1:3 5:0 \r\n0\r\n\n\n",
		"2\n8\n3\n\n1 8 1\n1 2 2\n 1  2 3\r\n\n"} {
		f := formats[i]
		if c, err := f.parse(newLines("x", strings.NewReader(text)), nil); err != nil ||
			!sameCorpus(c, &corpus.Corpus{Docs: want}) {
			t.Errorf("%s: %v, %v", f.name, c, err)
		}
	}
}

func TestBagsRefused(t *testing.T) {
	words := []string{"ball", "game", "vote"}
	for _, c := range []struct {
		format     int
		text, want string
	}{
		{0, "", "no data"},
		{0, "\n\n", "no data"},
		{0, "1 0:1\n\n1 0:1\n", "line 2: empty, expected a document"},
		{0, "1 0:1\n2 0:1\n", "line 2: 2 different words announced and 1 given"},
		{0, "x 0:1\n", `line 1: the number of different words is "x"`},
		{0, "1 0\n", `"0", expected word:count`},
		{0, "1 0:1.5\n", `the count of word 0 is "1.5", expected a whole number`},
		{0, "1 -1:1\n", `the word is "-1"`},
		{0, "1 0:99999999999\n", `"99999999999"`},
		{0, "1 3:1\n", "word 3, expected 0 to 2, as the vocabulary has 3 words and they are counted from 0"},
		{0, "2 0:2147483647 0:1\n", "sum to more than 2147483647"},
		{0, "1 0:1\x00\n", "zero byte"},
		{0, "1 0:1\xff\n", "not UTF-8"},
		{0, "\x1f\x8b\x08 no gzip", "damaged"},
		{1, "", "line 1: the file ends, expected the number of documents"},
		{1, "2\n3\n", "line 3: the file ends, expected the number of lines that follow"},
		{1, "2\n4\n1\n", "line 2: 4 words announced and 3 in the vocabulary"},
		{1, "2\nx\n1\n", `line 2: the number of words in the vocabulary is "x"`},
		{1, "2\n3\n1\n1 1\n", "line 4: 2 numbers, expected 3"},
		{1, "2\n3\n1\n3 1 1\n", "line 4: the document is 3, expected 1 to 2"},
		{1, "2\n3\n1\n1 4 1\n", "line 4: the word is 4, expected 1 to 3"},
		{1, "2\n3\n1\n0 1 1\n", `line 4: the document is "0", expected a whole number from 1`},
		{1, "2\n3\n1\n1 1 0\n", `the count is "0"`},
		{1, "2\n3\n2\n1 1 1\n", "the file ends after 1 lines of counts, 2 are announced"},
		{1, "2\n3\n1\n1 1 1\n1 2 1\n", "after 2 lines of counts, 1 are announced"},
		{1, "0\n3\n0\n", "0 documents"},
		{1, "2147483647\n3\n1\n2147483647 1 1\n", "document 2147483647, but only 1 lines"},
		{1, "2147483647\n3\n1\n1 1 1\n", "2147483647 documents announced"},
		{1, "1\n3\n2\n1 1 2147483647\n1 1 1\n", "document 1 sum to more"},
	} {
		f := formats[c.format]
		_, err := f.parse(newLines("the/file", strings.NewReader(c.text)), words)
		wantError(t, err, c.want, "the/file")
	}
	// Files that do not exist.
	for _, f := range formats {
		_, err := f.read("none", "")
		wantError(t, err, "none", "check the path")
		_, err = f.read("none", "no words")
		wantError(t, err, "no words", "check the path")
	}
}

func TestVocabularyFile(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\nb\n":  "line 2: empty, expected one word per line",
		"a\nb\na\n": `line 3: "a" again, as in line 1`,
		"a\n \n":    "line 2: empty",
		"a\na \n":   `line 2: "a" again, as in line 1`,
		"a\xff\n":   "line 1: not UTF-8",
	} {
		_, err := readVocabulary(write(t, "words", text))
		wantError(t, err, want)
	}
}

// A truncated or damaged gzip file is an error, not a shorter corpus.
func TestDamagedGzip(t *testing.T) {
	data := gzipped(t, strings.Repeat(formats[0].text, 1000), gzip.BestSpeed)
	for _, n := range []int{len(data) - 1, len(data) / 2, 11, 5} {
		_, err := ReadLDAC(write(t, "cut.gz", data[:n]), "")
		wantError(t, err, "damaged", "cut.gz")
	}
}

func FuzzBags(f *testing.F) {
	for _, format := range formats {
		f.Add(format.text)
	}
	f.Add("2 7:1 1:2\n\n")
	f.Add("2\n3\n1\n1 1 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range formats {
			c, err := format.parse(newLines("x", strings.NewReader(text)), nil)
			if err != nil {
				continue
			}
			if err := corpus.Check(c.Docs, c.V()); err != nil {
				t.Fatalf("%s: %q is read as %v: %v", format.name, text, c, err)
			}
			text := format.write(c)
			again, err := format.parse(newLines("x", strings.NewReader(text)), nil)
			if err != nil || !sameCorpus(c, again) {
				t.Fatalf("%s: %v written and read is %v, %v", format.name, c, again, err)
			}
		}
	})
}
