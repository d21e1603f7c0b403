package datasets

import "errors"

// EncodeInOrder is like [Encode], but keeps the order of the words. Each text becomes the numbers
// of its words, with −1 for a word that is not in the vocabulary: the texts that lda.CountWindows
// needs to measure how close to each other words stand.
//
// The errors are those of Encode, and NGrams above 1, because the pair social_security and its two
// words would take up three places.
func EncodeInOrder(texts, vocabulary []string, w VocabularySettings) ([][]int32, error) {
	number, err := numbersOf(vocabulary)
	if err := errors.Join(err, w.check()); err != nil {
		return nil, err
	}
	if w.NGrams > 1 {
		return nil, errors.New("datasets: EncodeInOrder knows no NGrams, because they overlap; " +
			"leave NGrams out, and use a vocabulary of single words")
	}
	inOrder := make([][]int32, len(texts))
	for i, text := range texts {
		words := w.tokens(text)
		inOrder[i] = make([]int32, len(words))
		for j, word := range words {
			n, ok := number[word]
			if !ok {
				n = -1
			}
			inOrder[i][j] = n
		}
	}
	return inOrder, nil
}
