package datasets

import "strings"

// EnglishStopWords returns the function words of English, in lower case: articles, pronouns,
// prepositions, conjunctions, auxiliary verbs with their contractions, question words, quantifiers,
// and the adverbs that hold sentences together. They show how a text is built but hardly what it is
// about, and topic models are easier to read without them. Each call returns a new slice, so append
// and delete as your texts need.
//
// Contractions are there as [Tokenize] gives them (don't), as [TokenizePlain] gives them (don, t)
// and as they are often typed (dont), unless that is another word (were, well, shell and the like
// do not stand for we're, we'll, she'll). Numbers and number words stay in the texts, except for
// one. For other languages give a list of your own.
//
// The list is gibbslab's own, written down class by class: grammars agree on the members of these
// classes.
func EnglishStopWords() []string {
	words := strings.Fields(functionWords)
	for _, group := range []struct{ stems, endings string }{
		{"i", "m ll d ve"},
		{"you we they", "re ll d ve"},
		{"he she it", "s ll d"},
		{"that there here this", "s ll d"},
		{"who what where when why how", "s re ll d"},
		{"could should would might must", "ve"},
	} {
		for _, stem := range strings.Fields(group.stems) {
			for _, ending := range strings.Fields(group.endings) {
				words = append(words, stem+"'"+ending)
			}
		}
	}
	for _, stem := range strings.Fields("are could did do does had has have is might must need " +
		"ought should was were would") {
		words = append(words, stem+"n't", stem+"nt", stem+"n")
	}
	return words
}

const functionWords = `
a an the
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
one ones one's oneself
this that these those such same other others another each every either neither both
all any some no none much many more most few fewer little less least several enough own
anybody anyone anything everybody everyone everything nobody nothing somebody someone something
who whom whose which what whoever whomever whichever whatever when where why how whenever wherever however
be am is are was were been being have has had having do does did doing done
can could may might must shall should will would ought cannot can't won't shan't ain't let's let
cant wont shant aint im ive youre youve theyre theyve hes shes thats theres whats lets
s t d m ll re ve ain shan won
about above across after against along amid among amongst around as at before behind below beneath beside besides
between beyond by concerning despite down during except for from in inside into like near of off on onto out outside
over past per regarding since than through throughout till to toward towards under underneath until unto up upon via
with within without
and but or nor so yet if unless because although though while whereas whether lest once
not only just also too very quite rather almost even still already again ever never always often sometimes
here there then now thus hence therefore indeed instead otherwise else perhaps maybe
anyhow anyway anywhere elsewhere everywhere nowhere somewhere somehow somewhat meanwhile moreover furthermore
nevertheless nonetheless yes oh
`
