package datasets

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler/corpus"
)

// The numbers come from the project's design notes, section 9, and from a count in Python:
// len(rows), spam, len(set(words)), len(words), messages without words, for words =
// message.split().
func TestSMSSpam(t *testing.T) {
	s := SMSSpam()
	spam, empty := 0, []int{}
	for d, label := range s.Labels {
		spam += label
		if len(s.Docs[d]) == 0 {
			empty = append(empty, d)
		}
	}
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"messages", len(s.Docs), 5572}, {"labels", len(s.Labels), 5572}, {"spam", spam, 747},
		{"words", len(s.Vocabulary), 8753}, {"tokens", s.Tokens(), 90383},
	} {
		if c.got != c.want {
			t.Errorf("%d %s, want %d", c.got, c.name, c.want)
		}
	}
	if !slices.Equal(empty, []int{3376, 4824}) {
		t.Errorf("empty messages %v, want 3376 and 4824", empty)
	}
	if err := corpus.Check(s.Docs, len(s.Vocabulary)); err != nil {
		t.Error(err)
	}
	// The third message is the first spam; it contains "entry" twice, and no ham contains it.
	entry := slices.Index(s.Vocabulary, "entry")
	if s.Labels[2] != 1 || !slices.Contains(s.Docs[2], corpus.Count{Word: int32(entry), N: 2}) {
		t.Errorf("message 2: label %d, words %v", s.Labels[2], s.Docs[2])
	}
}

func TestEmbeddedIsFresh(t *testing.T) {
	s := SMSSpam()
	s.Labels[0], s.Vocabulary[0], s.Docs[0][0].N, s.Classes[0] = 7, "changed", 99, "eggs"
	if again := SMSSpam(); again.Labels[0] == 7 || again.Vocabulary[0] == "changed" ||
		again.Docs[0][0].N == 99 || again.Classes[0] == "eggs" {
		t.Error("a caller's change shows in the next call")
	}
}

// The number of paragraphs is the number of lines of the original; the other numbers are stated in
// the doc comment.
func TestReagan(t *testing.T) {
	c := Reagan()
	if len(c.Docs) != 557 || len(c.Vocabulary) != 4683 || c.Tokens() != 36929 {
		t.Errorf("%d paragraphs, %d words, %d tokens; want 557, 4683, 36929", len(c.Docs),
			len(c.Vocabulary), c.Tokens())
	}
	some, err := ChooseWords(c, VocabularySettings{Stop: EnglishStopWords()})
	if err != nil || len(some.Vocabulary) != 4424 || some.Tokens() != 18109 {
		t.Errorf("without stop words %d words, %d tokens, %v; want 4424, 18109",
			len(some.Vocabulary), some.Tokens(), err)
	}
	for d, doc := range c.Docs {
		if len(doc) == 0 {
			t.Errorf("paragraph %d is empty", d)
		}
	}
	if err := corpus.Check(c.Docs, len(c.Vocabulary)); err != nil {
		t.Error(err)
	}
}

// The texts are the original byte for byte: the checksum is that of the file in SOURCES.md. Each
// address begins with a heading, on the line that grep finds.
func TestReaganTexts(t *testing.T) {
	texts, dates := ReaganTexts(), ReaganDates()
	if len(texts) != 557 || len(dates) != 557 {
		t.Fatalf("%d texts and %d dates, want 557", len(texts), len(dates))
	}
	const original = "ff6c9996541d4669b1ff632341fb669381ce4873f8aa896bc45d95dd278d7999"
	all := strings.Join(texts, "\n") + "\n"
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(all))); sum != original {
		t.Errorf("the texts have the checksum %s, the original %s", sum, original)
	}
	var first []int
	for d := range dates {
		if d == 0 || dates[d] != dates[d-1] {
			first = append(first, d)
		}
	}
	if want := []int{0, 65, 144, 228, 309, 389, 424, 502}; !slices.Equal(first, want) {
		t.Errorf("the addresses begin at %v, want %v", first, want)
	}
	if day := dates[228].Format(time.DateOnly); day != "1984-01-25" {
		t.Errorf("the fourth address is dated %s, want 1984-01-25", day)
	}
	texts[0] = "changed"
	if ReaganTexts()[0] == "changed" {
		t.Error("a caller's change shows in the next call")
	}
}

// The numbers of addresses, presidents, forms and of three words come from counts in Python.
func TestStateOfTheUnion(t *testing.T) {
	c, table := StateOfTheUnion()
	if len(c.Docs) != 233 || table.Len() != 233 || len(c.Vocabulary) != 2500 || c.Tokens() != 639500 {
		t.Errorf("%d addresses, %d rows, %d words, %d tokens; want 233, 233, 2500, 639500", len(c.Docs),
			table.Len(), len(c.Vocabulary), c.Tokens())
	}
	for word, want := range map[string]int32{"gold": 431, "inflation": 235, "spain": 481} {
		got, w := int32(0), int32(slices.Index(c.Vocabulary, word))
		for _, doc := range c.Docs {
			for _, n := range doc {
				if n.Word == w {
					got += n.N
				}
			}
		}
		if got != want {
			t.Errorf("%d tokens of %s, want %d", got, word, want)
		}
	}
	different := map[string]map[string]bool{}
	for _, column := range []string{"president", "form", "year"} {
		values, err := table.Texts(column)
		if err != nil {
			t.Fatal(err)
		}
		different[column] = map[string]bool{}
		for _, v := range values {
			different[column][v] = true
		}
		if column == "year" && !slices.IsSorted(values) {
			t.Error("the years are not in order")
		}
	}
	if len(different["president"]) != 43 || len(different["form"]) != 2 || len(different["year"]) != 231 {
		t.Errorf("%d presidents, %d forms, %d years; want 43, 2, 231", len(different["president"]),
			len(different["form"]), len(different["year"]))
	}
	c.Vocabulary[0], c.Docs[0][0].N = "changed", 99
	if again, _ := StateOfTheUnion(); again.Vocabulary[0] == "changed" || again.Docs[0][0].N == 99 {
		t.Error("a caller's change shows in the next call")
	}
}

// SOURCES.md lists the embedded files with their sizes and checksums.
func TestSourcesListTheEmbeddedFiles(t *testing.T) {
	listed, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{smsSpamData, reaganData, sotuData, sotuTable} {
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); !strings.Contains(string(listed), sum) {
			t.Errorf("SOURCES.md lacks the checksum %s of a file of %d bytes", sum, len(data))
		}
		if len(data) > 1<<20 {
			t.Errorf("%d bytes embedded, expected well under a megabyte", len(data))
		}
	}
}
