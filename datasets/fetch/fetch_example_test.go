package fetch_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"gibbslab/datasets/fetch"
)

// A file of your own course: fetched once, and then available without the server. (The server
// belongs to this example.)
func ExampleGet() {
	const text = "98 92 89 77 87\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, text)
	}))
	dir, err := os.MkdirTemp("", "cache")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	scores := fetch.Source{Name: "scores.txt", URL: server.URL,
		SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
	set := fetch.Settings{Dir: dir,
		Progress: func(done, total int64) { fmt.Println(done, "of", total, "bytes") }}
	for range 2 {
		path, err := fetch.Get(context.Background(), scores, set)
		fmt.Println(filepath.Base(path), err)
		server.Close()
	}
	// Output:
	// 15 of 15 bytes
	// scores.txt <nil>
	// scores.txt <nil>
}

// The texts behind the embedded word counts. To read Reagan's paragraph 80, get reagan.txt and take
// the 81st line.
func ExampleOriginals() {
	s := fetch.Originals()["reagan.txt"]
	fmt.Println(s.Name, s.Bytes, "bytes,", s.Licence)
	// Output: reagan.txt 216746 bytes, US government work, public domain
}
