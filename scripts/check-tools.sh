#!/bin/sh
# What cannot be done without: said in one line each, before anything is installed.
set -u
missing=0
for tool in git node npm python3; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "plumbline needs $tool, which is not installed." >&2
    missing=1
  fi
done
if command -v node >/dev/null 2>&1; then
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || {
    echo "plumbline needs node 20.19 or newer; this is $(node --version)." >&2
    missing=1
  }
fi
[ "$missing" = 0 ] || exit 3
