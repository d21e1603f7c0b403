package notebooktest

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests in the folder of the notebooks: all paths in them start there.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../notebooks"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
