package datasets

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A textFile is a file to be written. A path that ends in .gz is compressed.
type textFile struct {
	path  string
	write func(w *bufio.Writer) // a writing error stays in w until it is flushed
}

// writeTexts writes files that belong together. It writes temporary files beside them and renames
// these at the end: if the disk is full or a folder is missing, all files stay unchanged. A
// symbolic link stays a link.
func writeTexts(files ...textFile) (err error) {
	var temporary, targets []string
	defer func() {
		for _, name := range temporary {
			os.Remove(name) // removes nothing that was already renamed
		}
	}()
	for _, f := range files {
		target, err := targetOf(f.path)
		if err != nil {
			return err
		}
		name, err := f.writeBeside(target)
		if name != "" {
			temporary, targets = append(temporary, name), append(targets, target)
		}
		if err != nil {
			return fmt.Errorf("datasets: %s is not written: %w; name a file in a folder that you "+
				"can write to", f.path, err)
		}
	}
	for i, name := range temporary {
		if err := os.Rename(name, targets[i]); err != nil {
			return fmt.Errorf("datasets: %s is not written: %w; name a file in a folder that you "+
				"can write to", files[i].path, err)
		}
	}
	return nil
}

// targetOf returns the file that a path leads to. It must be an ordinary file, because it is
// replaced.
func targetOf(path string) (string, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("datasets: %s is not written: it is a folder or a device; name a "+
			"file", path)
	}
	return path, nil
}

// writeBeside writes the file under another name in the folder of target.
func (f textFile) writeBeside(target string) (name string, err error) {
	out, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, out.Chmod(0o644), out.Close()) }()
	var packed io.WriteCloser
	w := bufio.NewWriter(out)
	if strings.HasSuffix(f.path, ".gz") {
		packed = gzip.NewWriter(out)
		w.Reset(packed)
	}
	f.write(w)
	if err := w.Flush(); err != nil || packed == nil {
		return out.Name(), err
	}
	return out.Name(), packed.Close()
}
