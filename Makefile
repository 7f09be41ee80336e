# The two commands of the README are `make run` and `make test`; `make help` lists the rest.
# Everything is installed into .venv, from lock files with hashes; once it is there, nothing needs the network.

PYTHON ?= python3
VENV ?= .venv
RUN_LOCK ?= requirements.lock
TEST_LOCK ?= requirements-dev.lock
TESTS ?=
JOBS ?= auto
RUN ?=
TRAIN ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# A virtual environment is good for one Python at one place with one set of packages; when any of that changes,
# the name of its stamp changes and it is made anew.
identity = $(shell { $(PYTHON) -VV; echo $(CURDIR); cat $(1); } 2>&1 | sha256sum | cut -c1-16)
RUN_READY := $(VENV)/.ready-$(call identity,$(RUN_LOCK))
TEST_READY := $(VENV)/.ready-tests-$(call identity,$(RUN_LOCK) $(TEST_LOCK))
PROJECT_READY := $(VENV)/.project-$(call identity,$(RUN_LOCK) pyproject.toml companion/__init__.py)

.PHONY: help
help:
	@echo "make run        play at a simulated table    (RUN='--players Ana,Ben --seed 2' to choose)"
	@echo "make examples   score the example pictures and show what was read"
	@echo "make test       run the tests             (TESTS=tests/vision for a part of them, JOBS=1 for one core)"
	@echo "make check      everything that CI runs"
	@echo "make lint       ruff: rules and format    (make format mends what can be mended)"
	@echo "make types      mypy, strict"
	@echo "make contracts  which package may import which"
	@echo "make docs       run the commands of README.md and docs/"
	@echo "make benchmark  speed of reading a picture; benchmarks/ has more"
	@echo "make train      train the networks from nothing; needs npm   (TRAIN=--quick to try it in two minutes)"
	@echo "make lock       choose the newest packages and write the lock files"
	@echo "make clean      remove everything that was made here"

.PHONY: run
run: $(PROJECT_READY)
	@$(BIN)/bears play --simulate $(RUN)

.PHONY: examples
examples: $(PROJECT_READY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/run.sh

.PHONY: test
test: $(TEST_READY) $(PROJECT_READY)
	$(BIN)/python -m pytest -n $(JOBS) --maxprocesses 8 --dist worksteal $(TESTS)

.PHONY: docs
docs: $(TEST_READY) $(PROJECT_READY)
	$(BIN)/python -m pytest tests/test_docs.py

.PHONY: lint format types contracts
lint: $(TEST_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(TEST_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(TEST_READY)
	$(BIN)/mypy

contracts: $(TEST_READY) $(PROJECT_READY)
	$(BIN)/lint-imports

.PHONY: check
check:
	.ci/run

.PHONY: benchmark
benchmark: $(PROJECT_READY)
	$(BIN)/python benchmarks/reading.py

.PHONY: train
train:
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --editable '.[train]'
	.venv-train/bin/python -m vision.training $(TRAIN)

# Installing

$(RUN_READY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) has to be Python 3.11 or newer; name another one with: make PYTHON=python3.13 ..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' \
	  || { echo "Python's venv is missing; on Debian: sudo apt install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --quiet --require-hashes -r $(RUN_LOCK)
	@touch $@

$(TEST_READY): | $(RUN_READY)
	$(PIP) install --quiet --require-hashes -r $(TEST_LOCK)
	@rm -f $(VENV)/.ready-tests-*
	@touch $@

$(PROJECT_READY): | $(RUN_READY)
	$(PIP) install --quiet --no-index --no-deps --no-build-isolation --editable .
	@rm -f $(VENV)/.project-*
	@touch $@

# Locking

UV := .venv-lock/bin/uv
COMPILE = $(UV) pip compile --quiet --generate-hashes --custom-compile-command "make lock" pyproject.toml

.PHONY: lock
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet 'uv>=0.9,<1'
	echo 'opencv-python-headless<5' > .venv-lock/opencv4
	echo 'opencv-python-headless>=5' > .venv-lock/opencv5
	$(COMPILE) --upgrade --universal --python-version 3.11 --group build \
	  -c .venv-lock/opencv4 -o requirements.lock
	$(COMPILE) --upgrade --universal --python-version 3.11 --group build --extra dev \
	  -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --upgrade --universal --python-version 3.11 --group build --extra test \
	  -c .venv-lock/opencv5 -o requirements-opencv5.lock
	$(COMPILE) --upgrade --python-version 3.11 --group build --extra test --resolution lowest-direct \
	  -o requirements-oldest.lock

.PHONY: clean
clean:
	rm -rf build dist *.egg-info .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
