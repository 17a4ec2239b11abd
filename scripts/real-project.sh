#!/usr/bin/env bash
# Fetches and unpacks a real project with a test suite of its own into the folder given: the source
# distribution of docutils, some 350 Python files that need nothing but the standard library.
set -euo pipefail
cd "$1"
python3 -m pip download --quiet --no-deps --no-binary :all: docutils==0.23
tar -xzf docutils-0.23.tar.gz --strip-components=1
rm docutils-0.23.tar.gz
