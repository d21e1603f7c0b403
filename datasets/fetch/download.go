package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// get downloads the source into path, by way of path.part.
func (s Source) get(ctx context.Context, path string, progress func(done, total int64)) error {
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("fetch: the cache cannot be written to: %w; name a directory that you can write to in Settings.Dir", err)
	}
	defer f.Close()
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	if err := s.download(ctx, f, have, progress); err != nil {
		if at, statErr := f.Stat(); errors.Is(err, errTooLong) || statErr == nil && at.Size() == 0 {
			os.Remove(part) // nothing in it to go on from
		}
		return fmt.Errorf("fetch: %w; fetch again to go on, or get the file in another way and put it at %s", err, path)
	}
	sum, err := fileSHA256(part)
	if err == nil && !strings.EqualFold(sum, s.SHA256) && have > 0 {
		// The beginning may be of another file: once more from the start.
		if err = s.download(ctx, f, 0, progress); err == nil {
			sum, err = fileSHA256(part)
		}
	}
	if err != nil {
		return fmt.Errorf("fetch: fetching %s: %w", s.Name, err)
	}
	if !strings.EqualFold(sum, s.SHA256) {
		os.Remove(part)
		return fmt.Errorf("fetch: what %s gave has the SHA-256 checksum %s, expected %s; the file was changed there, or on its way here; put the original at %s", s.URL, sum, s.SHA256, path)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("fetch: %s is fetched, but cannot be kept: %w", s.Name, err)
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("fetch: %s is fetched, but cannot be put in its place: %w", s.Name, err)
	}
	return nil
}

// download writes the source into f from byte have on, or from the start if the server gives it from there, and
// ends f where the source ends.
func (s Source) download(ctx context.Context, f *os.File, have int64, progress func(done, total int64)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return fmt.Errorf("the address of %s is no address: %w", s.Name, err)
	}
	req.Header.Set("Accept-Encoding", "identity") // the bytes as they are: offsets count them
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s cannot be fetched: %w", s.Name, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPartialContent && rangeStart(resp) == have:
	case resp.StatusCode == http.StatusOK:
		have = 0
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return nil // nothing beyond what is at hand: the checksum tells whether that is the file
	case resp.StatusCode == http.StatusPartialContent:
		return fmt.Errorf("%s gave %q, not from byte %d as asked", s.URL, resp.Header.Get("Content-Range"), have)
	default:
		return fmt.Errorf("%s answered %q, expected the file", s.URL, resp.Status)
	}
	total := int64(-1)
	if resp.ContentLength >= 0 {
		total = have + resp.ContentLength
	} else if s.Bytes > 0 {
		total = s.Bytes
	}
	if _, err := f.Seek(have, io.SeekStart); err != nil {
		return err
	}
	w := &counter{f: f, done: have, total: total, most: s.Bytes, progress: progress}
	if w.most == 0 {
		w.most = maxSize
	}
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("%s was cut off after %d bytes: %w", s.Name, w.done, err)
	}
	return f.Truncate(w.done)
}

// rangeStart is where a partial answer starts, or -1: "bytes 100-199/200" starts at 100.
func rangeStart(resp *http.Response) int64 {
	first, _, _ := strings.Cut(strings.TrimPrefix(resp.Header.Get("Content-Range"), "bytes "), "-")
	n, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// maxSize bounds a file whose size is not known.
const maxSize = 16 << 30

var errTooLong = errors.New("it gives more than the file")

// A counter writes to a file, reports progress, and refuses what is more than the file can have.
type counter struct {
	f                 *os.File
	done, total, most int64
	progress          func(done, total int64)
}

func (c *counter) Write(p []byte) (int, error) {
	if c.done+int64(len(p)) > c.most {
		return 0, fmt.Errorf("%w: expected at most %d bytes", errTooLong, c.most)
	}
	n, err := c.f.Write(p)
	c.done += int64(n)
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return n, err
}
