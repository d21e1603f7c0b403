# gibbslab: `make lab` opens the notebooks, `make test` checks everything.
PYTHON ?= python3
ARGS   ?=
tools  := internal/tools
venv   := .venv/bin

# The notebooks whose names start with NB; without it all that belong to this project.
start   = $(or $(NB),[0-9][0-9]_)
chosen  = $(or $(wildcard notebooks/$(start)*.ipynb notebooks/solutions/$(start)*.ipynb),$(error no notebook starts with NB=$(NB)))

# The user's settings for other programs, which would break ours.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PIP_TARGET PIP_PREFIX PIP_USER
export GO111MODULE := on
export GOFLAGS := $(strip $(filter-out -mod=%,$(shell GO111MODULE=on go env GOFLAGS 2>/dev/null)) -mod=readonly)

# The race detector needs a C compiler and its headers.
race = $(shell $$(go env CC) -E -include stdlib.h -x c /dev/null >/dev/null 2>&1 && [ "$$(go env CGO_ENABLED)" = 1 ] && echo -race)

# Compilers, staticcheck and models that are compiled spend a quarter of their time on garbage, if they may not use more
# memory than they need.
go = GOGC=400 GOMEMLIMIT=2GiB go

help: ## list these targets
	@sed -n 's/^const version = "\(.*\)"/gibbslab \1/p' sampler/version.go
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1	/p' Makefile

setup: ## install JupyterLab, the Go kernel and its tools in .venv, as needed
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.10 or newer is needed: there is no $(PYTHON) on your PATH."; exit 1; }
	@$(PYTHON) $(tools)/setup.py

lab: setup ## start JupyterLab on the notebooks
	@$(venv)/python $(tools)/lab.py $(ARGS)

# What takes longest begins first. Without what only a debugger reads, a test is linked in two thirds of the time.
slowest = ./internal/notebooktest ./sampler/bugs ./sampler ./nb

test: setup ## all quick tests and every notebook
	$(go) test -short -vet=off -ldflags='-s -w' -timeout 30m $(slowest) ./...

long: setup lint ## the rest: gofmt, vet, staticcheck, a quarter of the long tests and half of the race detector (TURNS=all: all), Slurm
	@$(venv)/python $(tools)/browser.py
	TURNS=$(or $(TURNS),commit) $(go) test -vet=off -timeout 60m $$($(venv)/python $(tools)/long.py)
	@$(MAKE) -s $(if $(race),races,norace) TURNS=$(or $(TURNS),commit)
	@PATH="$$PATH:/usr/sbin"; command -v slurmctld >/dev/null && command -v munged >/dev/null || \
		echo "There is no Slurm (slurm-wlm, munge): sampler/farm was not tested on a real cluster."

lint:
	@unformatted=$$(gofmt -l */); test -z "$$unformatted" || { echo "run gofmt -w on:" $$unformatted; exit 1; }
	$(go) vet ./... && $(go) -C bench vet ./...
	@$(go) -C $(tools) build -o ../../.venv/bin/ honnef.co/go/tools/cmd/staticcheck
	GOGC=400 GOMEMLIMIT=2GiB $(venv)/staticcheck ./...

# Packages that start goroutines. The models do not: internal/shipped runs their chains side by side.
parallel = grep -rlE --include='*.go' --exclude='*_test.go' '^[[:space:]]*go [a-z]|"sync' nb sampler internal/slips internal/radix

# With TURNS=commit half of them, others with the next commit.
turn = $(if $(filter commit,$(TURNS)),awk -v turn="$$( (git rev-parse HEAD 2>/dev/null || date +%F) | cksum)" 'NR % 2 == turn % 2',cat)

races: # the quick tests of parallel code once more, under the race detector, which makes them six times as slow
	$(go) test -short -vet=off -race -timeout 60m ./datasets/fetch ./internal/shipped $$($(parallel) | xargs -n1 dirname | sort -u | sed 's,^,./,' | $(turn))

norace:
	@echo "There is no C compiler (gcc) with its headers (libc6-dev): nothing runs under the race detector."

