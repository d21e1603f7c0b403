package datasets

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"gibbslab/sampler/corpus"
)

//go:embed reagan.txt.gz
var reaganData []byte

// Reagan returns eight addresses of Ronald Reagan to Congress, 1981 to 1988 (the programme for
// economic recovery, then seven on the state of the Union), as word counts. Each paragraph is a
// document: there are 557, in the order they were spoken, including the headings of the addresses.
// Each call returns a new value. [ReaganTexts] has the paragraphs as text, and [ReaganDates] their
// dates.
//
// The words are those that [Tokenize] finds, including stop words: 36 929 tokens of 4683 words. Use
// [ChooseWords] to select some of them, for example without stop words:
//
//	set := datasets.VocabularySettings{Stop: datasets.EnglishStopWords()}
//	c, err := datasets.ChooseWords(datasets.Reagan(), set)
//
// which leaves 18 109 tokens of 4424 words.
//
// The lab that this corpus comes from cuts only at spaces. There "economy" and "economy," are two
// words, and 17 723 tokens of 6186 words remain after its own list of stop words. To get its
// counts, use FromTexts on ReaganTexts, in lower case, with Tokens cutting at spaces.
//
// Source: Foundations of Applied Mathematics labs, "Gibbs Sampling and LDA", file
// Gibbs_LDA/reagan.txt; a work of the US government, in the public domain. See SOURCES.md.
func Reagan() *corpus.Corpus {
	c, err := FromTexts(ReaganTexts(), VocabularySettings{})
	if err != nil {
		damaged(err)
	}
	return c
}

// ReaganTexts returns the paragraphs of [Reagan] as they were spoken, each on one line: text d is
// document d. A selection of words by [ChooseWords] keeps all documents, so that text d is document
// d there, too. Each call returns a new value.
//
// The first paragraph of each address is its heading, in capitals.
func ReaganTexts() []string { return slices.Clone(reaganTexts()) }

// reagan are the texts, unpacked once, because a loop over documents may ask for the dates each
// time.
var reagan struct {
	sync.Once
	texts []string
}

// reaganTexts is no variable: a program without these texts shall not hold them.
func reaganTexts() []string {
	reagan.Do(func() {
		r, err := gzip.NewReader(bytes.NewReader(reaganData))
		if err != nil {
			damaged(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			damaged(err)
		}
		reagan.texts = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	})
	return reagan.texts
}

// addresses are the days of Reagan's addresses.
var addresses = []string{"1981-02-18", "1982-01-26", "1983-01-25", "1984-01-25", "1985-02-06",
	"1986-02-04", "1987-01-27", "1988-01-25"}

// ReaganDates returns the day on which each document of [Reagan] was spoken: eight different days.
// Each call returns a new value.
func ReaganDates() []time.Time {
	texts := reaganTexts()
	dates, address := make([]time.Time, len(texts)), -1
	for d, text := range texts {
		if strings.HasPrefix(text, "PRESIDENT RONALD REAGAN'S ADDRESS") {
			address++
		}
		day, err := time.Parse(time.DateOnly, addresses[address])
		if err != nil {
			damaged(err)
		}
		dates[d] = day
	}
	return dates
}
