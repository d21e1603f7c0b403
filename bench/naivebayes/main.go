// Command naivebayes times the samplers of [naivebayes] for speed.py beside it. Its arguments are a
// file of documents and labels (int32, least byte first: the words of the vocabulary, the
// documents, and for each its label, −1 if it is not known, its number of different words, and each
// word with its count) and a number of sweeps. For each line read, "withoutpi" or "collapsed", it
// makes the model, starts a chain, sweeps, and prints the seconds that all this took and the labels
// of the documents at the end.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/naivebayes"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: naivebayes FILE SWEEPS")
	}
	sweeps, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	data, err := read(args[0])
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		build := naivebayes.Prior.Collapsed
		if lines.Text() == "withoutpi" {
			build = naivebayes.Prior.CollapsedPi
		}
		began := time.Now()
		m, err := build(naivebayes.Prior{}, data)
		if err != nil {
			return err
		}
		n := 0
		var labels []int
		for s, err := range m.Sweeps(context.Background(), sampler.Stream("bench", 1, 0)) {
			if err != nil {
				return err
			}
			if n++; n == sweeps {
				labels = s.Labels
				break
			}
		}
		fmt.Println(time.Since(began).Seconds(), labels)
	}
	return nil
}

// read makes data from a file.
func read(name string) (naivebayes.Data, error) {
	bytes, err := os.ReadFile(name)
	if err != nil {
		return naivebayes.Data{}, err
	}
	next := func() (x int32) {
		if len(bytes) >= 4 {
			x, bytes = int32(binary.LittleEndian.Uint32(bytes)), bytes[4:]
		}
		return x
	}
	data := naivebayes.Data{V: int(next()), Classes: 2}
	docs := next()
	for range docs {
		data.Labels = append(data.Labels, int(next()))
		doc := make(corpus.Doc, next())
		for i := range doc {
			doc[i] = corpus.Count{Word: next(), N: next()}
		}
		data.Docs = append(data.Docs, doc)
	}
	return data, nil
}
