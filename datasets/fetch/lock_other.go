//go:build !linux && !darwin

package fetch

import "os"

// tryLock does nothing, because this system has other locks. Here two programs that get one file at
// the same time disturb each other.
func tryLock(*os.File) bool { return true }

// moveAndClose closes the file first, because some systems do not move open files.
func moveAndClose(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
