//go:build unix

package nb

import (
	"bytes"
	"encoding/gob"
	"errors"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/browser"
	"gibbslab/sampler/lda/topics"
)

// kernel plays GoNB's part: it runs this test binary as a cell, takes the displays from the one
// named pipe and acknowledges Sync through the other. It returns what was displayed, one entry for
// each output that would be stored: an update replaces what it updates. Each display is handed to
// see as it comes.
func kernel(t *testing.T, cell string, see ...func(*protocol.DisplayData)) (
	outputs []*protocol.DisplayData, log string, err error) {
	t.Helper()
	dir := t.TempDir()
	there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back")
	for _, fifo := range []string{there, back} {
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestCell$")
	cmd.Env = append(os.Environ(), "NB_TEST_CELL="+cell, protocol.GONB_PIPE_ENV+"="+there,
		protocol.GONB_PIPE_BACK_ENV+"="+back)
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stderr, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// both ends, so that opening does not wait for the cell
	r, err1 := os.OpenFile(there, os.O_RDWR, 0)
	w, err2 := os.OpenFile(back, os.O_RDWR, 0)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		decoder, encoder := gob.NewDecoder(r), gob.NewEncoder(w)
		for {
			d := &protocol.DisplayData{}
			if err := decoder.Decode(d); err != nil {
				if !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrClosed) {
					t.Error(err)
				}
				return
			}
			if c, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
				if err := encoder.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress,
					Value: c.Value}); err != nil {
					t.Error(err)
				}
				continue
			}
			for _, see := range see {
				see(d)
			}
			outputs = store(outputs, d)
		}
	}()
	err = cmd.Wait()
	r.Close()
	<-done
	return outputs, stderr.String(), err
}

func store(outputs []*protocol.DisplayData, d *protocol.DisplayData) []*protocol.DisplayData {
	for i := range outputs {
		if d.DisplayID != "" && outputs[i].DisplayID == d.DisplayID {
			outputs[i] = d
			return outputs
		}
	}
	return append(outputs, d)
}

// cells are what the kernel runs, each in a process of its own.
var cells = map[string]func(){
	"show": func() {
		Show("text", TracePlot(testTrace(), "mu"), Density(testTrace(), "mu"), 1.5)
		Show(Table{Head: []string{"a<b"}, Rows: [][]any{{1.25}}})
	},
	"topics": func() { // in the folder of its notebook
		if err := os.Chdir(os.Getenv("NB_TEST_FOLDER")); err != nil {
			panic(err)
		}
		docs := []corpus.Doc{corpus.Bag([]int32{0, 0, 1}), corpus.Bag([]int32{1, 2})}
		t := &topics.Topics{Docs: docs, Phi: [][]float64{{0.8, 0.1, 0.1}, {0.1, 0.2, 0.7}},
			Theta: [][]float64{{0.9, 0.1}, {0.2, 0.8}}}
		Browse("two topics & 100%.html", browser.Page{Chains: []*topics.Topics{t},
			Vocabulary: []string{"goal", "day", "tax"}})
	},
	"browse": func() {
		Browse("a&b.html", stubPage{})
		if err := os.Remove("a&b.html"); err != nil {
			panic(err)
		}
	},
	"check": func() {
		Check("two and two are four", 2+2 == 4)
		Check("two and two are five",
			2+2 == 5)
	},
	"run": func() {
		Run(slowModel(), sampler.Settings{Warmup: 50, Draws: 100, Chains: 2, Progress: Progress()})
		Show("after")
	},
	"fast": func() {
		Run(slowModel(), sampler.Settings{Warmup: sampler.NoWarmup, Draws: 3, Chains: 2,
			Progress: Progress()})
	},
	"long": func() { // a millisecond a sweep, until the kernel has seen enough redraws
		m := slowModel()
		m.Blocks[0].Update = func(r *rand.Rand, s *float64) error {
			if !exists(os.Getenv("NB_TEST_SEEN")) {
				time.Sleep(time.Millisecond)
			}
			*s = r.NormFloat64()
			return nil
		}
		Run(m, sampler.Settings{Warmup: sampler.NoWarmup, Chains: 2, Draws: 30_000})
	},
	"moving": moving,
	"interrupt": func() {
		m := slowModel()
		var sweeps atomic.Int64
		m.Blocks = append(m.Blocks, sampler.Block[float64]{Name: "stop button",
			Update: func(*rand.Rand, *float64) error {
				if sweeps.Add(1) == 50 {
					syscall.Kill(os.Getpid(), syscall.SIGINT)
				}
				return nil
			}})
		tr := Run(m, sampler.Settings{Warmup: sampler.NoWarmup, Draws: 1_000_000, Chains: 2,
			NoReplay: true})
		draws, _ := tr.Draws("mu")
		Check("some draws were kept", len(draws) > 0)
	},
}

