package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A server serves content, counts the requests and remembers the requested ranges. The fields, set
// before the first request, make it misbehave.
type server struct {
	*httptest.Server
	content     string
	requests    atomic.Int32
	mu          sync.Mutex
	ranges      []string
	cut         int  // bytes after which the first connection is cut
	ignoreRange bool // always the whole file
	status      int  // instead of the file
	wrongRange  bool // claims that the part starts elsewhere
	wait        bool // the first time, after a byte, wait until the client goes away
	chunked     bool // no Content-Length
}

func serve(t *testing.T, content string) *server {
	s := &server{content: content}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first := s.requests.Add(1) == 1
		s.mu.Lock()
		s.ranges = append(s.ranges, r.Header.Get("Range"))
		s.mu.Unlock()
		if s.status != 0 {
			http.Error(w, "no", s.status)
			return
		}
		if s.ignoreRange {
			r.Header.Del("Range")
		}
		if s.wrongRange {
			w.Header().Set("Content-Range", "bytes 1-2/3")
			w.WriteHeader(http.StatusPartialContent)
			return
		}
		if first && (s.cut > 0 || s.wait) {
			n := max(s.cut, 1)
			w.Header().Set("Content-Length", strconv.Itoa(len(s.content)))
			w.Write([]byte(s.content[:n]))
			w.(http.Flusher).Flush()
			if s.wait {
				<-r.Context().Done()
			}
			panic(http.ErrAbortHandler)
		}
		if s.chunked {
			w.(http.Flusher).Flush()
			w.Write([]byte(s.content))
			return
		}
		http.ServeContent(w, r, "x", time.Time{}, strings.NewReader(s.content))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) source(content string) Source {
	sum := sha256.Sum256([]byte(content))
	return Source{Name: "file.txt", URL: s.URL, SHA256: hex.EncodeToString(sum[:]),
		Bytes: int64(len(content))}
}

var fileContent = strings.Repeat("All work and no play makes Jack a dull boy.\n", 10000)

// fetched fails the test unless the file is whole, and nothing else is in the directory.
func fetched(t *testing.T, path string, err error, dir string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != fileContent {
		t.Errorf("%d bytes, %v; want the %d of the original", len(got), err, len(fileContent))
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); !slices.Equal(names, []string{path}) {
		t.Errorf("the directory holds %v, expected the file alone", names)
	}
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v, expected it to say %q", err, part)
		}
	}
}
