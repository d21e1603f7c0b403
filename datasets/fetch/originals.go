package fetch

// A Source is a file that can be fetched: its address, and how to recognise it.
type Source struct {
	Name    string // the name of the file in the cache directory
	URL     string
	SHA256  string // of the file's bytes, in hexadecimal digits
	Bytes   int64  // its size; 0 is not known
	Licence string // what you may do with it
}

// Originals lists the texts that the embedded data sets were made from, by file name: reagan.txt,
// sms_spam_collection.csv and stopwords.txt, the stop words of the lab that Reagan's addresses come
// from. The last two are not part of gibbslab; [Get] downloads them. Each call returns a new map.
func Originals() map[string]Source {
	const base = "https://raw.githubusercontent.com/Foundations-of-Applied-Mathematics/Data/master/"
	all := map[string]Source{}
	for _, s := range []Source{
		{"reagan.txt", base + "Gibbs_LDA/reagan.txt",
			"ff6c9996541d4669b1ff632341fb669381ce4873f8aa896bc45d95dd278d7999", 216746,
			"US government work, public domain"},
		{"sms_spam_collection.csv", base + "NaiveBayes/sms_spam_collection.csv",
			"60901b9437eec53aa55a6d29e49edc5df31e678411220e29faf7745c8c9d8390", 459840,
			"CC BY 4.0 (UCI, Almeida and Hidalgo)"},
		{"stopwords.txt", base + "Gibbs_LDA/stopwords.txt",
			"9e1ccca521b8ae6cee89b1cb89676f458a0408284c19d7114f7300c932a3814a", 3539,
			"unknown: for your own use"},
	} {
		all[s.Name] = s
	}
	return all
}
