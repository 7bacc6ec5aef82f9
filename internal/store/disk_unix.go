//go:build unix

package store

import "golang.org/x/sys/unix"

// freeSpace is how many bytes this user may still write in a folder, 0 if unknown.
func freeSpace(folder string) uint64 {
	var st unix.Statfs_t
	if unix.Statfs(folder, &st) != nil {
		return 0
	}
	return uint64(st.Bavail) * uint64(st.Bsize)
}

// folderWritable says whether this user may make files in a folder.
func folderWritable(folder string) bool { return unix.Access(folder, unix.W_OK) == nil }

// nameCount is how many names a file has, 0 where there is none.
func nameCount(path string) uint64 {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return 0
	}
	return uint64(st.Nlink) //nolint:unconvert // narrower on some systems
}
