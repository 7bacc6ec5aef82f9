#!/bin/sh
# Builds every platform into dist/ with checksums: deploy/release.sh [VERSION]
set -eu
cd "$(dirname "$0")/.."
version=${1:-$(git describe --tags --always --dirty 2>/dev/null || echo dev)}
rm -rf dist
mkdir dist
for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do
	name=dist/factbot-$version-$(echo "$platform" | tr / -)
	GOOS=${platform%/*} GOARCH=${platform#*/} deploy/build.sh "$name" "$version"
	echo "built $name"
done
cd dist
sha256sum factbot-* >SHA256SUMS
