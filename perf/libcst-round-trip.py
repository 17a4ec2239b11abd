"""LibCST's bare round trip: parses files and writes them out unchanged. Paths come from stdin."""
import importlib.metadata
import json
import os
import sys
import time

import libcst

root = sys.argv[1]
texts = []
for path in sys.stdin.read().split("\n"):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        texts.append(file.read())
started = time.process_time()
for text in texts:
    assert libcst.parse_module(text).code == text
seconds = time.process_time() - started
mb = sum(len(text.encode()) for text in texts) / 1e6
print(json.dumps({"version": importlib.metadata.version("libcst"), "mb": mb, "seconds": seconds}))
