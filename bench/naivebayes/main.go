// Command naivebayes times the samplers of [naivebayes] for speed.py beside it. Its arguments are a
// file of documents and labels (int32, least byte first: the words of the vocabulary, the
// documents, and for each its label, −1 if it is not known, its number of different words, and each
// word with its count) and a number of sweeps. For each line read, "withoutpi" or "collapsed", it
// makes the model, starts a chain, sweeps, and prints the seconds that all this took and the labels
// of the documents at the end. With the one argument "messages" it prints those of notebook 07,
// each once, and the order in which its mailbox shows their labels, for scikit.py.
package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/naivebayes"
)

func main() {
	args := tool.Args(1)
	if args[0] == "messages" {
		tool.Check(messages(os.Stdout))
		return
	}
	args = tool.Args(2)
	data, sweeps := read(args[0]), tool.Int(args[1])
	for line := range tool.Lines(os.Stdin) {
		build := naivebayes.Prior.Collapsed
		if line == "withoutpi" {
			build = naivebayes.Prior.CollapsedPi
		}
		began := time.Now()
		m := tool.Must(build(naivebayes.Prior{}, data))
		n := 0
		var labels []int
		for s, err := range m.Sweeps(context.Background(), sampler.Stream("bench", 1, 0)) {
			tool.Check(err)
			if n++; n == sweeps {
				labels = s.Labels
				break
			}
		}
		fmt.Println(time.Since(began).Seconds(), labels)
	}
}

// messages prints the texts of datasets.SMSSpam, without copies, as JSON.
func messages(to io.Writer) error {
	sms, seen := datasets.SMSSpam(), map[string]bool{}
	var box struct {
		V             int
		Docs          []corpus.Doc
		Labels, Order []int
	}
	for d, doc := range sms.Docs {
		if words := string(doc.Words()); !seen[words] {
			seen[words] = true
			box.Docs, box.Labels = append(box.Docs, doc), append(box.Labels, sms.Labels[d])
		}
	}
	box.V, box.Order = sms.V(), sampler.Stream("twenty", 1, 0).Perm(len(box.Docs))
	return json.NewEncoder(to).Encode(box)
}

// read makes data from a file.
func read(name string) naivebayes.Data {
	bytes := tool.Must(os.ReadFile(name))
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
	return data
}
