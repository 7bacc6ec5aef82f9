#!/bin/sh
# Builds one static binary: deploy/build.sh OUT [VERSION]
# GOOS and GOARCH choose the platform. The same source, version and Go release
# give the same bytes: no build ids, no paths, no time.
set -eu
cd "$(dirname "$0")/.."
out=$1
version=${2:-$(git describe --tags --always --dirty 2>/dev/null || echo dev)}
CGO_ENABLED=0 go build -trimpath -buildvcs=false -tags timetzdata \
	-ldflags "-s -w -buildid= -X factbot/internal/cli.Version=$version" \
	-o "$out" ./cmd/factbot
