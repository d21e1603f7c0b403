package fetch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	s, dir := serve(t, fileContent), filepath.Join(t.TempDir(), "new", "cache")
	var seen []int64
	set := Settings{Dir: dir, Progress: func(done, total int64) {
		seen = append(seen, done)
		if total != int64(len(fileContent)) {
			t.Errorf("total %d, want %d", total, len(fileContent))
		}
	}}
	path, err := Get(t.Context(), s.source(fileContent), set)
	fetched(t, path, err, dir)
	if len(seen) == 0 || !slices.IsSorted(seen) || seen[len(seen)-1] != int64(len(fileContent)) {
		t.Errorf("progress %v", seen)
	}
	// The second time the file is there, even without a network.
	s.Close()
	again, err := Get(t.Context(), s.source(fileContent), set)
	fetched(t, again, err, dir)
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestGetResumes(t *testing.T) {
	const cut = 100_000
	for _, c := range []struct {
		name   string
		change func(*server)
		ranges []string
	}{
		{"resumes", func(*server) {}, []string{"", "bytes=100000-"}},
		{"server ignores ranges", func(s *server) { s.ignoreRange = true },
			[]string{"", "bytes=100000-"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, dir := serve(t, fileContent), t.TempDir()
			c.change(s)
			s.cut = cut
			path, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
			wantError(t, err, "cut off after 100000 bytes", "fetch again to go on",
				filepath.Join(dir, "file.txt"))
			if path != "" {
				t.Errorf("path %q of a file that is not whole", path)
			}
			var first int64 = -1
			path, err = Get(t.Context(), s.source(fileContent),
				Settings{Dir: dir, Progress: func(done, _ int64) {
					if first < 0 {
						first = done
					}
				}})
			fetched(t, path, err, dir)
			if !slices.Equal(s.ranges, c.ranges) {
				t.Errorf("ranges %q, want %q", s.ranges, c.ranges)
			}
			if resumed := first > cut; resumed == s.ignoreRange {
				t.Errorf("progress starts at %d", first)
			}
		})
	}
}

// The rest of an earlier download may be complete, too long, or part of another file.
func TestGetMendsParts(t *testing.T) {
	for name, part := range map[string]string{
		"whole":        fileContent,
		"too long":     fileContent + "!",
		"another file": "something else",
		"empty":        "",
		"wrong, long":  strings.Repeat("x", len(fileContent)),
	} {
		t.Run(name, func(t *testing.T) {
			s, dir := serve(t, fileContent), t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "file.txt.part"), []byte(part), 0o600); err != nil {
				t.Fatal(err)
			}
			path, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
			fetched(t, path, err, dir)
		})
	}
}

func TestGetRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*server, *Source)
		want   []string
	}{
		{"wrong checksum", func(s *server, src *Source) { s.content = strings.ToUpper(fileContent) },
			[]string{"SHA-256 checksum", "expected", "put the original at"}},
		{"too long", func(s *server, src *Source) { s.content += "more" },
			[]string{"more than the file", "440000"}},
		{"too long, no length", func(s *server,
			src *Source) {
			s.content += "more"
			s.chunked = true
		}, []string{"more than the file"}},
		{"too short", func(s *server, src *Source) { s.content = "short" }, []string{"SHA-256 checksum"}},
		{"404", func(s *server, src *Source) { s.status = 404 },
			[]string{`answered "404 Not Found"`, "put it at"}},
		{"500", func(s *server, src *Source) { s.status = 500 }, []string{"500 Internal Server Error"}},
		{"no network", func(s *server, src *Source) { s.Close() },
			[]string{"file.txt cannot be fetched", "put it at"}},
		{"no address", func(s *server, src *Source) { src.URL = "http://[::1" },
			[]string{"is not valid"}},
		{"a strange scheme", func(s *server, src *Source) { src.URL = "gopher://x" },
			[]string{"cannot be fetched"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, dir := serve(t, fileContent), t.TempDir()
			src := s.source(fileContent)
			c.change(s, &src)
			path, err := Get(t.Context(), src, Settings{Dir: dir})
			wantError(t, err, c.want...)
			if names, _ := filepath.Glob(filepath.Join(dir, "*")); path != "" || len(names) > 0 {
				t.Errorf("path %q, and the directory holds %v; expected nothing", path, names)
			}
		})
	}
}

