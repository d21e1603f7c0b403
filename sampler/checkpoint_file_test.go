package sampler

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A checkpoint that is a link stays a link. Anything that is not an ordinary file is refused and
// not read.
func TestCheckpointIsNoOrdinaryFile(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("target", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	set := Settings{Chains: 2, Draws: 5, Checkpoint: link}
	mustRun(t, toyModel(), set)
	set.Draws = 9
	mustRun(t, toyModel(), set)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if _, err := readSealed(filepath.Join(dir, "target")); err != nil {
		t.Error(err)
	}
	pipe := filepath.Join(dir, "pipe")
	exec.Command("mkfifo", pipe).Run()
	for path, want := range map[string]string{dir: "is a folder", "/dev/zero": "is a device",
		pipe: "is a pipe"} {
		set.Checkpoint = path
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if _, err := Run(context.Background(), toyModel(), set); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The next run removes what a killed process has left half written.
func TestHalfWrittenCheckpointsGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	mustRun(t, toyModel(), Settings{Chains: 1, Draws: 3, Checkpoint: path})
	half, old := path+".new-12345", time.Now().Add(-time.Hour)
	if err := errors.Join(os.WriteFile(half, nil, 0o600), os.Chtimes(half, old, old)); err != nil {
		t.Fatal(err)
	}
	mustRun(t, toyModel(), Settings{Chains: 1, Draws: 3, Checkpoint: path})
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is there: %v", err)
	}
}

func TestCheckpointOfAnEarlierVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	os.WriteFile(path, []byte(oldMagic+"whatever"), 0o600)
	if _, err := Run(context.Background(), toyModel(), Settings{Checkpoint: path}); err == nil ||
		!strings.Contains(err.Error(), "earlier version") {
		t.Error(err)
	}
}
