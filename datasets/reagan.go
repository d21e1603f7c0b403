package datasets

import (
	_ "embed"

	"gibbslab/sampler/corpus"
)

//go:embed reagan.bin
var reaganData []byte

// Reagan returns eight addresses of Ronald Reagan to Congress, 1981 to 1988 (the programme for
// economic recovery, then seven on the state of the Union), as word counts. Each paragraph is a
// document: there are 557, in the order they were spoken, including the headings of the addresses.
// Each call returns a new value.
//
// The words are those that [Tokenize] finds, including stop words: 36 929 tokens of 4683 words. Use
// [ChooseWords] to select some of them, for example without stop words:
//
//	set := datasets.VocabularySettings{Stop: datasets.EnglishStopWords()}
//	c, err := datasets.ChooseWords(datasets.Reagan(), set)
//
// which leaves 18 109 tokens of 4424 words. To read a paragraph, fetch the original and take the
// line with its number: see [gibbslab/datasets/fetch] and [ReadLines].
//
// The lab that this corpus comes from cuts only at spaces. There "economy" and "economy," are two
// words, and 17 723 tokens of 6186 words remain after its own list of stop words. To get its
// counts, use FromTexts on the lines of the original, in lower case, with Tokens cutting at spaces.
//
// Source: Foundations of Applied Mathematics labs, "Gibbs Sampling and LDA", file
// Gibbs_LDA/reagan.txt; a work of the US government, in the public domain. See SOURCES.md.
func Reagan() *corpus.Corpus {
	c, _ := unpack(reaganData)
	return c
}
