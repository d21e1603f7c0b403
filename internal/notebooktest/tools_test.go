package notebooktest

import (
	"os/exec"
	"testing"
)

// TestTools runs the tests of the Python programs that set up and start JupyterLab.
func TestTools(t *testing.T) {
	t.Parallel()
	args := []string{"-m", "unittest", "discover", "-s", "../internal/tools", "-p", "test_*.py"}
	if said, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
