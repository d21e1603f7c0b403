//go:build !linux && !darwin

package fetch

import "os"

// tryLock does nothing: this system has other locks. Two programs that get one file at a time
// disturb each other here.
func tryLock(*os.File) bool { return true }

// moveAndClose closes the file first, because some systems move no file that is open.
func moveAndClose(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