func TestGetRefusesAWrongRange(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	s.wrongRange = true
	part := filepath.Join(dir, "file.txt.part")
	if err := os.WriteFile(part, []byte(fileContent[:9]), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	wantError(t, err, `"bytes 1-2/3", not from byte 9 as asked`)
	if got, err := os.ReadFile(part); err != nil || string(got) != fileContent[:9] {
		t.Errorf("the part is %q, %v; expected it unchanged", got, err)
	}
}

// The size need not be known.
func TestGetWithoutSize(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	s.chunked = true
	src := s.source(fileContent)
	src.Bytes = 0
	path, err := Get(t.Context(), src, Settings{Dir: dir, Progress: func(_, total int64) {
		if total != -1 {
			t.Errorf("total %d, expected -1", total)
		}
	}})
	fetched(t, path, err, dir)
}

func TestGetIsCancelled(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	s.wait = true
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Get(ctx, s.source(fileContent),
		Settings{Dir: dir, Progress: func(done, total int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected context.Canceled", err)
	}
	path, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	fetched(t, path, err, dir)
	if want := []string{"", "bytes=1-"}; !slices.Equal(s.ranges, want) {
		t.Errorf("ranges %q, want %q", s.ranges, want)
	}
}

// A server that gave a byte and then nothing used to make Get wait for ever.
func TestGetGivesUpOnASilentServer(t *testing.T) {
	before := stall
	t.Cleanup(func() { stall = before })
	stall = 2 * time.Second // the byte must come in this time, also on a busy machine
	s, dir := serve(t, fileContent), t.TempDir()
	s.wait = true
	_, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	wantError(t, err, "gave less than a kilobyte in 2s", "fetch again to go on")
	stall = before
	path, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	fetched(t, path, err, dir)
}

// Of 20 Gets of one file, 19 used to fail: the first took the part away from the others.
func TestGetsAtOnce(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			path, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
			if err != nil || path != filepath.Join(dir, "file.txt") {
				t.Errorf("%q, %v", path, err)
			}
		})
	}
	wg.Wait()
	fetched(t, filepath.Join(dir, "file.txt"), nil, dir)
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

// A Get that waits for another one ends with its context.
func TestGetWaitsNoLongerThanItsContext(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	f, err := openPart(t.Context(), filepath.Join(dir, "file.txt.part"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Get(ctx, s.source(fileContent), Settings{Dir: dir})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected context.Canceled", err)
	}
	wantError(t, err, "another program gets the same file")
}

// A cached file with different content is refused, and kept.
func TestGetKeepsWhatIsThere(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	path := filepath.Join(dir, "file.txt")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	wantError(t, err, path, "delete or rename it")
	if got, err := os.ReadFile(path); err != nil || string(got) != "mine" || s.requests.Load() != 0 {
		t.Errorf("%q, %v, %d requests; expected the file unchanged and none", got, err, s.requests.Load())
	}
}

// A directory that cannot be made or written to, whoever runs the test: below a file, and below a
// directory whose name is a file's.
func TestGetWithoutCache(t *testing.T) {
	s, dir := serve(t, fileContent), t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Get(t.Context(), s.source(fileContent), Settings{Dir: filepath.Join(file, "below")})
	wantError(t, err, "cache cannot be", "Settings.Dir")
	if err := os.Mkdir(filepath.Join(dir, "file.txt.part"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = Get(t.Context(), s.source(fileContent), Settings{Dir: dir})
	wantError(t, err, "cannot be written to", "Settings.Dir")
	readOnly := t.TempDir()
	if err := os.Chmod(readOnly, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.WriteFile(filepath.Join(readOnly, "x"), nil, 0o600) != nil { // root may write anywhere
		_, err = Get(t.Context(), s.source(fileContent), Settings{Dir: readOnly})
		wantError(t, err, "cannot be written to", "Settings.Dir")
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	_, err = Get(t.Context(), s.source(fileContent), Settings{})
	wantError(t, err, "there is no cache directory", "Settings.Dir")
}

// By default files are kept in gibbslab in the user's cache.
func TestGetDefaultDirectory(t *testing.T) {
	s, home := serve(t, fileContent), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	path, err := Get(t.Context(), s.source(fileContent), Settings{})
	fetched(t, path, err, filepath.Join(cache, "gibbslab"))
}

func TestGetChecksTheSource(t *testing.T) {
	_, err := Get(t.Context(), Source{}, Settings{Dir: t.TempDir()})
	wantError(t, err, `Name is ""`, "URL is empty", `SHA256 is ""`)
	good := Originals()["reagan.txt"]
	for _, name := range []string{"..", ".", "/etc/passwd", "a/b", `a\b`, "a/"} {
		s := good
		s.Name = name
		_, err := Get(t.Context(), s, Settings{Dir: t.TempDir()})
		wantError(t, err, "expected the name of a file")
	}
	good.Bytes = -1
	//lint:ignore SA1012 this tests what a nil context does
	_, err = Get(nil, good, Settings{Dir: t.TempDir()})
	wantError(t, err, "context is nil", "Bytes is -1")
}
