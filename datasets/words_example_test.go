package datasets_test

import (
	"fmt"
	"strings"
	"time"

	"gibbslab/datasets"
)

// The words of a text, and how the messages of SMSSpam were cut.
func ExampleTokenize() {
	fmt.Printf("%q\n", datasets.Tokenize("Don't stop: 10% off well-known brands!"))
	fmt.Printf("%q\n", datasets.TokenizePlain("Don't stop: 10% off well-known brands!"))
	// Output:
	// ["don't" "stop" "10" "off" "well" "known" "brands"]
	// ["don" "t" "stop" "10" "off" "well" "known" "brands"]
}

// From texts to the counts that the models take.
func ExampleFromTexts() {
	c, err := datasets.FromTexts([]string{
		"The match was lost, and the match ball with it.",
		"The vote was lost by one vote.",
		"A ball game! And what a game.",
	}, datasets.VocabularySettings{Stop: datasets.EnglishStopWords()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(c.Vocabulary, " "))
	for _, d := range c.Docs {
		fmt.Println(d)
	}
	// Output:
	// ball game lost match vote
	// [{0 1} {2 1} {3 2}]
	// [{2 1} {4 2}]
	// [{0 1} {1 2}]
}

// A message of your own, in the words of the spam corpus.
func ExampleEncode() {
	sms := datasets.SMSSpam()
	docs, unseen, err := datasets.Encode([]string{"WINNER! You've won a gibbslab mug"}, sms.Vocabulary,
		datasets.VocabularySettings{Tokens: datasets.TokenizePlain})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range docs[0] {
		fmt.Print(sms.Vocabulary[n.Word], " ")
	}
	fmt.Printf("and %d unseen\n", unseen[0])
	// Output: you a ve won winner and 2 unseen
}

func ExampleSMSSpam() {
	sms := datasets.SMSSpam()
	messages := make([]int, len(sms.Classes))
	for _, label := range sms.Labels {
		messages[label]++
	}
	for label, class := range sms.Classes {
		fmt.Println(messages[label], class)
	}
	fmt.Println(sms.Tokens(), "words, of", sms.V())
	// Output:
	// 4825 ham
	// 747 spam
	// 90383 words, of 8753
}

// What Reagan talked about: the words that remain without stop words and the rarest words.
func ExampleReagan() {
	c, err := datasets.ChooseWords(datasets.Reagan(),
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinLength: 3, MinDocs: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(c.Docs), "paragraphs,", c.Tokens(), "words, of", c.V())
	fmt.Println(strings.Join(c.Vocabulary[:8], ", "))
	// Output:
	// 557 paragraphs, 15390 words, of 2070
	// people, america, government, years, year, american, federal, freedom
}

// The words of a paragraph that a model sees, and the paragraph that a reader wants to see.
func ExampleReaganTexts() {
	c, err := datasets.ChooseWords(datasets.Reagan(),
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords()})
	if err != nil {
		fmt.Println(err)
		return
	}
	const d = 435
	var words []string
	for _, n := range c.Docs[d] {
		words = append(words, c.Vocabulary[n.Word])
	}
	fmt.Println(strings.Join(words, ", "))
	fmt.Println(datasets.ReaganTexts()[d])
	// Output:
	// economic, work, america's, go, full, put, engine, roll, sleeves, throttle
	// Let's roll up our sleeves and go to work, and put America's economic engine at full throttle.
}

// On which days Reagan spoke, and in how many paragraphs.
func ExampleReaganDates() {
	dates := datasets.ReaganDates()
	for d, n := 0, 0; d < len(dates); d++ {
		n++
		if d+1 == len(dates) || dates[d+1] != dates[d] {
			fmt.Println(dates[d].Format(time.DateOnly), n)
			n = 0
		}
	}
	// Output:
	// 1981-02-18 65
	// 1982-01-26 79
	// 1983-01-25 84
	// 1984-01-25 81
	// 1985-02-06 80
	// 1986-02-04 35
	// 1987-01-27 78
	// 1988-01-25 55
}

// Pronouns are function words, nouns are not.
func ExampleEnglishStopWords() {
	c, err := datasets.FromTexts([]string{"They say that it's not theirs, but they don't know " +
		"whose bicycle it is."},
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Vocabulary)
	// Output: [bicycle know say]
}

// Words that occur in few or nearly all documents say little.
func ExampleChooseWords() {
	all := datasets.Reagan()
	some, err := datasets.ChooseWords(all,
		datasets.VocabularySettings{MinDocs: 5, MaxDocs: len(all.Docs) / 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(all.V(), "words,", some.V(), "of them in 5 to 55 paragraphs; the most frequent:",
		some.Vocabulary[:4])
	// Output: 4683 words, 918 of them in 5 to 55 paragraphs; the most frequent: [tax budget programs spending]
}
