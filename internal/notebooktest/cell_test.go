//go:build unix

package notebooktest

import (
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// runCell runs a cell of a program in a process of its own, as the kernel does. It takes what the
// cell displays from one named pipe and acknowledges it through the other. The outputs are those
// that would be stored. The program's source is in a folder that has its name, and the executable in
// bin beside that folder. The cell works in a folder, with others for what Memo keeps and for files.
func runCell(p *program, source, folder, memo, scratch string, number int) ([]output, error) {
	dir, err := os.MkdirTemp("", "gibbslab-cell-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back")
	if err := errors.Join(syscall.Mkfifo(there, 0o600), syscall.Mkfifo(back, 0o600)); err != nil {
		return nil, err
	}
	// both ends, and then opening does not wait for the cell
	r, err1 := os.OpenFile(there, os.O_RDWR, 0)
	w, err2 := os.OpenFile(back, os.O_RDWR, 0)
	stdout, err3 := os.Create(filepath.Join(dir, "stdout"))
	stderr, err4 := os.Create(filepath.Join(dir, "stderr"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	defer w.Close()
	defer stdout.Close()
	defer stderr.Close()

	cmd := exec.Command(executable(source), fmt.Sprint(number))
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, stdout, stderr
	cmd.Env = append(os.Environ(), "TMPDIR="+scratch, "GIBBSLAB_MEMO_DIR="+memo,
		protocol.GONB_PIPE_ENV+"="+there, protocol.GONB_PIPE_BACK_ENV+"="+back,
		protocol.GONB_TMP_DIR_ENV+"="+scratch)
	s := &screen{name: p.naming(filepath.Join(source, "main.go"), number).Name,
		printed: []*printed{{file: stdout.Name(), stream: "stdout"}, {file: stderr.Name(), stream: "stderr"}}}
	done := make(chan error, 1)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { done <- s.watch(r, w) }()
	err = cmd.Wait()
	r.Close()
	if err := errors.Join(<-done, s.print()); err != nil {
		return nil, err
	}
	outputs := s.kept()
	if err != nil {
		err = fmt.Errorf("it failed: %w\n%s", err, textOf(outputs))
	}
	return outputs, err
}

// executable is where the program with this folder of source is.
func executable(source string) string {
	return filepath.Join(filepath.Dir(source), "bin", filepath.Base(source))
}

// textOf is what a person reads in outputs.
func textOf(outputs []output) (said string) {
	for _, o := range outputs {
		said += string(o.Text) + string(o.Data["text/plain"]) + "\n"
	}
	return said
}

// screen is what a cell has displayed and printed so far.
type screen struct {
	outputs []shownOutput
	printed []*printed
	name    func(string) string // rewrites places
}

type shownOutput struct {
	output
	id      string // a display replaces an earlier one with the same id
	passing bool   // nb marks what only a slow machine shows, and no run stores that
}

// printed is a file that the cell prints to.
type printed struct {
	file, stream string
	read         int // bytes
}

// watch takes what the cell displays until the pipe is closed.
func (s *screen) watch(r io.Reader, w io.Writer) error {
	decoder, encoder := gob.NewDecoder(r), gob.NewEncoder(w)
	for {
		var d protocol.DisplayData
		if err := decoder.Decode(&d); errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
			return nil
		} else if err != nil {
			return err
		}
		var err error
		if c, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			err = encoder.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: c.Value})
		} else {
			err = errors.Join(s.print(), s.display(&d)) // what was printed before goes first
		}
		if err != nil {
			return err
		}
	}
}

// print takes what the cell has printed since the last time.
func (s *screen) print() error {
	for _, p := range s.printed {
		all, err := os.ReadFile(p.file)
		if err != nil {
			return err
		}
		if fresh := string(all[p.read:]); fresh != "" {
			p.read = len(all)
			s.outputs = append(s.outputs, shownOutput{
				output: output{Type: "stream", Name: p.stream, Text: text(s.name(fresh))}})
		}
	}
	return nil
}

func (s *screen) display(d *protocol.DisplayData) error {
	now := shownOutput{id: d.DisplayID, passing: d.Metadata["gibbslab"] == "passing"}
	now.output = output{Type: "display_data", Data: map[string]text{}}
	for kind, content := range d.Data {
		switch content := content.(type) {
		case string:
			now.Data[string(kind)] = text(s.name(content))
		case []byte:
			now.Data[string(kind)] = text(base64.StdEncoding.EncodeToString(content))
		default:
			return fmt.Errorf("a display of type %s holds a %T: only text and bytes can be stored", kind, content)
		}
	}
	metadata, err := json.Marshal(d.Metadata)
	if err != nil {
		return err
	}
	now.Metadata = metadata
	same := func(o shownOutput) bool { return o.id != "" && o.id == now.id }
	if i := slices.IndexFunc(s.outputs, same); i >= 0 {
		s.outputs[i] = now
	} else {
		s.outputs = append(s.outputs, now)
	}
	return nil
}

// kept are the outputs that a run stores: between two displays what was printed, standard output in
// one piece and then standard error.
func (s *screen) kept() []output {
	var kept []output
	group := map[string]text{}
	flush := func() {
		for _, p := range s.printed {
			if group[p.stream] != "" {
				kept = append(kept, output{Type: "stream", Name: p.stream, Text: group[p.stream]})
			}
		}
		clear(group)
	}
	for _, o := range s.outputs {
		switch {
		case o.passing:
		case o.Type == "stream":
			group[o.Name] += o.Text
		default:
			flush()
			kept = append(kept, o.output)
		}
	}
	flush()
	return kept
}
