#!/usr/bin/env bash
# mender's rate on twenty one-operator mutants of a package that nobody chose tasks from: fetches
# pyasn1's source distribution, makes the suite, runs mender once on each. Takes some fifteen minutes
# and the Python package index. Results stay in the folder given, or in plumbline-mutants under the
# folder for temporary files.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-${TMPDIR:-/tmp}/plumbline-mutants}")
mkdir -p "$out"
if [ ! -d "$out/suite" ]; then
  rm -rf "$out/project" "$out/unfinished"
  scripts/source-distribution.sh pyasn1==0.6.5 "$out/project"
  python3 scripts/make-mutants.py "$out/project" pyasn1 "$out/unfinished" --count 20 --seed 1
  mv "$out/unfinished" "$out/suite"
fi
cat > "$out/mutants.yaml" <<YAML
name: mutants
seed: 1
benchmarks:
  - { id: starter, suite: "$out/suite" }
scaffolds: [mender]
conditions: [seed]
replicates: 1
limits: { command_seconds: 120 }
YAML
node dist/cli/main.js run "$out/mutants.yaml" --out "$out/study" --workers 2
