package datasets_test

import (
	"fmt"
	"path/filepath"

	"gibbslab/datasets"
	"gibbslab/sampler/lda/topics"
)

// Documents with fields, from a CSV file. Row d of the table stays document d of the corpus.
func ExampleFrame_Dates() {
	dir, remove := folder(map[string]string{"speeches.csv": "date,authors,text\n" +
		"18.02.1981,Reagan,Cut taxes.\n26.01.1982,Khachigian; Reagan,Cut red tape and taxes.\n"})
	defer remove()

	f, err := datasets.ReadFrame(filepath.Join(dir, "speeches.csv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	days, err := f.Dates("date", "02.01.2006")
	fmt.Println(days[1].Year(), err)
	authors, err := f.Tags("authors", ";")
	fmt.Println(authors, err)
	texts, _ := f.Texts("text")
	c, err := datasets.FromTexts(texts, datasets.VocabularySettings{MinDocs: 2})
	fmt.Println(c.Vocabulary, c.Docs, err)
	// Output:
	// 1982 <nil>
	// [[Reagan] [Khachigian Reagan]] <nil>
	// [cut taxes] [[{0 1} {1 1}] [{0 1} {1 1}]] <nil>
}

// Leave out documents before the words are counted.
func ExampleFrame_Select() {
	dir, remove := folder(map[string]string{"x.csv": "date,text\n1981,Cut taxes.\n,Untitled.\n"})
	defer remove()

	f, err := datasets.ReadFrame(filepath.Join(dir, "x.csv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	dates, _ := f.Texts("date")
	var dated []int
	for d, date := range dates {
		if date != "" {
			dated = append(dated, d)
		}
	}
	f, err = f.Select(dated)
	fmt.Println(f.Len(), err)
	// Output: 1 <nil>
}

// Documents with fields, a JSON object in each line.
func ExampleReadJSONLines() {
	dir, remove := folder(map[string]string{"x.jsonl": `{"text": "Cut taxes.", "labels": ["tax"]}
{"text": "Thank you.", "votes": 12}
`})
	defer remove()

	f, err := datasets.ReadJSONLines(filepath.Join(dir, "x.jsonl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := f.Tags("labels", ";")
	fmt.Println(f.Names, labels, err)
	// Output: [text labels votes] [[tax] []] <nil>
}

// Documents with fields, a folder of files and a table beside it.
func ExampleReadDirTable() {
	dir, remove := folder(map[string]string{"a.txt": "Cut taxes.", "b.txt": "Thank you.",
		"table.csv": "file,year\nb.txt,1981\na.txt,1982\n"})
	defer remove()

	f, err := datasets.ReadDirTable(dir, filepath.Join(dir, "table.csv"), "file")
	if err != nil {
		fmt.Println(err)
		return
	}
	texts, err := f.Texts("text")
	fmt.Printf("%q %v\n", texts, err)
	// Output: ["Thank you." "Cut taxes."] <nil>
}

// The coherence C_V looks at windows of text, so it needs the words in their order.
func ExampleEncodeInOrder() {
	texts := []string{"Cut the taxes and cut red tape.", "Taxes, taxes!"}
	inOrder, err := datasets.EncodeInOrder(texts, []string{"taxes", "cut", "red", "tape"},
		datasets.VocabularySettings{})
	fmt.Println(inOrder, err)
	together, err := topics.CountWindows(inOrder, 110, [][]int{{0, 1}})
	fmt.Printf("%.2f %v\n", together.CV(), err)
	// Output:
	// [[1 -1 0 -1 1 2 3] [0 0]] <nil>
	// [0.71] <nil>
}
