package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gibbslab/datasets"
)

// folder makes a folder with the given files, for the examples.
func folder(files map[string]string) (dir string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	return dir, func() { os.RemoveAll(dir) }
}

// One document per line.
func ExampleReadLines() {
	dir, remove := folder(map[string]string{"posts.txt": "The ball was lost.\n\nThe vote was lost.\n"})
	defer remove()

	texts, err := datasets.ReadLines(filepath.Join(dir, "posts.txt"))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := datasets.FromTexts(texts, datasets.VocabularySettings{Stop: datasets.EnglishStopWords()})
	fmt.Println(c.Vocabulary, c.Docs, err)
	// Output: [lost ball vote] [[{0 1} {1 1}] [] [{0 1} {2 1}]] <nil>
}

// One document per file.
func ExampleReadDir() {
	dir, remove := folder(map[string]string{"monday.txt": "The ball was lost.",
		"tuesday.txt": "The vote was lost."})
	defer remove()

	texts, names, err := datasets.ReadDir(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range texts {
		fmt.Printf("%s: %s\n", names[i], texts[i])
	}
	// Output:
	// monday.txt: The ball was lost.
	// tuesday.txt: The vote was lost.
}

// Texts and labels, each from a column of a table.
func ExampleReadCSVTexts() {
	dir, remove := folder(map[string]string{"mail.csv": "class,text\nspam,\"Win, now!\"\nham,See " +
		"you at home\n"})
	defer remove()

	texts, err := datasets.ReadCSVTexts(filepath.Join(dir, "mail.csv"), "text")
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := datasets.ReadCSVTexts(filepath.Join(dir, "mail.csv"), "class")
	fmt.Printf("%q %q %v\n", labels, texts, err)
	// Output: ["spam" "ham"] ["Win, now!" "See you at home"] <nil>
}

// Counts from other programs, in the format of lda-c.
func ExampleReadLDAC() {
	dir, remove := folder(map[string]string{"docs.ldac": "2 0:1 1:2\n1 2:3\n",
		"words.txt": "ball\ngame\nvote\n"})
	defer remove()

	c, err := datasets.ReadLDAC(filepath.Join(dir, "docs.ldac"), filepath.Join(dir, "words.txt"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Vocabulary, c.Docs)
	// Output: [ball game vote] [[{0 1} {1 2}] [{2 3}]]
}

// The bags of words of the UCI repository: three sizes, then document, word and count, from 1.
func ExampleReadUCI() {
	dir, remove := folder(map[string]string{"docword.txt": "2\n3\n3\n1 1 1\n1 2 2\n2 3 3\n",
		"vocab.txt": "ball\ngame\nvote\n"})
	defer remove()

	c, err := datasets.ReadUCI(filepath.Join(dir, "docword.txt"), filepath.Join(dir, "vocab.txt"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Vocabulary, c.Docs)

	// A file that is cut off is an error, not a smaller corpus.
	if err := os.WriteFile(filepath.Join(dir, "docword.txt"), []byte("2\n3\n3\n1 1 1\n"),
		0o600); err != nil {
		fmt.Println(err)
		return
	}
	_, err = datasets.ReadUCI(filepath.Join(dir, "docword.txt"), "")
	_, reason, _ := strings.Cut(err.Error(), "docword.txt, ")
	fmt.Println(reason)
	// Output:
	// [ball game vote] [[{0 1} {1 2}] [{2 3}]]
	// line 5: the file ends after 1 lines of counts, 3 are announced; it is cut off or not all one file: copy it again
}

// A data set in one call: numbers, and which rows belong together.
func ExampleReadFrame() {
	dir, remove := folder(map[string]string{"stays.csv": "hospital,patient,days\nAalen,Ada,4\nBergen,Ben,2.5\nAalen,Cay,7\n"})
	defer remove()

	stays, err := datasets.ReadFrame(filepath.Join(dir, "stays.csv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	days, err := stays.Numbers("days")
	fmt.Println(stays.Names, stays.Len(), days, err)
	patients, err := stays.Texts("patient")
	fmt.Println(patients, err)
	hospital, err := stays.Groups("hospital") // hospital.Names are the Coords of an effect for each
	fmt.Println(hospital.Names, hospital.Of, hospital.Rows(), err)
	// Output:
	// [hospital patient days] 3 [4 2.5 7] <nil>
	// [Ada Ben Cay] <nil>
	// [Aalen Bergen] [0 1 0] [[0 2] [1]] <nil>
}

// A table that a program has already, from a form or a server.
func ExampleParseFrame() {
	f, err := datasets.ParseFrame("pasted.csv", []byte("ward;days\nNorth;2,5\nSouth;x\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Texts("ward"))
	_, err = f.Numbers("days")
	fmt.Println(err)
	// Output:
	// [North South] <nil>
	// datasets: file pasted.csv: line 3, column 2 ("days"): "x" is not a number; write it as 87 or 87.5, or delete the line; for a column of texts use ReadFrame and its method Texts
}
