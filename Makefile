# Two commands do everything: each sets up what it needs, quietly and only when it has changed.
.PHONY: demo test setup check clean
.DEFAULT_GOAL := help

STAMP := node_modules/.plumbline-installed

help:
	@echo "make demo   measure the robustness of an agent on the starter suite; results in demo/"
	@echo "make test   run every test"
	@echo "make check  formatting, lint, types"

demo: setup
	@rm -rf demo
	@node dist/cli/main.js run suites/starter/robustness.yaml --out demo --workers 2

test: setup
	@npm run --silent check
	@npm test --silent

check: $(STAMP)
	@npm run --silent check

setup: $(STAMP)
	@npm run --silent build

$(STAMP): package.json package-lock.json
	@scripts/check-tools.sh
	@echo "Installing dependencies (the database driver may compile for some minutes) ..."
	@npm ci --no-fund --no-audit --loglevel=error
	@touch $@

clean:
	@rm -rf dist demo
