package datasets

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"

	"gibbslab/datasets"
	"gibbslab/datasets/fetch"
	"gibbslab/internal/attack/frame"
	"gibbslab/sampler/corpus"
)

// files are files and servers that do not behave as they should.
var files = []frame.Attack{
	{Name: "half-written-corpus", Run: halfWritten,
		Want: "LDA-C: true, [cat dog] [[{0 2} {1 1}]] <nil>\nUCI: true, [cat dog] [[{0 2} {1 1}]] <nil>"},
	{Name: "line-ends-of-old-macs", Want: `["a" "b"] <nil>` + "\n[1 2] <nil>", Run: func() {
		write("old", []byte("a\rb\r"))
		texts, err := datasets.ReadLines("old")
		fmt.Printf("%q %v\n", texts, err)
		write("old.csv", []byte("x\r1\r2\r"))
		x, err := datasets.ReadCSV("old.csv", "x")
		fmt.Println(x, err)
	}},
	{Name: "numbers-read-as-others", Run: oddNumbers,
		Want: "…line 1, column 1: \"1e-400\" is nearer to 0…\n…\"1_000\" is not a " +
			"number…\n…\"0x1p4\" is not a number…"},
	{Name: "links-in-a-folder", Want: "datasets: texts/loop is a link to a folder…", Run: func() {
		err := errors.Join(os.Mkdir("texts", 0o700), os.Symlink("../texts", "texts/loop"))
		if err != nil {
			panic(err)
		}
		_, _, err = datasets.ReadDir("texts")
		fmt.Println(err)
	}},
	{Name: "20-downloads-at-once", Want: "20 of 20", Run: manyGets},
	{Name: "silent-server", Want: "fetch: x cannot be fetched: …less than a kilobyte in 1m0s…",
		Run: func() {
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				<-r.Context().Done()
			}))
			_, err := fetch.Get(context.Background(), source("x", server.URL), fetch.Settings{Dir: "cache"})
			fmt.Println(err)
		}},
}

func halfWritten() {
	old := &corpus.Corpus{Vocabulary: []string{"cat", "dog"},
		Docs: []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}}}
	other := &corpus.Corpus{Vocabulary: []string{"tax", "vote"}, Docs: old.Docs}
	for _, f := range []struct {
		name  string
		write func(path, vocabulary string, c *corpus.Corpus) error
		read  func(path, vocabulary string) (*corpus.Corpus, error)
	}{{"LDA-C", datasets.WriteLDAC, datasets.ReadLDAC}, {"UCI", datasets.WriteUCI, datasets.ReadUCI}} {
		if err := f.write("docs", "words", old); err != nil {
			panic(err)
		}
		failed := f.write("no/such/folder/docs", "words", other) != nil
		c, err := f.read("docs", "words")
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %v, %v %v %v\n", f.name, failed, c.Vocabulary, c.Docs, err)
	}
}

func oddNumbers() {
	for _, field := range []string{"1e-400", "1_000", "0x1p4"} {
		write("x.csv", []byte(field+"\n"))
		_, err := datasets.ReadCSV("x.csv", "")
		fmt.Println(err)
	}
}

func source(text, url string) fetch.Source {
	return fetch.Source{Name: "x", URL: url, SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
}

func manyGets() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "text")
	}))
	var good sync.WaitGroup
	results := make(chan error, 20)
	for range 20 {
		good.Go(func() {
			_, err := fetch.Get(context.Background(), source("text", server.URL),
				fetch.Settings{Dir: "cache"})
			results <- err
		})
	}
	good.Wait()
	n := 0
	for range 20 {
		if err := <-results; err == nil {
			n++
		} else {
			fmt.Println(err)
		}
	}
	fmt.Println(n, "of 20")
}
