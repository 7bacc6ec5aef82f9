//go:build unix

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// locking says that locks tell who is at work.
const locking = true

// tryLock takes the lock on an open file, which the system drops when the file
// is closed or its process ends; it says whether somebody else holds it.
func tryLock(f *os.File) (held bool, err error) {
	return flock(f, unix.LOCK_EX)
}

// probeLock says whether somebody holds the lock, without keeping it.
func probeLock(f *os.File) (held bool, err error) {
	held, err = flock(f, unix.LOCK_SH)
	if err == nil && !held {
		err = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	}
	return held, err
}

func flock(f *os.File, how int) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return true, nil
		default:
			return false, err
		}
	}
}
