# gibbslab: `make lab` opens the notebooks, `make test` checks everything.
PYTHON ?= python3
ARGS   ?=
tools  := internal/tools
venv   := .venv/bin

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1	/p' Makefile

setup: ## put JupyterLab, the Go kernel and its tools into .venv, as needed
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.10 or newer is needed: there is no $(PYTHON) on your PATH."; exit 1; }
	@$(PYTHON) $(tools)/setup.py

lab: setup ## start JupyterLab on the notebooks
	@$(venv)/python $(tools)/lab.py $(ARGS)

test: setup ## gofmt, vet, staticcheck, unit tests under the race detector, and every notebook
	@unformatted=$$(gofmt -l */); test -z "$$unformatted" || { echo "run gofmt -w on:" $$unformatted; exit 1; }
	go vet ./...
	$(venv)/staticcheck ./...
	go test -race -timeout 30m ./...

notebooks: setup ## run every notebook and store its outputs
	@$(venv)/python $(tools)/run_notebook.py $(wildcard notebooks/*.ipynb notebooks/solutions/*.ipynb)

bench: setup ## benchmarks, how long a cell takes, diagnostics against ArviZ, naive Bayes against a Python loop, LDA and mixtures against their peers
	go test -run '^$$' -bench . -benchmem ./...
	$(venv)/python $(tools)/cell_latency.py
	$(venv)/python $(tools)/diag_speed.py
	$(venv)/python $(tools)/naivebayes_speed.py
	$(venv)/python $(tools)/lda_speed.py
	$(venv)/python $(tools)/mixture_speed.py

clean: ## remove .venv
	rm -rf .venv

.PHONY: help setup lab test notebooks bench clean