check: lint ## check a change in a minute: as test, without notebooks; with FUZZTIME=30s fuzz too
	@$(go) test -short -vet=off -ldflags='-s -w' -timeout 30m $$(go list ./... | grep -v /notebooktest)
	@mkdir -p .venv && find .venv -name vulnerabilities -newer go.sum -mmin -1440 | grep -q . || $(MAKE) -s vulnerabilities
	@$(if $(FUZZTIME),$(MAKE) -s fuzz)

vulnerabilities: ## look up known vulnerabilities of the linked modules, if their list can be reached (`make check`: once a day)
	@if out=$$(go run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./... 2>&1); then touch .venv/vulnerabilities; echo "$$out" | tail -n 1; \
	elif echo "$$out" | grep -q '^Vulnerability #'; then echo "$$out"; exit 1; \
	else echo "known vulnerabilities were not looked up: $$(echo "$$out" | grep -v '^exit status' | tail -n 1)"; fi

fuzz: ## give each reader random input, for FUZZTIME (30s) each
	@grep -rl --include='*_test.go' '^func Fuzz' */ | xargs -n1 dirname | sort -u | sed 's,^,./,' | while read -r package; do \
		go test -list '^Fuzz' $$package | grep '^Fuzz' | while read -r target; do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(or $(FUZZTIME),30s) -fuzzminimizetime 10x $$package || exit 1; \
		done || exit 1; \
	done

notebooks: setup ## run all notebooks, or the ones that NB names (NB=02, NB=02_exam_scores), and store the outputs
	@$(venv)/python $(tools)/run_notebook.py $(chosen)

outputs: ## store what all notebooks show now, quicker than through the kernel; look at the difference before you commit
	go test ./internal/notebooktest -run 'TestNotebooks$$' -timeout 30m -update

goldens: ## accept the present plots, README's figure and list of licences; look at the plots first
	go test ./nb ./internal/notebooktest ./internal/licences -run 'Golden|ReadmeFigure|Licences' -update

references: ## recompute the tests' reference values with the original programs, or only those whose path contains ARGS
	@$(PYTHON) $(tools)/references.py $(ARGS)

html: setup ## export the notebooks, or the ones that NB names, to self-contained pages in the folder export
	@$(venv)/python $(tools)/export.py html $(chosen)

pdf: setup ## the same as PDF files; this needs Chromium or Chrome
	@$(venv)/python $(tools)/export.py pdf $(chosen)

try: ## build the page that runs models in a browser, in export/try, and serve it; this needs Go and Python only
	@go run ./internal/page/build export/try
	@echo "Open http://localhost:8765 in a browser. Ctrl-C ends the server."
	@$(PYTHON) -m http.server 8765 -b 127.0.0.1 -d export/try

site: setup ## build the site in the folder export/site, and check it: notebooks, solutions, glossary, packages
	@$(venv)/python $(tools)/site/site.py html
	@$(venv)/python $(tools)/browser.py
	@$(venv)/python $(tools)/site/check.py export/site

book: setup ## the same as one PDF file, export/gibbslab.pdf; this needs Chromium or Chrome
	@$(venv)/python $(tools)/site/site.py book

bench: setup ## benchmarks, how long a cell takes, diagnostics against ArviZ, naive Bayes against a Python loop, LDA, mixtures and regressions against their peers
	go test -run '^$$' -bench . -benchmem ./...
	$(venv)/python bench/cells.py
	@for peer in diag naivebayes lda mixture criticism nutpie; do $(venv)/python bench/$$peer/speed.py || exit 1; done
	@$(venv)/python bench/naivebayes/scikit.py

sbom: ## list the Go modules with versions, checksums and licences, in the file sbom.json (CycloneDX)
	go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0 mod -json -licenses -output sbom.json .

publish: ## write a copy of the project under another module path: make publish MODULE=example.org/you/gibbslab
	@$(PYTHON) $(tools)/publish.py "$(MODULE)" $(TO)

clean: ## remove .venv
	rm -rf .venv

.PHONY: help setup lab test long lint races norace check vulnerabilities fuzz notebooks outputs goldens references html pdf try site book bench sbom publish clean
