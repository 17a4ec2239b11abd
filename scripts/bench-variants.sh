#!/usr/bin/env bash
# Speed of variants of SymPy's source beside LibCST; see perf/variants.mjs. Fetches both from the
# Python package index into the folder given, or into plumbline-bench under the folder for temporary
# files. The first run asks for types, which takes minutes; later ones read them back.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-${TMPDIR:-/tmp}/plumbline-bench}")
[ -d "$out/project" ] || scripts/source-distribution.sh sympy==1.14.0 "$out/project"
[ -d "$out/venv" ] || python3 -m venv "$out/venv"
"$out/venv/bin/pip" install --quiet libcst==1.9.0
variants=${2:-20}
node --max-semi-space-size=32 perf/variants.mjs "$out/project/sympy" "$variants" "$out/venv/bin/python"
for threads in 1 2; do
  node perf/variants-in-threads.mjs "$out/project/sympy" "$variants" "$threads"
done
