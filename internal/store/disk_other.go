//go:build !unix

package store

// freeSpace is unknown here.
func freeSpace(string) uint64 { return 0 }

// folderWritable is taken for granted here.
func folderWritable(string) bool { return true }

// nameCount is taken to be one here.
func nameCount(string) uint64 { return 1 }
