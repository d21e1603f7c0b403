package notebooktest

import (
	"os/exec"
	"testing"

	"gibbslab/internal/turns"
)

// TestPieces lets a script do four pieces of an author's work on the real kernel: survival with
// censoring, twelve cities with two variants, a level with missing values, and texts; and cells
// with traps. Each cell must show what it should, and each slip in it must give its message. A
// commit does one or two of them.
func TestPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	watchSources(t)
	for _, piece := range []string{"traps", "Weibull", "Poisson", "level", "texts"} {
		if !turns.Of("piece "+piece, 3) {
			continue
		}
		t.Run(piece, func(t *testing.T) {
			t.Parallel()
			said, err := exec.Command(python, "../internal/tools/pieces.py", "--times", piece).
				CombinedOutput()
			t.Logf("%s", said)
			if err != nil {
				t.Error(err)
			}
		})
	}
}
