#!/usr/bin/env bash
# Fetches the source distribution of a project, given as NAME==VERSION, from the Python package index
# and unpacks it into a folder, which it makes where there is none.
set -euo pipefail
mkdir -p "$2"
archive=$(mktemp -d)
trap 'rm -rf "$archive"' EXIT
python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$archive" "$1"
tar -xzf "$archive"/*.tar.gz --strip-components=1 -C "$2"
