package notebooktest

import (
	"os/exec"
	"testing"

	"gibbslab/internal/turns"
)

// TestSlips lets a script make the slips that authors make, in cells of the real kernel. Each must
// give one sentence that names the cell and the line; the kernel must live, keep its declarations,
// and run the next cell. The short form makes every twentieth slip.
func TestSlips(t *testing.T) {
	watchSources(t)
	t.Parallel()
	args := []string{"../internal/tools/slips.py", "--times"}
	if turns.Short(t) {
		args = append(args, "--every", "20")
	}
	said, err := exec.Command(python, args...).CombinedOutput()
	t.Logf("%s", said)
	if err != nil {
		t.Error(err)
	}
}
