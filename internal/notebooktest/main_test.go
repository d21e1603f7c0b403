package notebooktest

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"
)

// TestMain runs the tests in the folder of the notebooks: all paths in them start there. More tests run
// side by side than there are processors, since those with a kernel mostly wait.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", fmt.Sprint(2*runtime.GOMAXPROCS(0))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := os.Chdir("../../notebooks"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
