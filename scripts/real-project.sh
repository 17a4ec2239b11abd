#!/usr/bin/env bash
# Fetches a real project (a source distribution with its own test suite) into the folder given, with
# a Python environment that its tests need: DIR/project, DIR/venv.
set -euo pipefail
