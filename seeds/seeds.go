// Package seeds holds the topic files that ship with the program, so that it
// answers before anybody has written a file: the page of one topic as text and,
// beside it, the sidecar with what the page lacks.
//
// The files are embedded byte for byte; nothing here changes them.
package seeds

import "embed"

// Default is the topic that is served where no other is named.
const Default = "rdma.txt"

// FS holds the shipped files by their base names.
//
//go:embed *.txt *.yaml
var FS embed.FS
