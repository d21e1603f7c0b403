package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// get downloads the source into path, by way of path.part.
func (s Source) get(ctx context.Context, path string, progress func(done, total int64)) error {
	part := path + ".part"
	f, err := openPart(ctx, part)
	if err != nil {
		return err
	}
	defer f.Close()
	// another Get was quicker
	if sum, err := fileSHA256(path); err == nil && strings.EqualFold(sum, s.SHA256) {
		os.Remove(part)
		return nil
	}
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	if err := s.download(ctx, f, have, progress); err != nil {
		if at, statErr := f.Stat(); errors.Is(err, errTooLong) || statErr == nil && at.Size() == 0 {
			os.Remove(part) // nothing to continue from
		}
		return fmt.Errorf("fetch: %w; fetch again to go on, or get the file in another way and "+
			"put it at %s", err, path)
	}
	sum, err := fileSHA256(part)
	if err == nil && !strings.EqualFold(sum, s.SHA256) && have > 0 {
		// The beginning may belong to another file: try once more from the start.
		if err = s.download(ctx, f, 0, progress); err == nil {
			sum, err = fileSHA256(part)
		}
	}
	if err != nil {
		return fmt.Errorf("fetch: fetching %s: %w", s.Name, err)
	}
	if !strings.EqualFold(sum, s.SHA256) {
		os.Remove(part)
		return fmt.Errorf("fetch: what %s gave has the SHA-256 checksum %s, expected %s; the "+
			"file was changed there, or on its way here; put the original at %s", s.URL, sum, s.SHA256, path)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("fetch: %s is fetched, but cannot be kept: %w", s.Name, err)
	}
	if err := moveAndClose(f, part, path); err != nil {
		return fmt.Errorf("fetch: %s is fetched, but cannot be put in its place: %w", s.Name, err)
	}
	return nil
}

// openPart opens the file of the bytes so far, and waits until no other Get writes to it.
func openPart(ctx context.Context, part string) (*os.File, error) {
	for {
		f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, fmt.Errorf("fetch: the cache cannot be written to: %w; name a directory "+
				"that you can write to in Settings.Dir", err)
		}
		if tryLock(f) {
			opened, err := f.Stat()
			now, errNow := os.Stat(part)
			if err == nil && errNow == nil && os.SameFile(opened, now) {
				return f, nil // and not a file that was renamed or removed in the meantime
			}
		}
		f.Close()
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("fetch: another program gets the same file, and while waiting "+
				"for it: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// stall is the time in which at least a kilobyte must arrive, or the download ends. Tests shorten
// it.
var stall = time.Minute

// download writes the source into f from byte have on, or from the start if the server sends that,
// and truncates f where the source ends.
func (s Source) download(
	ctx context.Context, f *os.File, have int64, progress func(done, total int64),
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(stall, func() {
		cancel(fmt.Errorf("%s gave less than a kilobyte in %v", s.URL, stall))
	})
	defer watch.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return fmt.Errorf("the address of %s is not valid: %w", s.Name, err)
	}
	req.Header.Set("Accept-Encoding", "identity") // plain bytes, because offsets count them
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s cannot be fetched: %w", s.Name, cmp.Or(context.Cause(ctx), err))
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPartialContent && rangeStart(resp) == have:
	case resp.StatusCode == http.StatusOK:
		have = 0
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return nil // nothing beyond what we have: the checksum tells whether that is the file
	case resp.StatusCode == http.StatusPartialContent:
		return fmt.Errorf("%s gave %q, not from byte %d as asked",
			s.URL, resp.Header.Get("Content-Range"), have)
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
	w := &counter{f: f, done: have, total: total, most: s.Bytes, progress: progress, watch: watch}
	w.most = cmp.Or(w.most, maxSize)
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("%s was cut off after %d bytes: %w",
			s.Name, w.done, cmp.Or(context.Cause(ctx), err))
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

// A counter writes to a file, reports progress, and stops when there are more bytes than the file
// can have.
type counter struct {
	f                 *os.File
	done, total, most int64
	progress          func(done, total int64)
	watch             *time.Timer
	since             int // bytes since the watch was set
}

func (c *counter) Write(p []byte) (int, error) {
	if c.done+int64(len(p)) > c.most {
		return 0, fmt.Errorf("%w: expected at most %d bytes", errTooLong, c.most)
	}
	n, err := c.f.Write(p)
	c.done += int64(n)
	if c.since += n; c.since >= 1000 {
		c.since = 0
		c.watch.Reset(stall)
	}
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return n, err
}
