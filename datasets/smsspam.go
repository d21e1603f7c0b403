package datasets

import (
	_ "embed"
	"fmt"

	"gibbslab/datasets/internal/pack"
	"gibbslab/sampler/corpus"
)

//go:generate go run ./internal/generate

//go:embed sms_spam.bin
var smsSpamData []byte

// Labelled is a corpus with a class for each document.
type Labelled struct {
	*corpus.Corpus
	Labels  []int    // the class of each document: Classes[Labels[d]]
	Classes []string // the names of the classes
}

// SMSSpam returns 5572 text messages as word counts, in the order of the original file, each
// labelled ham (class 0) or spam (class 1). Each call returns a new value.
//
// 747 messages are spam. There are 90 383 words, 8753 of them different; two messages (3376 and
// 4824, counting from 0) have no words. The package has only the counts, not the messages
// themselves.
//
// The messages had been cleaned: converted to lower case, and cut at every character that is not a
// letter, digit or underscore. Count new messages in the same way:
//
//	set := datasets.VocabularySettings{Tokens: datasets.TokenizePlain}
//	docs, unseen, err := datasets.Encode(texts, sms.Vocabulary, set)
//
// Source: SMS Spam Collection (T. A. Almeida, J. M. Gómez Hidalgo), UCI Machine Learning
// Repository, CC BY 4.0, as cleaned for the Foundations of Applied Mathematics labs; see
// SOURCES.md. Many messages are from Singapore and Britain in the 2000s.
func SMSSpam() Labelled {
	c, labels := unpack(smsSpamData)
	return Labelled{Corpus: c, Labels: labels, Classes: []string{"ham", "spam"}}
}

// unpack decodes embedded counts. It takes a millisecond or two and gives the caller a value of its
// own.
func unpack(data []byte) (*corpus.Corpus, []int) {
	c, labels, err := pack.Decode(data)
	if err != nil {
		damaged(err)
	}
	return c, labels
}

// damaged is for embedded data that cannot be read. The data is part of the program, and a test
// reads all of it.
func damaged(err error) {
	panic(fmt.Sprintf("datasets: %v; build the program again from a clean checkout", err))
}
