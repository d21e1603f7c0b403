package farm

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// asNobody makes this goroutine read the files of a folder as a user without rights. It returns what
// undoes it.
func asNobody(t *testing.T, dir string) (undo func()) {
	t.Helper()
	for d := dir; d != os.TempDir() && d != filepath.Dir(d); d = filepath.Dir(d) {
		os.Chmod(d, 0o777)
	}
	runtime.LockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	return func() {
		syscall.Setfsuid(0)
		runtime.UnlockOSThread()
	}
}
