package notebooktest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gibbslab/internal/turns"
)

// TestSession lets a script work with the kernel as a reader does: change a prior, rerun the cells
// below, stop a run, restart, reopen, edit the library. No result may be stale and no draw lost;
// completion and help must work. The script says what it does.
func TestSession(t *testing.T) {
	turns.Long(t)
	watchSources(t)
	t.Parallel()
	// not a pipe: gopls outlives its kernel and would keep it open
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd := exec.Command(python, "../internal/tools/session.py", "--times")
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(said.Name())
		t.Errorf("%v\n%s", err, text)
	}
}
