# make          set up what is missing, then build everything
# make test     the same, then every check
# make bench    speed, as ratios
# make lock     pin the newest packages that requirements*.in allow

PYTHON ?= python3
BIN := .venv/bin

# Everything that a run caches stays in the project, so that a read-only home is no obstacle.
export XDG_CACHE_HOME := $(CURDIR)/.cache
export MPLCONFIGDIR := $(CURDIR)/.cache/matplotlib
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: build test bench lock environment test-environment
.DEFAULT_GOAL := build

build: environment
	@$(BIN)/python -m snakemake

test: build test-environment
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/snakefmt --check Snakefile workflow/rules
	$(BIN)/python -m snakemake --lint
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses=2 --dist=loadfile

bench: environment
	$(BIN)/python -m benchmarks.race
	$(BIN)/python -m benchmarks.pipeline

environment: .venv/.requirements
	@echo "Environment: .venv is up to date with requirements.txt."

test-environment: .venv/.requirements-test

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Name another one: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/.requirements: requirements.txt | .venv/bin/python
	$(BIN)/python -m pip install -r requirements.txt
	@touch $@

.venv/.requirements-test: requirements-test.txt .venv/.requirements
	$(BIN)/python -m pip install -r requirements-test.txt
	@touch $@

COMPILE := --quiet --upgrade --strip-extras --no-header --no-emit-options --no-emit-find-links --no-emit-index-url --no-emit-trusted-host

# A local build of PyTorch pins itself as 2.13.0+cpu, which no registry has.
lock: environment
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile $(COMPILE) --output-file requirements.txt requirements.in
	sed -i 's/+cpu$$//' requirements.txt
	$(BIN)/pip-compile $(COMPILE) --output-file requirements-test.txt requirements-test.in
	sed -n 's/^\([^ #]*==[^ ]*\).*/      - \1/p' requirements.txt | cat workflow/envs/head.yaml - > workflow/envs/tallysheet.yaml
