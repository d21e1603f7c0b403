//go:build linux || darwin

package fetch

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks an open file until it is closed, unless someone else has locked it. On a file
// system without locks it always succeeds.
func tryLock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// moveAndClose gives the file its name before the lock ends, so whoever waits for it finds it
// there.
func moveAndClose(f *os.File, from, to string) error {
	return errors.Join(os.Rename(from, to), f.Close())
}