// TestCell is not a test of its own: it is the cell that kernel runs.
func TestCell(t *testing.T) {
	if cell := cells[os.Getenv("NB_TEST_CELL")]; cell != nil {
		cell()
	}
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

func plain(d *protocol.DisplayData) string {
	s, _ := d.Data[protocol.MIMETextPlain].(string)
	return s
}

func TestShowInANotebook(t *testing.T) {
	out, log, err := kernel(t, "show")
	if err != nil || len(out) != 4 {
		t.Fatalf("%d outputs, want 4; %v\n%s", len(out), err, log)
	}
	if plain(out[0]) != "text" || plain(out[2]) != "1.5" {
		t.Errorf("got %q and %q", plain(out[0]), plain(out[2]))
	}
	grid := out[1]
	if !strings.HasPrefix(plain(grid), "Trace of mu\n") || !strings.Contains(plain(grid),
		"Posterior of mu\n") {
		t.Errorf("the text of the grid: %q", plain(grid))
	}
	img, err := png.Decode(bytes.NewReader(grid.Data[protocol.MIMEImagePNG].([]byte)))
	if err != nil {
		t.Fatal(err)
	}
	size, _ := grid.Metadata[string(protocol.MIMEImagePNG)].(map[string]int)
	if b := img.Bounds(); size["width"] != paint.GridWidth || b.Dx() != 2*size["width"] ||
		b.Dy() != 2*size["height"] {
		t.Errorf("a picture of %v, to be shown as %v", b, size)
	}
	if svg, _ := grid.Data[protocol.MIMEImageSVG].(string); !strings.Contains(svg, "<svg") ||
		len(svg) >= picture.LargestSVG || strings.Contains(svg, "<script") {
		t.Errorf("SVG of %d bytes", len(svg))
	}
	if html, _ := out[3].Data[protocol.MIMETextHTML].(string); !strings.Contains(html,
		`<th align="right">a&lt;b</th>`) {
		t.Errorf("the table: %q", html)
	}
}

// A red check fails the cell, after it was shown.
func TestCheckInANotebook(t *testing.T) {
	out, log, err := kernel(t, "check")
	if err == nil || len(out) != 2 {
		t.Fatalf("%d outputs, want 2; %v", len(out), err)
	}
	if plain(out[0]) != "✓ two and two are four" || plain(out[1]) != "✗ two and two are five" {
		t.Errorf("got %q, %q", plain(out[0]), plain(out[1]))
	}
	if !strings.Contains(log, "panic: two and two are five") {
		t.Errorf("the panic does not say what failed:\n%s", log)
	}
}

// However fast the machine, a run that is asked for its progress leaves one output, and it is the
// same.
func TestRunInANotebook(t *testing.T) {
	for cell, want := range map[string]string{
		"run":  "▸ 2 chains: 100 draws each, from 150 sweeps",
		"fast": "▸ 2 chains: 3 draws each, from 3 sweeps",
	} {
		out, log, err := kernel(t, cell)
		if err != nil || len(out) == 0 || plain(out[0]) != want {
			t.Fatalf("%s: %v, %v\n%s", cell, out, err, log)
		}
		if n := len(out); n != 1 && plain(out[1]) != "after" {
			t.Errorf("%s: %d outputs", cell, n)
		}
	}
}

// A run that shows its progress by itself does so live, and marks what stays as not worth storing.
func TestLongRunInANotebook(t *testing.T) {
	seen, began := filepath.Join(t.TempDir(), "seen"), time.Now()
	t.Setenv("NB_TEST_SEEN", seen)
	redraws := 0
	out, log, err := kernel(t, "long", func(d *protocol.DisplayData) {
		page, _ := d.Data[protocol.MIMETextHTML].(string)
		whole := true // a chain that is late with its draws leaves some of it out
		for _, want := range []string{"chain 1 █", "<polyline", "R-hat", "left"} {
			whole = whole && strings.Contains(page, want)
		}
		if redraws++; whole && redraws > 1 && !exists(seen) {
			if err := os.WriteFile(seen, []byte(page), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil || len(out) != 1 || plain(out[0]) != "▸ 2 chains: 30000 draws each, from 30000 "+
		"sweeps" {
		t.Fatalf("%v, %v\n%s", out, err, log)
	}
	if out[0].Metadata["gibbslab"] != "passing" {
		t.Errorf("metadata %v", out[0].Metadata)
	}
	if !exists(seen) {
		t.Errorf("none of %d redraws shows bars, trace, R-hat and time left", redraws)
	}
	if most := 4*time.Since(began).Seconds() + 2; float64(redraws) > most {
		t.Errorf("%d redraws, want at most %.0f", redraws, most)
	}
}

// The stop button: the cell goes on with the draws made so far.
func TestInterruptInANotebook(t *testing.T) {
	out, log, err := kernel(t, "interrupt")
	if err != nil || len(out) != 2 {
		t.Fatalf("%d outputs, want 2; %v\n%s", len(out), err, log)
	}
	if !strings.Contains(plain(out[0]), "draws kept in each chain") ||
		plain(out[1]) != "✓ some draws were kept" {
		t.Errorf("got %q, %q", plain(out[0]), plain(out[1]))
	}
}
